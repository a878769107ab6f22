import { expect } from "vitest";
import type { EvaluationRequest } from "../../../server/src/evaluation/types.js";
import { type Files, type IncludeCase, includeCase } from "../../engines/lua/include/case.js";

/** A prose document: the Lua of its frontmatter, then its messages. */
export function proseDocument(messages: string, frontmatter = ""): string {
  return `\`\`\`lua\nflemma.opt.templating.engine = "prose"\n${frontmatter}\n\`\`\`\n${messages}`;
}

/** A Lua block. */
export function block(code: string): string {
  return `\`\`\`lua\n${code}\n\`\`\`\n`;
}

/** What else a document comes with. */
interface More {
  readonly frontmatter?: string;
  readonly files?: Files;
  readonly request?: Partial<EvaluationRequest>;
}

/** Evaluates messages of prose in which every diagnostic is marked `⟦code: text⟧`, those of unread prose excepted unless they are marked. */
export function check(messages: string, { frontmatter, files, request }: More = {}): IncludeCase {
  const result = includeCase(proseDocument(messages, frontmatter), files, request);
  const isTold = (difference: string): boolean => !/not expected: main\.chat prose\/unread(?:-fault)? /.test(difference);
  expect(result.differences.filter((difference) => messages.includes("prose/unread") || isTold(difference))).toEqual([]);
  return result;
}

/** What the messages of a document render to. */
export function rendered(messages: string, more: More = {}): readonly string[] {
  return check(messages, more).texts;
}
