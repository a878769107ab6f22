import type { Span } from "../../../base/span.js";
import { type ProsePiece, scanProse } from "../../../syntax/prose/scan-prose.js";
import { type Data, DataTable } from "./data.js";
import { renderData } from "./render-data.js";
import { type ProseScope, resolvePlaceholder } from "./resolve.js";
import { errorMessage, type SubstitutionError } from "./substitution-error.js";

/** What a placeholder put into the text. */
export interface PlaceholderValue {
  readonly span: Span;
  readonly path: string;
  readonly data: Data;
  readonly rendered: string;
}

/** A piece of substituted prose; `value` where it came from a placeholder. */
export interface SubstitutedPiece {
  readonly span: Span;
  readonly text: string;
  readonly value?: PlaceholderValue;
}

/** How prose reads with its placeholders replaced, or the first fault. */
export type Substitution =
  | { readonly ok: true; readonly pieces: readonly SubstitutedPiece[] }
  | { readonly ok: false; readonly error: SubstitutionError };

/** Is told what substituting takes, and may throw to stop it. */
export interface Meter {
  /** A piece is looked at. */
  step(): void;
  /** So many UTF-16 units are put out. */
  put(units: number): void;
}

/**
 * Substitutes the prose at `span` of a text (spec/prose-substitution.md §3–§5). What is put out is never scanned
 * again, and nothing behind the first fault is looked at.
 */
export function substitute(text: string, span: Span, scope: ProseScope, meter: Meter): Substitution {
  const pieces: SubstitutedPiece[] = [];
  for (const piece of scanProse(text, span)) {
    meter.step();
    const made = replaced(text, piece, scope, meter);
    if ("kind" in made) return { ok: false, error: made };
    pieces.push(made);
  }
  return { ok: true, pieces };
}

/** Thrown by a scope that only looks: it cannot tell what a global is. */
export class Unsure {}

/** So many placeholders of one prose are looked at for what is wrong with them. */
const mostLooked = 5000;

/** What is wrong with the placeholders of prose, as far as looking tells, in their order: what a person is shown. */
export function* faultsOf(text: string, scope: ProseScope): Generator<SubstitutionError> {
  let looked = 0;
  for (const piece of scanProse(text)) {
    if (piece.kind === "unclosed") yield unclosed(piece.span);
    if (piece.kind !== "placeholder") continue;
    if (++looked > mostLooked) return;
    const fault = faultOf(text, piece, scope);
    if (fault !== undefined) yield fault;
  }
}

/** So many UTF-16 units of the values of one prose are looked at, for people. */
const longestLooked = 200_000;

/** What the placeholders of prose give that do not fail, as far as looking tells: what a person is shown where another one fails. */
export function* valuesOf(text: string, scope: ProseScope): Generator<PlaceholderValue> {
  let left = longestLooked;
  const meter: Meter = {
    step() {},
    put(units) {
      left -= units;
      if (left < 0) throw new Unsure();
    },
  };
  let looked = 0;
  for (const piece of scanProse(text)) {
    if (piece.kind !== "placeholder") continue;
    if (++looked > mostLooked || left < 0) return;
    const made = ifSure(() => replaced(text, piece, scope, meter));
    if (made !== undefined && "value" in made && made.value !== undefined) yield made.value;
  }
}

function faultOf(text: string, piece: Extract<ProsePiece, { kind: "placeholder" }>, scope: ProseScope): SubstitutionError | undefined {
  const found = ifSure(() => resolvePlaceholder(text, piece, scope));
  return found === undefined || "data" in found ? undefined : found;
}

function ifSure<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (thrown) {
    if (thrown instanceof Unsure) return undefined;
    throw thrown;
  }
}

function replaced(text: string, piece: ProsePiece, scope: ProseScope, meter: Meter): SubstitutedPiece | SubstitutionError {
  const { span } = piece;
  switch (piece.kind) {
    case "unclosed":
      return unclosed(span);
    case "placeholder": {
      const found = resolvePlaceholder(text, piece, scope);
      if (!("data" in found)) return found;
      const rendered = renderData(found.data, meter.put);
      return { span, text: rendered, value: { span, path: text.slice(piece.body.start, piece.body.end), data: found.data, rendered } };
    }
    case "text":
    case "escape": {
      const literal = text.slice(piece.kind === "text" ? span.start : span.start + 1, span.end);
      meter.put(literal.length);
      return { span, text: literal };
    }
  }
}

function unclosed({ start }: Span): SubstitutionError {
  const span = { start, end: start + 2 };
  return { kind: "Unclosed", span, at: span, message: errorMessage("Unclosed", "", "") };
}

/** The type of a value, as a person is told it. */
export function dataType(data: Data): "null" | "boolean" | "number" | "string" | "array" | "object" {
  if (data === null) return "null";
  if (data instanceof DataTable) return data.items === undefined ? "object" : "array";
  return typeof data as "boolean" | "number" | "string";
}
