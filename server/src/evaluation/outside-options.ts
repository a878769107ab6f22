import type { SettableBy } from "../../../shared/settings.js";
import type { Diagnostic } from "../base/diagnostic.js";
import type { ConfigTable } from "../config/config-node.js";
import { lateProblems } from "../config/late-problems.js";
import type { Layer, Origin } from "../config/operations.js";
import { createOptionWriter, type OptionWriter } from "../config/option-writer.js";
import { parseData } from "../config/parse-data.js";
import { providerNames } from "../providers/catalogue.js";
import { builtInTools } from "../tools/definitions/built-in-tools.js";

/** Who says something of options outside of a document, with what right, and on top of which layers (lowest first). */
export interface Speaker {
  readonly origin: Origin;
  readonly by: SettableBy;
  readonly below: readonly Layer[];
  /** The tools that exist; without it the built-in ones. */
  readonly tools?: readonly string[];
}

/** What was read: the options that are right, and what is wrong, at its place in the text. Hints are left out. */
export interface OutsideLayer {
  readonly layer: Layer;
  readonly problems: readonly Diagnostic[];
}

/** A writer of options for somebody outside of a document; `source` is the text that spans are offsets of. */
export function outsideWriter(speaker: Speaker, source: string): OptionWriter {
  return createOptionWriter({ tools: builtInTools.map(({ name }) => name), ...speaker, source, providers: providerNames });
}

/** Reads options that are written as one JSON object. Text that is no JSON gives no options. */
export function readOutsideLayer(speaker: Speaker, json: string): OutsideLayer {
  const writer = outsideWriter(speaker, json);
  const { root, problems = [] } = parseData("json", json) ?? {};
  if (root === undefined || problems.length > 0) return { layer: writer.layer(), problems: problems.map(aboutSettings) };
  // An object has no order: a provider may be chosen above the place where it is defined.
  for (const { name, keySpan, node } of root.members)
    if (name === "providers") writer.write({ path: [{ name, span: keySpan }], action: "set", node });
  writer.write({ path: [], action: "set", node: withoutMember(root, "providers") });
  return { layer: writer.layer(), problems: outsideProblems(writer) };
}

/** What is wrong with what was written, names that only all layers tell included; hints are left out. */
export function outsideProblems(writer: OptionWriter): Diagnostic[] {
  const refused = writer.problems();
  const late = lateProblems(writer.layer(), writer.config(), { presets: writer.vocabulary().presets, refused });
  return [...refused, ...late].filter(({ severity }) => severity !== "hint");
}

function withoutMember(table: ConfigTable, name: string): ConfigTable {
  return { ...table, members: table.members.filter((member) => member.name !== name) };
}

/** Data is parsed as frontmatter is, and the fault of a whole text names it. */
function aboutSettings(problem: Diagnostic): Diagnostic {
  return { ...problem, message: problem.message.replace(/^The frontmatter\b/, "The file") };
}
