import type { Diagnostic } from "../../../base/diagnostic.js";
import { basename } from "../../../base/paths.js";
import { span } from "../../../base/span.js";
import { complete } from "../../../base/steps.js";
import type { Chunk } from "../../../lua/errors.js";
import { scanTags, unclosedTag } from "../../../syntax/scan-tags.js";
import type { Template } from "../program.js";

/** An included file, parsed: a template without roles, frontmatter, blocks and references (spec/flemma-templates.md §4). */
export interface IncludeProgram {
  readonly chunk: Chunk;
  readonly template: Template;
  /** Something runs in it. */
  readonly hasTags: boolean;
  /** What is wrong with its tags, whatever runs. */
  readonly problems: readonly Diagnostic[];
}

/** What was parsed last is used again while the text of the file is the same. */
const known = new Map<string, IncludeProgram>();
const mostKnown = 1000;
/** In UTF-16 units of all texts; a tag takes as much memory as so many units. */
const mostUnits = 8 * 1024 * 1024;
const unitsOfTag = 400;
let knownUnits = 0;

/**
 * Parses the text of a file at an absolute path. Only speed depends on what was parsed before, never the result. A file that is
 * more than all that is kept is parsed for each evaluation.
 */
export function includeProgram(path: string, text: string): IncludeProgram {
  const last = known.get(path);
  const program = last?.chunk.source === text ? last : parse(path, text);
  forget(path);
  known.set(path, program);
  knownUnits += unitsOf(program);
  for (const oldest of known.keys()) if (known.size > mostKnown || knownUnits > mostUnits) forget(oldest);
  return program;
}

function forget(path: string): void {
  const program = known.get(path);
  if (program !== undefined) knownUnits -= unitsOf(program);
  known.delete(path);
}

function unitsOf({ chunk, template }: IncludeProgram): number {
  return chunk.source.length + unitsOfTag * template.segments.length;
}

function parse(path: string, source: string): IncludeProgram {
  const { pieces, unclosed } = complete(scanTags(source, span(source.startsWith("\ufeff") ? 1 : 0, source.length)));
  return {
    chunk: { id: `include:${path}`, name: basename(path), source, firstLine: 1, file: path },
    template: { segments: pieces },
    hasTags: pieces.some(({ kind }) => kind !== "text"),
    problems: unclosed === undefined ? [] : [unclosedTag(source, unclosed, "file")],
  };
}
