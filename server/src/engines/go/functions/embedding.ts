import type { EmbedSource } from "../execute/embed-source.js";
import { CallError, LimitFailure } from "../execute/failure.js";
import type { GoFunction } from "../execute/parameter.js";
import { renderEmbedded } from "../execute/render-embedded.js";
import type { Run } from "../execute/run.js";
import { quote } from "../text/quote.js";
import type { GoValue } from "../values/go-value.js";
import { fixed } from "./define.js";

/** What Go does not have: `embed` prints another text with the scope of the host, `include` with a map of one's own. */
export const embeddingFunctions: { readonly [name: string]: GoFunction } = {
  embed: fixed(["string"], ([ref], run) => embed(ref as string, run.scope, run)),
  include: fixed(["string", "map"], ([ref, scope], run) => embed(ref as string, scope, run)),
};

function embed(ref: string, scope: GoValue, run: Run): string {
  const { chain, program } = run;
  const found = find(ref, run);
  if (chain.includes(found.key)) throw new CallError(`a cycle: ${[...chain, found.key].join(" → ")}`, "cycle");
  if (chain.length > program.maxEmbedDepth) {
    throw new CallError(`more than ${program.maxEmbedDepth} texts inside of each other: ${[...chain, found.key].join(" → ")}`, "depth");
  }
  return renderEmbedded(run, found, scope);
}

/** The first source that has it counts. */
function find(ref: string, { program, chain }: Run): { readonly key: string; readonly text: string } {
  for (const source of program.embed) {
    const found = readFrom(source, ref, chain.at(-1) as string);
    if (found !== undefined) return found;
  }
  const advice = program.embed.length === 0 ? "; no source of texts is configured" : "";
  throw new CallError(`no text for ${quote(ref)}${advice}`, "missing");
}

/** A source that throws has an error to tell. */
function readFrom(source: EmbedSource, ref: string, from: string): ReturnType<EmbedSource["read"]> {
  try {
    // A host without types may say null.
    return source.read(ref, from) ?? undefined;
  } catch (error) {
    if (error instanceof LimitFailure) throw error;
    throw new CallError(error instanceof Error ? error.message : String(error), "other");
  }
}
