import { shift } from "../../base/span.js";
import type { ChatDocument } from "../../syntax/ast.js";
import { parseDocument } from "../../syntax/parse-document.js";
import { hasTooMuchLua } from "../lua/chunks.js";
import { flowPlace } from "./flow-place.js";
import type { OptionPlace } from "./option-place.js";
import { yamlPlace } from "./yaml-place.js";

/** A place as it is found in code: `names` start at the top of the data, so that options are those below `flemma`. */
export interface DataPlace extends Omit<OptionPlace, "kind" | "path" | "language"> {
  readonly kind: "key" | "value" | "item";
  readonly names: readonly string[];
}

/** The place of an option in JSON or YAML frontmatter, finished or not. */
export function dataOptionPlace(document: ChatDocument, offset: number): OptionPlace | undefined {
  if (hasTooMuchLua(document)) return undefined;
  const { frontmatter, source } = closed(document, offset);
  if (frontmatter === undefined || offset < frontmatter.body.start || offset > frontmatter.body.end) return undefined;
  const { start, end } = frontmatter.body;
  const code = source.slice(start, end);
  const language = languageOf(frontmatter.language);
  if (language === undefined) return undefined;
  const found = language === "json" ? flowPlace(code, offset - start, []) : yamlPlace(code, offset - start);
  if (found === undefined) return undefined;
  const { names, kind, ...rest } = found;
  const place = { ...rest, language, word: shift(found.word, start) };
  if (names.length === 0) return kind === "key" ? { ...place, kind: "root", path: [] } : undefined;
  return names[0] === "flemma" ? { ...place, kind, path: names.slice(1) } : undefined;
}

/** While somebody types, the fence that closes the frontmatter may be missing: it is imagined behind the cursor's line. */
function closed(document: ChatDocument, offset: number): ChatDocument {
  const { source, problems, frontmatter } = document;
  if (frontmatter !== undefined || !problems.some(({ code, span }) => code === "frontmatter/unclosed" && span.end < offset))
    return document;
  return parseDocument(`${source.slice(0, offset)}\n\`\`\`\n`);
}

function languageOf(name: string): "json" | "yaml" | undefined {
  switch (name.toLowerCase()) {
    case "json":
      return "json";
    case "yaml":
    case "yml":
      return "yaml";
    default:
      return undefined;
  }
}
