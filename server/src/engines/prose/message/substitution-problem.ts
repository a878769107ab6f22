import type { DiagnosticCode } from "../../../base/codes.js";
import { type Diagnostic, diagnostic, type Rewrite } from "../../../base/diagnostic.js";
import { type Span, shift } from "../../../base/span.js";
import { didYouMean, isClearlyNearest, suggest } from "../../../base/suggest.js";
import { parseChunk } from "../../../lua/parse.js";
import { shiftRewrite } from "../../../syntax/problems.js";
import type { SubstitutionError, SubstitutionErrorKind } from "../language/substitution-error.js";

const codeOf: Readonly<Record<SubstitutionErrorKind, DiagnosticCode>> = {
  Unclosed: "prose/placeholder",
  EmptySegment: "prose/placeholder",
  BadPath: "prose/placeholder",
  UnknownNamespace: "prose/unknown-name",
  NotATable: "prose/missing-key",
  MissingKey: "prose/missing-key",
  NullValue: "prose/missing-key",
  NilItem: "prose/no-value",
  NilArgv: "prose/no-value",
  Serialize: "prose/not-data",
};

/** Where a fault is, and what a fix can use. Offsets are those of the message. */
export interface FaultPlace {
  readonly source: string;
  /** The offset of the message in the document. */
  readonly start: number;
  /** Where code can be put that runs before the prose is read: in a block, or as one of its own. */
  readonly code: { readonly at: number; readonly isBlock: boolean };
  /** Of very many faults, those behind the first ones are told without fixes. */
  readonly isBrief: boolean;
  /** Names that may have been meant by the segment at fault. */
  candidates(path: string, segment: number): readonly string[];
}

/** What a person is told of a placeholder that cannot be replaced: at its failing segment, with what may mend it. */
export function substitutionProblem(error: SubstitutionError, place: FaultPlace): Diagnostic {
  const { kind, at, message, cause } = error;
  const suggestions = suggestionsFor(error, place);
  const advice = isComputation(error)
    ? "Placeholders compute nothing: do it in a Lua block, and name the result here."
    : (cause ?? adviceFor(error));
  const text = `${message[0]?.toUpperCase()}${message.slice(1)}.${advice === undefined ? "" : ` ${advice}`}${didYouMean(suggestions)}`;
  if (place.isBrief) return diagnostic(codeOf[kind], shift(at, place.start), text);
  const choices = [...renames(error, suggestions), ...moves(error, place), ...closings(error, place), escapeBraces(error)];
  const placed = choices.map((choice) => shiftRewrite(choice, place.start));
  const argument = kind === "MissingKey" ? /^argv\.([^.]+)$/.exec(error.path ?? "")?.[1] : undefined;
  return diagnostic(codeOf[kind], shift(at, place.start), text, {
    suggestions,
    data: argument === undefined ? { kind: "rewrite", choices: placed } : { kind: "declare-argument", name: argument, choices: placed },
  });
}

/** As a hint, for prose whose error nobody sees. */
export function asHint(problem: Diagnostic, why: string): Diagnostic {
  return { ...diagnostic("prose/unread-fault", problem.span, `${why}: ${problem.message}`), ...(problem.data && { data: problem.data }) };
}

function adviceFor({ kind, path = "" }: SubstitutionError): string | undefined {
  switch (kind) {
    case "Unclosed":
      return "Close it with }}, or write \\{{ for the braces themselves.";
    case "EmptySegment":
      return "Put a name between the dots, without blanks around it.";
    case "NotATable":
      return path.startsWith("item.") ? "Pick the field in a Lua block (title = item.title), and name the result here." : undefined;
    case "NilItem":
      return "Set templating.prose.items to a collection.";
    case "NilArgv":
      return "Set templating.prose.input to JSON, or repair argv in the frontmatter.";
    default:
      return undefined;
  }
}

function isName(path: string): boolean {
  return path.split(".").every((segment) => /^[\p{L}\p{N}_-]+$/u.test(segment));
}

/** Says whether somebody wrote an expression, whatever is wrong with it as a path. */
function isComputation({ kind, path = "" }: SubstitutionError): boolean {
  // Two dots are a slip in a path, unless there is more than a path.
  if (isName(path) || (kind === "EmptySegment" && /^[\p{L}\p{N}_.-]*$/u.test(path))) return false;
  return kind === "UnknownNamespace" ? path.trim() !== "" : expressionOf(path) !== undefined;
}

