import { afterAll, expect, test } from "vitest";
import { applyEdits } from "../../../server/src/base/text-edit.js";
import { diagnostics } from "../../../server/src/features/diagnostics.js";
import { includedFixes } from "../../../server/src/features/files/included-fixes.js";
import { evaluateGo, goDocument } from "../../evaluation/go/support.js";
import { tempDir } from "../../support/temp-dir.js";

const texts = {
  "function.md": "a\n{{ uper .inputs.name }}",
  "template.md": '{{ define "greet" }}x{{ end }}{{ template "gret" }}',
  "file.md": 'é {{ embed "functon.md" }}',
};
const dir = tempDir(texts);

afterAll(() => dir.remove());

test.each([
  ["function.md", "a\n{{ upper .inputs.name }}", "Change 'uper' to 'upper' in 'function.md'"],
  ["template.md", '{{ define "greet" }}x{{ end }}{{ template "greet" }}', "Change 'gret' to 'greet' in 'template.md'"],
  ["file.md", 'é {{ embed "function.md" }}', "Change 'functon.md' to 'function.md' in 'file.md'"],
] as const)("a fault of an embedded text is mended in that text: %s", (name, fixed, title) => {
  const evaluated = evaluateGo(goDocument(`@You:\n{{ embed "${name}" }}\n`), dir.path);
  const fault = diagnostics(evaluated).find(({ file }) => file?.endsWith(name));
  const [fix] = fault === undefined ? [] : includedFixes(fault, evaluated.files?.texts);
  expect(fix?.title).toBe(title);
  expect(fix?.preferred).toBe(false);
  expect(applyEdits(texts[name], fix?.edits ?? [])).toBe(fixed);
});
