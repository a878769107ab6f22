import type { Ledger } from "./ledger.js";
import type { Reply } from "./reply.js";

/** The families of wires that the fake speaks. */
export type WireName = "anthropic" | "responses" | "gemini" | "chat-completions" | "codex";

/** One event of a stream. */
export interface StreamedEvent {
  readonly event?: string;
  /** What stands behind `data:`, on one line. */
  readonly data: string;
  /** What faults look for. `terminal` is the one without which a reply is no whole reply. */
  readonly role: "start" | "text" | "thinking" | "tool" | "frame" | "usage" | "terminal" | "end" | "noise";
  /** The text of the reply that comes with this event. */
  readonly text?: string;
}

/** Kinds of errors that every provider has words for. */
export type ErrorKind =
  | "bad-request"
  | "context"
  | "authentication"
  | "permission"
  | "not-found"
  | "too-large"
  | "rate"
  | "quota"
  | "server"
  | "unavailable"
  | "overloaded";

/** Why a request is refused. */
export interface Refusal {
  readonly kind: ErrorKind;
  readonly message: string;
  /** The member of the body that is wrong (OpenAI). */
  readonly param?: string;
}

/** An error as it stands on a wire. */
export interface WireError {
  readonly status: number;
  readonly body: string;
}

/** A request as it came. */
export interface Received {
  /** With what stands behind a question mark. */
  readonly path: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  /** The parsed body. */
  readonly body: { readonly [name: string]: unknown };
}

/** What a request says, in no wire's form. */
export interface SentTurn {
  readonly role: "system" | "user" | "assistant";
  readonly parts: readonly SentPart[];
}

/** A part of a turn in a request. */
export type SentPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "thinking"; readonly text: string; readonly signature?: string }
  /** The input as JSON, parsed and written again. */
  | { readonly kind: "tool-use"; readonly id: string; readonly name: string; readonly json: string }
  | { readonly kind: "tool-result"; readonly id: string; readonly text: string }
  | { readonly kind: "file"; readonly mimeType: string };

/** A provider's side of one family of wires: its rules, written independently of the product, and its streams. */
export interface Wire {
  readonly name: WireName;
  /** Says whether a path belongs to this wire. */
  accepts(path: string): boolean;
  /** The key that a request shows; undefined where it shows none. */
  keyOf(request: Received): string | undefined;
  /** Why a real server would refuse the request; nothing where it would answer it. */
  refusal(request: Received, ledger: Ledger): Refusal | undefined;
  /** A reply as events; the signatures in it are entered into the ledger. */
  stream(reply: Reply, ledger: Ledger): StreamedEvent[];
  /** A refusal in the provider's shape. */
  error(refusal: Refusal): WireError;
  /** An error in the middle of a stream. */
  errorEvent(refusal: Refusal): StreamedEvent;
  /** The turns of a valid request. */
  turns(request: Received): SentTurn[];
}
