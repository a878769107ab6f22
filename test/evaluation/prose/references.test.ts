import { describe, expect, test } from "vitest";
import { block, check } from "./support.js";

const files = { "a.txt": "A", "b.txt": "B", "a{b.txt": "C" };

describe("a file reference", () => {
  test.each<readonly [name: string, body: string, text: string]>([
    ["in prose that is sent is a part", "see @./a.txt.\n", "see [a.txt text/plain]."],
    ["in prose that a block prints is a part", `see @./a.txt.\n${block("print('<', prose, '>')")}`, "<see [a.txt text/plain].>"],
    ["in prose that a block returns is a part", `@./a.txt\n${block("return prose")}`, "[a.txt text/plain]"],
    ["in prose that a later block prints is a part", `@./a.txt\n${block("kept = prose")}${block("print(kept)")}`, "[a.txt text/plain]"],
    ["is a part as often as it is printed", `@./a.txt\n${block("print(prose, ' ', prose)")}`, "[a.txt text/plain] [a.txt text/plain]"],
    [
      "stands in changed prose as a part",
      `say @./a.txt now\n${block("print((prose:gsub('say', 'tell')))")}`,
      "tell [a.txt text/plain] now",
    ],
    ["that a block has changed is text", `@./a.txt\n${block("print((prose:gsub('a.txt', 'b.txt')))")}`, "@./b.txt"],
    ["from a value is text", `${block('v = "@./a.txt"')}{{ v }}\n`, "@./a.txt"],
    [
      "from a value beside the same that is typed is text",
      `${block('v = "@./a.txt"')}@./a.txt {{ v }} @./a.txt\n`,
      "[a.txt text/plain] @./a.txt [a.txt text/plain]",
    ],
    [
      "from a value is text in changed prose as well",
      `{{ v }} @./a.txt\n${block('v = "@./a.txt" print((prose:gsub(" ", "  ")))')}`,
      "@./a.txt  @./a.txt",
    ],
    ["that a value makes longer is text", `${block('v = "/x"')}@./a.txt{{ v }}\n`, "@./a.txt/x"],
    ["in Lua code is text", block("print('@./a.txt')"), "@./a.txt"],
    ["keeps its options", "@./a.txt;type=text/csv\n", "[a.txt text/csv]"],
    ["may come twice", "@./a.txt @./b.txt @./a.txt\n", "[a.txt text/plain] [b.txt text/plain] [a.txt text/plain]"],
  ])("%s", (_name, body, text) => {
    expect(check(`@You:\n${body}`, { files }).texts).toEqual([text]);
  });

  test("that leads nowhere is told where it is typed", () => {
    check(`@You:\né {{ args }} ⟦file/missing: @./nope.txt⟧\n${block("print(prose)")}`, { files });
  });

  test("of prose that nobody reads is not looked for", () => {
    const { evaluated } = check(`@You:\n@./nope.txt\n${block("x = 1")}`, { files });
    expect(evaluated.files?.attachments.size).toBe(0);
  });
});

test("include() works in blocks: text as a string, files as parts", () => {
  const text = check(`@You:\n${block("t = include('a.txt') print(include('p.png', { [symbols.BINARY] = true }))")}{{ t }}\n`, {
    files: { "a.txt": "{{ 1 + 1 }}", "p.png": new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
  });
  expect(text.texts).toEqual(["[p.png image/png]2"]);
});

test("a file is no data", () => {
  check(`@You:\n${block("p = include('p.png', { [symbols.BINARY] = true })")}{{ ⟦prose/not-data: p⟧ }}\n`, {
    files: { "p.png": new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
  });
});
