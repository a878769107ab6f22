import { cutText } from "../base/cut-text.js";
import type { Diagnostic } from "../base/diagnostic.js";
import { fileSource } from "../base/file-sources.js";
import { lineAt } from "../base/source-text.js";
import type { Evaluated } from "../workspace/snapshot.js";

/** The groups of faults in the order a person is told them (seed A313–A317), each with what belongs to it; the first that fits counts. */
const groups: readonly { readonly title: string; fits(fault: Diagnostic): boolean }[] = [
  { title: "Frontmatter and other errors (blocking)", fits: ({ blocks }) => blocks },
  { title: "Expression warnings (non-blocking)", fits: ({ code }) => code.startsWith("expression/") },
  { title: "File reference warnings (non-blocking)", fits: ({ code }) => code.startsWith("file/") },
  { title: "Other warnings (non-blocking)", fits: () => true },
];

/** So many faults of a group are told: a message is no list of everything. */
const mostLines = 20;
/** A line of more UTF-16 units is cut. */
const longestLine = 400;

/** What is told of faults, and how. */
export interface ToldFaults {
  readonly evaluated: Evaluated;
  /** In the order of the text. */
  readonly faults: readonly Diagnostic[];
  /** How a person knows a file by its absolute path, and the document by none. */
  nameOf(path: string | undefined): string;
}

/** Faults in groups, one on each line as `file:line: text`: what a person is told before a send. */
export function faultList({ evaluated, faults, nameOf }: ToldFaults): string {
  const rest = [...faults];
  return groups
    .flatMap(({ title, fits }) => {
      const own = rest.filter(fits);
      for (const fault of own) rest.splice(rest.indexOf(fault), 1);
      if (own.length === 0) return [];
      const lines = own.slice(0, mostLines).map((fault) => `${placeOf(fault, { evaluated, nameOf })}: ${faultText(fault)}`);
      const left = own.length - lines.length;
      return [`${title}:`, ...lines, ...(left === 0 ? [] : [`… and ${left.toLocaleString("en-US")} more.`])];
    })
    .join("\n");
}

/** The message of a fault on one line. */
export function faultText({ message }: Diagnostic): string {
  return cutText(message.replace(/\s+/g, " ").trim(), longestLine);
}

/** `file:line`, the line counted from one; of a file whose text nobody knows the name alone. */
function placeOf({ file, span }: Diagnostic, { evaluated, nameOf }: Omit<ToldFaults, "faults">): string {
  const source = file === undefined ? evaluated.snapshot.text : fileSource(evaluated.files?.texts, file);
  return source === undefined ? nameOf(file) : `${nameOf(file)}:${lineAt(source, span.start) + 1}`;
}
