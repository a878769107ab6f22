import { type Diagnostic, diagnostic } from "../../base/diagnostic.js";
import { possible, replaced } from "../../base/rewrites.js";
import { type Span, span } from "../../base/span.js";
import { didYouMean, suggest } from "../../base/suggest.js";
import type { FileReference } from "../../syntax/ast.js";

/** What the options behind a path say. */
export interface ReferenceOptions {
  /** The MIME type that the file is to be taken for. */
  readonly type?: string;
  readonly faults: readonly Diagnostic[];
}

const none: ReferenceOptions = { faults: [] };

/** The only option there is (seed A344). */
const typeKey = "type";

const mimeType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;.*)?$/;

/** Types that people write short. */
const commonTypes = [
  "text/plain",
  "text/markdown",
  "text/csv",
  "text/html",
  "application/json",
  "application/pdf",
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
];

/** The MIME type that a value of the option is; undefined for one that is none. */
export function mimeTypeOf(value: string): string | undefined {
  return mimeType.test(value) ? value : undefined;
}

/** Reads the options of a reference in `source`. What is wrong with them has no effect but its warning; of several types the last counts. */
export function readOptions(source: string, reference: FileReference): ReferenceOptions {
  if (reference.options.length === 0) return none;
  const faults: Diagnostic[] = [];
  const slice = ({ start, end }: Span): string => source.slice(start, end);
  const lastType = reference.options.findLast(({ key }) => slice(key) === typeKey);
  let type: string | undefined;
  for (const [index, option] of reference.options.entries()) {
    const { key, value } = option;
    const next = reference.options[index + 1];
    const whole = span(key.start - 1, next === undefined ? reference.span.end : next.key.start - 1);
    if (slice(key) !== typeKey) faults.push(unknownOption(slice(key), key, whole));
    else if (option !== lastType) faults.push(repeated(whole));
    else {
      type = mimeTypeOf(slice(value));
      if (type === undefined) faults.push(noType(slice(value), value.start === value.end ? whole : value));
    }
  }
  return type === undefined ? { faults } : { type, faults };
}

function unknownOption(name: string, key: Span, whole: Span): Diagnostic {
  const suggestions = suggest(name, [typeKey]);
  const text = `References have no option '${name}', so it has no effect.`;
  if (suggestions.length === 0) return diagnostic("file/unknown-option", whole, `${text} The only option is 'type'.`, removal(whole));
  const data = { kind: "replace", span: key, with: suggestions } as const;
  return diagnostic("file/unknown-option", key, text + didYouMean(suggestions), { suggestions, data });
}

function repeated(whole: Span): Diagnostic {
  return diagnostic(
    "file/invalid-option",
    whole,
    "The type is given again further on, and the last one counts. Remove this one.",
    removal(whole),
  );
}

function noType(value: string, at: Span): Diagnostic {
  const word = value.toLowerCase().replace(/^jpg$/, "jpeg");
  const subtypes = commonTypes.filter((type) => word !== "" && type.endsWith(`/${word}`));
  const suggestions = subtypes.length > 0 ? subtypes : suggest(value, commonTypes);
  const what = value === "" ? "The type is empty" : `'${value}' is no MIME type`;
  const text = `${what}, so it has no effect: the file counts for what it is.`;
  if (suggestions.length === 0) return diagnostic("file/invalid-option", at, `${text} Write a type such as text/plain or image/png.`);
  const data = { kind: "replace", span: at, with: suggestions } as const;
  return diagnostic("file/invalid-option", at, text + didYouMean(suggestions), { suggestions, data });
}

function removal(whole: Span): Pick<Diagnostic, "data"> {
  return { data: { kind: "rewrite", choices: [possible("Remove the option", replaced(whole, ""))] } };
}
