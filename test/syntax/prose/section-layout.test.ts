import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dump } from "../../../server/src/syntax/dump.js";
import { parseDocument } from "../../../server/src/syntax/parse-document.js";
import { printDocument } from "../../../server/src/syntax/print.js";
import { sectionLayout } from "../../../server/src/syntax/prose/section-layout.js";
import { trimmed } from "../../../server/src/syntax/prose/white-space.js";
import { fuzzing } from "../../hostile/fuzz-settings.js";

function blocks(text: string): { readonly prose: string; readonly code: string; readonly dropped: string }[] {
  const cut = ({ start, end }: { readonly start: number; readonly end: number }): string => text.slice(start, end);
  return sectionLayout(text, { start: 0, end: text.length }).blocks.map(({ prose, code, dropped }) => ({
    prose: cut(prose),
    code: cut(code),
    dropped: cut(dropped),
  }));
}

function trailing(text: string): string {
  const { start, end } = sectionLayout(text, { start: 0, end: text.length }).trailing;
  return text.slice(start, end);
}

function misses(text: string): string[] {
  return sectionLayout(text, { start: 0, end: text.length }).nearMisses.map(({ reason, close }) => `${reason}${close ? " closed" : ""}`);
}

describe("a Lua block", () => {
  test("is opened and closed by exact lines, with LF and CRLF", () => {
    for (const end of ["\n", "\r\n"]) {
      const text = ["a", "```lua", "x = 1", "```", "b"].join(end);
      expect(blocks(text)).toEqual([{ prose: "a", code: `x = 1${end}`, dropped: "" }]);
      expect(trailing(text)).toBe(`${end}b`);
    }
  });

  test("is not closed by anything that is nearly its end", () => {
    expect(blocks("```lua\na\n````\n ```\n``` \n```\nb")).toEqual([{ prose: "", code: "a\n````\n ```\n``` \n", dropped: "" }]);
  });

  test("that is never closed goes to the end", () => {
    const [block] = sectionLayout("a\n```lua\nx\n", { start: 0, end: 11 }).blocks;
    expect(block).toMatchObject({ isClosed: false, code: { start: 9, end: 11 } });
    expect(trailing("a\n```lua\nx\n")).toBe("");
  });

  test("has the prose since the last block, heading or break, without white space around it", () => {
    expect(blocks("\n a \n\n```lua\n```\n\u0085b\n```lua\n```\n```lua\n```\n").map(({ prose }) => prose)).toEqual(["a", "b", ""]);
    expect(blocks("a\n\n# H\n\nb\n\n***\n\nc\n```lua\n```\n")).toEqual([{ prose: "c", code: "", dropped: "a\n\n# H\n\nb\n\n***" }]);
  });

  test.each([
    "    ```lua\nx\n    ```\n",
    "````\n```lua\n```\n````\n",
    "<!--\n```lua\n-->\n",
    "```python\n```lua\n```\n",
    "> ```lua\n> x\n",
  ])("is not %j", (text) => {
    expect(blocks(text)).toEqual([]);
  });
});

describe("a fence that is nearly a Lua block", () => {
  test.each([
    ["```Lua\nx\n```\n", ["case closed"]],
    ["``` lua\nx\n```\n", ["space closed"]],
    ["```lua \nx\n```\n", ["space closed"]],
    [" ```lua\nx\n```\n", ["indented closed"]],
    ["~~~lua\nx\n~~~\n", ["tildes closed"]],
    ["```lua title\nx\n```\n", ["words closed"]],
    ["```LUA\nx\n", ["case"]],
    ["````lua\nx\n````\n", []],
    ["```luau\nx\n```\n", []],
    ["```\nlua\n```\n", []],
    ["- ```Lua\n", []],
  ])("%j is told with its reason", (text, wanted) => expect(misses(text)).toEqual(wanted));
});

