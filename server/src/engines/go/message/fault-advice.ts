import type { FixData } from "../../../base/diagnostic.js";
import type { Span } from "../../../base/span.js";
import { suggest } from "../../../base/suggest.js";
import { functionSignatures } from "../functions/signatures.js";
import type { Fault, Tree } from "../syntax/ast.js";

/** What a person is told about a fault beyond the words of Go. */
export interface FaultAdvice {
  /** Sentences to put behind the message. */
  readonly says?: string;
  /** Names that may have been meant, nearest first: what `didYouMean` is told of, behind all else. */
  readonly suggestions?: readonly string[];
  /** How it could be written, with the offsets of the fault. */
  readonly data?: FixData;
}

/** What a fault of the template of a message most likely comes from; empty where nothing is recognised. Offsets are those of the tree's text. */
export function adviseFault(fault: Fault, { text }: Tree): FaultAdvice {
  return misspelledName(fault, text);
}

/** A function or a variable that does not exist. */
function misspelledName({ message, span, candidates }: Fault, text: string): FaultAdvice {
  const isFunction = /^function ".*" not defined$/.test(message);
  const names = isFunction ? functionSignatures.keys() : candidates;
  return names === undefined ? {} : nearest(text, span, names);
}

function nearest(text: string, span: Span, names: Iterable<string>): FaultAdvice {
  const suggestions = suggest(text.slice(span.start, span.end), names);
  return suggestions.length === 0 ? {} : { suggestions, data: { kind: "replace", span, with: suggestions } };
}
