import { cutText } from "../../base/cut-text.js";
import { type Diagnostic, diagnostic, type Related } from "../../base/diagnostic.js";
import type { Span } from "../../base/span.js";
import { decodeUtf8, encodeUtf8 } from "../../lua/bytes.js";
import { LuaError } from "../../lua/errors.js";
import { LuaTable, tableOf } from "../../lua/table.js";
import { hostFunction } from "../../lua/values.js";

/** What the host says of something that may not be ready; until it was asked that is "pending". */
export type BoundaryState = "pending" | "settled" | "unknown";

/** A longer name is cut where a person reads it. */
const longestName = 100;

/** An error value that says: what this needs is not ready yet. Who raises it is run again once it is (seed A160–A162). */
export class Suspense extends LuaTable {
  /** The name that the host knows it by. */
  readonly boundary: string;
  readonly state: BoundaryState;
  /** What the project says of it, a byte string. */
  readonly said: string | undefined;

  constructor(boundary: string, { state, said }: Pick<Suspense, "state" | "said">) {
    super();
    this.boundary = boundary;
    this.state = state;
    this.said = said;
    this.set("boundary", encodeUtf8(boundary));
    this.set("message", said ?? encodeUtf8(`waiting for ${boundary}`));
    this.metatable = metatable;
  }
}

const metatable = tableOf({
  __tostring: hostFunction("__tostring", ([value]) => [value instanceof Suspense ? value.get("message") : undefined]),
});

/** Something that is waited for, raised by whatever needs it; undefined for every other error. */
export function suspenseOf(error: unknown): Suspense | undefined {
  return error instanceof LuaError && error.bare instanceof Suspense ? error.bare : undefined;
}

/** What is told of something that is waited for, at the place that needs it. */
export function suspenseProblem({ boundary, state, said }: Suspense, at: Span, related: readonly Related[]): Diagnostic {
  const name = cutText(boundary.replace(/\s+/g, " "), longestName);
  const why = said === undefined ? "" : ` (${cutText(decodeUtf8(said), longestName)})`;
  const more = { related, boundary };
  switch (state) {
    case "pending":
      return diagnostic("readiness/waiting", at, `This is waiting for ${name}${why}. A send waits for it, too.`, more);
    case "unknown":
      return diagnostic("readiness/unknown", at, `There is no '${name}' to wait for. Correct the name that Suspense is given.`, more);
    case "settled":
      return diagnostic(
        "readiness/repeated",
        at,
        `This is waiting for ${name}, which is ready. Raise Suspense only while something is missing.`,
        more,
      );
  }
}

/** Says whether a diagnostic tells of something that is waited for. */
export function isSuspension({ code }: Diagnostic): boolean {
  return code.startsWith("readiness/");
}
