import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isRunning, ownIdentity, type ProcessIdentity } from "./process-identity.js";

/** Who holds a lease. */
export interface LeaseHolder {
  readonly pid: number;
  /** What the process calls itself, as it stands in a sentence; empty when it has given the lease back meanwhile. */
  readonly who: string;
}

/** A lease, or who has it already. */
export type LeaseAnswer =
  | { readonly kind: "taken"; release(): Promise<void> }
  | { readonly kind: "held"; readonly holder: LeaseHolder }
  /** The folder cannot be used: nobody can be kept out, and nobody keeps this process out. */
  | { readonly kind: "unavailable"; readonly error: unknown };

/** What no two processes do at the same time. */
export interface Leases {
  /** Takes the lease of `key` (letters and digits) in the name of `who`. Never rejects, never waits for a holder. */
  take(key: string, who: string): Promise<LeaseAnswer>;
  /** Who has the lease of `key`, without a claim of our own that would be in anybody's way. Never rejects. */
  holder(key: string): Promise<LeaseHolder | undefined>;
}

/** A claim: the file of a process that would have, or has, the lease. Its name is that of no other claim, ever. */
interface Claim {
  readonly name: string;
  readonly owner: ProcessIdentity;
}

/** A process of another machine cannot be looked for, so it shows every so many ms that it lives; */
const heartbeat = 30_000;
/** and counts as dead after so many ms without a sign. */
const mostSilence = 120_000;
/** How long to wait for another process to decide, in ms: one that was stopped in between may never do so. */
const patience = 2000;

/**
 * Leases as files in `folder`. Each process puts a claim of its own there before it looks at those of others, so of two at
 * once at least one sees the other; claims are never written over, so removing that of a dead process harms nobody.
 */
export function createLeases(folder: string): Leases {
  async function take(key: string, who: string): Promise<LeaseAnswer> {
    const own = claimName(key, ownIdentity());
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Whoever sees the claim can read the name in it.
      await writeFile(join(folder, `${own}.new`), who, { flag: "wx", mode: 0o600 });
      await rename(join(folder, `${own}.new`), join(folder, own));
      const winner = await decide(key, own);
      if (winner === undefined) return { kind: "taken", release: keep(own) };
      await remove(own);
      return { kind: "held", holder: await holderOf(winner) };
    } catch (error) {
      await remove(own);
      return { kind: "unavailable", error };
    }
  }

  async function holder(key: string): Promise<LeaseHolder | undefined> {
    const { claims, held } = await claimsOf(key, "").catch(() => ({ claims: [], held: new Set<string>() }));
    const winner = claims.find(({ name }) => held.has(name));
    return winner && holderOf(winner);
  }

  async function holderOf({ name, owner }: Claim): Promise<LeaseHolder> {
    return { pid: owner.pid, who: await readFile(join(folder, name), "utf8").catch(() => "") };
  }

  /** Gives who else has the lease; undefined once it is ours. Of claims at the same time the first by name wins. */
  async function decide(key: string, own: string): Promise<Claim | undefined> {
    for (const deadline = Date.now() + patience; ; await pause(5)) {
      const { claims, held } = await claimsOf(key, own);
      const holder = claims.find(({ name }) => held.has(name));
      if (holder !== undefined) return holder;
      const [first] = claims;
      if (first === undefined) {
        await writeFile(join(folder, heldName(own)), "", { mode: 0o600 });
        return undefined;
      }
      if (first.name < own || Date.now() > deadline) return first;
    }
  }

  /** The claims of other living processes by name, and which of all claims have won; what the dead left behind is removed. */
  async function claimsOf(key: string, own: string): Promise<{ claims: Claim[]; held: ReadonlySet<string> }> {
    const names = (await readdir(folder)).filter((name) => name.startsWith(`${key}.`));
    const held = new Set(names.filter((name) => names.includes(heldName(name))));
    const claims: Claim[] = [];
    for (const name of names.sort()) {
      const owner = ownerOf(name);
      if (name === own || owner === undefined) continue;
      if (await isAlive({ name, owner })) claims.push({ name, owner });
      else await remove(name);
    }
    return { claims, held };
  }

  async function isAlive({ name, owner }: Claim): Promise<boolean> {
    const running = await isRunning(owner);
    if (running !== undefined) return running;
    const stats = await stat(join(folder, name)).catch(() => undefined);
    return stats !== undefined && Date.now() - stats.mtimeMs < mostSilence;
  }

  /** The claim goes first: a win without a claim is nobody's. */
  async function remove(name: string): Promise<void> {
    for (const file of [`${name}.new`, name, heldName(name)]) await rm(join(folder, file), { force: true }).catch(() => {});
  }

  /** Shows from time to time that the holder lives, until the lease is given back. */
  function keep(name: string): () => Promise<void> {
    const timer = setInterval(() => {
      const now = new Date();
      utimes(join(folder, name), now, now).catch(() => {});
    }, heartbeat);
    timer.unref();
    return () => {
      clearInterval(timer);
      return remove(name);
    };
  }

  return { take, holder };
}

function claimName(key: string, { host, pid, start }: ProcessIdentity): string {
  return [key, host, pid, start, randomBytes(4).toString("hex")].join(".");
}

/** The file that says that a claim has won. It stands beside the claim, which is there from the first to the last moment. */
function heldName(claim: string): string {
  return `${claim}.held`;
}

function ownerOf(name: string): ProcessIdentity | undefined {
  const [, host, pid, start] = /^\w+\.(\w+)\.(\d+)\.([\w-]+)\.\w+$/.exec(name) ?? [];
  return host === undefined || start === undefined ? undefined : { host, pid: Number(pid), start };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
