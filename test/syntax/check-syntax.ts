import { expect } from "vitest";
import type { EngineName } from "../../server/src/base/engine-name.js";
import { dump } from "../../server/src/syntax/dump.js";
import { parseDocument } from "../../server/src/syntax/parse-document.js";
import { printDocument } from "../../server/src/syntax/print.js";

/** Expects the dump of a text's tree and problems; the indentation of the lines is that of `dump`. */
export function checkTree(text: string, expected: readonly string[], engine: EngineName = "lua"): void {
  const document = parseDocument(text, undefined, engine);
  expect(dump(document).split("\n")).toEqual(expected);
  expect(printDocument(document)).toBe(text);
}