/** Of a misspelled segment, the names beside it. An expression is not misspelled: a name in its place would lose the rest of it. */
function suggestionsFor(error: SubstitutionError, place: FaultPlace): string[] {
  const { kind, at, path, span } = error;
  if (place.isBrief || (kind !== "UnknownNamespace" && kind !== "MissingKey") || path === undefined || isComputation(error)) return [];
  const before = place.source.slice(span.start + 2, at.start);
  const word = place.source.slice(at.start, at.end);
  return suggest(word, place.candidates(path, before.split(".").length - 1)).filter((name) => /^[^.{}\s]+$/.test(name));
}

function renames({ at, path = "" }: SubstitutionError, suggestions: readonly string[]): Rewrite[] {
  return suggestions.map((newText) => ({
    title: `Change to '${newText}'`,
    edits: [{ span: at, newText }],
    certain: isClearlyNearest(path.slice(-at.end + at.start), suggestions) && newText === suggestions[0],
  }));
}

/** An expression, the index of an array or what no path leads to becomes a name that is set in a block. */
function moves(error: SubstitutionError, { source, code }: FaultPlace): Rewrite[] {
  const { path = "", span } = error;
  const expression = movable(error, path);
  if (expression === undefined) return [];
  const name = freeName(source);
  const statement = `${name} = ${expression}\n`;
  const newText = code.isBlock ? statement : `\`\`\`lua\n${statement}\`\`\`\n`;
  const edits = [
    { span: { start: code.at, end: code.at }, newText },
    { span, newText: `{{ ${name} }}` },
  ];
  return [{ title: `Compute it in ${code.isBlock ? "the" : "a"} Lua block`, edits, certain: false }];
}

function movable(error: SubstitutionError, path: string): string | undefined {
  const isBelow = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/.test(path);
  switch (error.kind) {
    case "MissingKey":
      return indexOf(path) ?? (isComputation(error) ? expressionOf(path) : undefined);
    case "NotATable":
      return (isBelow && path.startsWith("item.")) || isComputation(error) ? expressionOf(path) : undefined;
    case "Serialize":
      return isBelow || isComputation(error) ? expressionOf(path) : undefined;
    case "UnknownNamespace":
    case "EmptySegment":
      return isComputation(error) ? expressionOf(path) : undefined;
    default:
      return undefined;
  }
}

/** So long may an expression be, in UTF-16 units: a longer one nobody meant. */
const longestExpression = 2000;

function expressionOf(path: string): string | undefined {
  // Line ends count in texts and behind comments only.
  if (path.length > longestExpression || (/[\r\n]/.test(path) && /["'[]|--/.test(path))) return undefined;
  const expression = path.replace(/[\r\n]+[ \t]*/g, " ");
  return parseChunk(`return (${expression}\n)`).problems.length === 0 ? expression : undefined;
}

/** `var.list.2` as Lua: `var.list[2]`. */
function indexOf(path: string): string | undefined {
  const segments = path.split(".");
  if (!segments.some((segment) => /^\d+$/.test(segment)) && !/\[\d+\]/.test(path)) return undefined;
  const written = segments.map((segment, index) => {
    if (/^\d+$/.test(segment)) return `[${segment}]`;
    const [, name, items] = /^([A-Za-z_]\w*)((?:\[\d+\])*)$/.exec(segment) ?? [];
    return name === undefined ? `[${JSON.stringify(segment)}]` : `${index === 0 ? "" : "."}${name}${items}`;
  });
  return expressionOf(written.join(""));
}

function freeName(source: string): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? "value" : `value${number}`;
    if (!new RegExp(`\\b${name}\\b`).test(source)) return name;
  }
}

function closings({ kind, span }: SubstitutionError, { source }: FaultPlace): Rewrite[] {
  if (kind !== "Unclosed") return [];
  const [opened, half] = /^\{\{[ \t]*[^\s{}]+([ \t]*\}(?!\}))?/.exec(source.slice(span.start, span.start + 500)) ?? [];
  if (opened === undefined) return [];
  const at: Span = { start: span.start + opened.length, end: span.start + opened.length };
  const newText = half === undefined ? (opened.includes(" ") ? " }}" : "}}") : "}";
  return [{ title: "Close the placeholder", edits: [{ span: at, newText }], certain: false }];
}

function escapeBraces({ span: { start } }: SubstitutionError): Rewrite {
  return { title: "Escape the braces: they are text", edits: [{ span: { start, end: start }, newText: "\\" }], certain: false };
}
