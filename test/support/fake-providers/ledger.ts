import { createHash } from "node:crypto";

/** What a signature was issued for. */
export interface Issued {
  readonly kind: "thinking" | "redacted" | "reasoning" | "text" | "tool-use";
  /** The thinking, the text or the name of the tool that it stands for. */
  readonly of: string;
}

/** The signatures that a fake has issued: what comes back must be one of them, byte by byte, and in its place. */
export interface Ledger {
  /** The signature of something: the same for the same thing, so that two runs of one reply are equal. */
  sign(issued: Issued): string;
  /** Takes a value that stands for itself. */
  enter(value: string, issued: Issued): void;
  find(value: string): Issued | undefined;
}

/** Makes a ledger with nothing in it. */
export function createLedger(): Ledger {
  const entries = new Map<string, Issued>();
  return {
    sign(issued) {
      // As long as real ones, with all characters of base64 in them.
      const seed = `${issued.kind}\n${issued.of}`;
      const bytes = [0, 1, 2, 3, 4].map((number) => createHash("sha256").update(`${number}\n${seed}`).digest());
      const value = Buffer.concat([...bytes, Buffer.from([0xfb, 0xff, 0xbe])]).toString("base64");
      entries.set(value, issued);
      return value;
    },
    enter: (value, issued) => void entries.set(value, issued),
    find: (value) => entries.get(value),
  };
}