test("white space is that of Unicode, not that of JavaScript", () => {
  const cut = (text: string): string => {
    const { start, end } = trimmed(text, { start: 0, end: text.length });
    return text.slice(start, end);
  };
  expect(cut("\u0085\u00a0\u1680\u2000\u200a\u2028\u202f\u205f\u3000\t\v\f\r\n x \u0085")).toBe("x");
  expect(cut("\ufeffx\u200b")).toBe("\ufeffx\u200b");
  expect(cut(" \n ")).toBe("");
});

describe("the tree of a prose document", () => {
  const head = '```lua\nflemma.opt.templating.engine = "prose"\n```\n';
  const parse = (body: string) => parseDocument(`${head}@You:\n${body}`, undefined, "prose");

  test("has placeholders and blocks, and references in what is left", () => {
    expect(dump(parse("@./a {{ b @./c }} \\{{ d }}\n```lua\n@./e {{ f }}\n```\n{{ g\n")).split("\n").slice(1)).toEqual([
      "@You",
      '  reference "./a"',
      '  text " "',
      '  placeholder "b @./c"',
      '  text " \\\\{{ d }}\\n"',
      '  lua-block "@./e {{ f }}\\n"',
      '  text "\\n{{ g"',
    ]);
  });

  test("tells what is wrong with fences", () => {
    expect(
      dump(parse("```Lua\n```\n```lua\nx"))
        .split("\n")
        .filter((line) => line.startsWith("!")),
    ).toEqual(['! prose/near-fence "```Lua"', '! prose/unclosed-fence "```lua"']);
  });

  const told = (text: string): string[] =>
    dump(parse(text))
      .split("\n")
      .filter((line) => line.startsWith("! prose/near-fence"));

  const nearly = [
    "```lua{1,2}",
    "```lua,run",
    "```lua:x",
    "```{lua}",
    "```{.lua .x}",
    "``` {.lua}",
    "```lua title=x",
    "```LUA",
    "~~~Lua",
    "  ```lua",
    "```lua\t",
  ];
  test.each(nearly)("tells of %j, which is nearly a block", (line) =>
    expect(told(`${line}\n\`\`\`\n`)).toEqual([`! prose/near-fence ${JSON.stringify(line)}`]),
  );

  const others = [
    "```luau",
    "```lua-x",
    "```lua5.1",
    "```moon-lua",
    "```",
    "````lua",
    "> ```lua",
    "- ```lua",
    "    ```lua",
    "``lua",
    "```lua `x`",
  ];
  test.each(others)("says nothing of %j, which is none", (line) => expect(told(`${line}\n${line.replace(/[^`]/g, "")}\n`)).toEqual([]));

  test("tells of the first line in a block that closes it for Markdown only", () => {
    for (const line of ["``` ", " ```", "   ````", "`````", "```\t"])
      expect(told(`\`\`\`lua\nx = 1\n${line}\n${line}\n\`\`\`\n`)).toEqual([`! prose/near-fence ${JSON.stringify(line)}`]);
    for (const line of ["    ```", "``", "~~~", "```lua", "x ```", "``` x"]) expect(told(`\`\`\`lua\n${line}\n\`\`\`\n`)).toEqual([]);
    // Of a block that nothing closes this is the fix.
    expect(told("```lua\nx = 1\n``` \n")).toEqual([]);
  });

  test("gives its text back, and is the same after an edit as anew", () => {
    const piece = fc.constantFrom(
      "{{ a }}",
      "{{",
      "}}",
      "\\{",
      "\n",
      "```lua\n",
      "```\n",
      "x",
      "@You:\n",
      "@./a",
      "# H\n",
      "***\n",
      "**Tool Result:** `t`\n",
      "<!--",
      "\r\n",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.array(piece, { maxLength: 30 }), (first, second) => {
        const text = `${head}@You:\n${first.join("")}\n@You:\n${second.join("")}`;
        const document = parseDocument(text, undefined, "prose");
        expect(printDocument(document)).toBe(text);
        const changed = text.replace("@You:\n", "@You:\nnew ");
        expect(parseDocument(changed, document, "prose")).toEqual(parseDocument(changed, undefined, "prose"));
      }),
      fuzzing("prose documents", 500),
    );
  });
});
