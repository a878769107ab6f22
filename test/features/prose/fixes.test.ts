import { describe, expect, test } from "vitest";
import { applyEdits } from "../../../server/src/base/text-edit.js";
import { diagnostics } from "../../../server/src/features/diagnostics.js";
import { fixAll, fixes } from "../../../server/src/features/fixes.js";
import { createSnapshot, type Evaluated } from "../../../server/src/workspace/snapshot.js";
import { evaluateText, surroundingsOf } from "../../conformance/harness.js";
import { block, proseDocument } from "../../evaluation/prose/support.js";

function evaluated(text: string): Evaluated {
  return { ...evaluateText(text, surroundingsOf("/chats")), snapshot: createSnapshot("file:///chats/a.chat", 1, text) };
}

function faults(text: string): string[] {
  return diagnostics(evaluated(text)).map(({ code }) => code);
}

/** What a document reads after a fix of its first fault was applied. */
function fixed(text: string, title: string | RegExp): string {
  const state = evaluated(text);
  const all = diagnostics(state).flatMap((diagnostic) => fixes(state.snapshot, diagnostic));
  const fix = all.find((one) => (typeof title === "string" ? one.title === title : title.test(one.title)));
  if (fix === undefined) throw new Error(`no ${title} among ${all.map((one) => one.title).join("; ")}`);
  return applyEdits(text, fix.edits);
}

const you = (body: string): string => `@You:\n${body}`;

describe("a fix", () => {
  test.each<readonly [name: string, title: string, messages: string, wanted: string, frontmatter: string]>([
    ["names the nearest key", "Change to 'who'", you("{{ var.woh }}\n"), you("{{ var.who }}\n"), 'var = { who = "Ada" }'],
    [
      "names the nearest key below",
      "Change to 'city'",
      you("{{ var.row.citty }}\n"),
      you("{{ var.row.city }}\n"),
      'var = { row = { city = "Rome" } }',
    ],
    ["names the nearest root", "Change to 'args'", you("{{ arg }}\n"), you("{{ args }}\n"), ""],
    ["names the nearest global", "Change to 'title'", you("{{ titel }}\n"), you("{{ title }}\n"), 'title = "T"'],
    ["names the nearest field of sys", "Change to 'section_name'", you("{{ sys.section_nam }}\n"), you("{{ sys.section_name }}\n"), ""],
    ["escapes braces", "Escape the braces: they are text", you("{{ x y }}\n"), you("\\{{ x y }}\n"), ""],
    ["closes a placeholder", "Close the placeholder", you("hi {{ args and more\n"), you("hi {{ args }} and more\n"), ""],
    [
      "moves an expression into a block of its own",
      "Compute it in a Lua block",
      you("a\nb {{ 1 + 1 }}\n"),
      you(`${block("value = 1 + 1")}a\nb {{ value }}\n`),
      "",
    ],
    [
      "moves a call of include",
      "Compute it in a Lua block",
      you("{{ include('nope.md') }}\n"),
      you(`${block("value = include('nope.md')")}{{ value }}\n`),
      "",
    ],
    [
      "moves an index into the block that reads the prose",
      "Compute it in the Lua block",
      you(`{{ var.list.2 }}\n${block("print(prose)")}`),
      you(`{{ value }}\n${block("value = var.list[2]\nprint(prose)")}`),
      "var = { list = { 1, 2 } }",
    ],
    [
      "takes a name that is free",
      "Compute it in a Lua block",
      you("value {{ 1 + 1 }}\n"),
      you(`${block("value2 = 1 + 1")}value {{ value2 }}\n`),
      "",
    ],
    [
      "makes a block of what is nearly one",
      "Make it a Lua block",
      you("~~~Lua\nx = 1\n~~~\n{{ x }}\n"),
      you("```lua\nx = 1\n```\n{{ x }}\n"),
      "",
    ],
    ["closes a block", "Close the Lua block", you("```lua\nprint('x')\n"), you("```lua\nprint('x')\n```\n"), ""],
  ])("%s", (_name, title, messages, wanted, frontmatter) => {
    const text = proseDocument(messages, frontmatter);
    const after = fixed(text, title);
    expect(after).toBe(proseDocument(wanted, frontmatter));
    const isGone = faults(after).filter((code) => code.startsWith("prose/"));
    expect(isGone).toEqual([]);
  });

  test("declares an argument, in the declaration or in one of its own", () => {
    const argument = "flemma.opt.templating.prose.args";
    const input = "flemma.opt.templating.prose.input = '{\"b\": 1}'";
    const text = proseDocument(you("{{ argv.quux }}\n"), input);
    expect(fixed(text, "Declare the argument 'quux'")).toBe(
      proseDocument(you("{{ argv.quux }}\n"), input).replace("\n```\n@You", `\n${argument} = { quux = { type = "string" } }\n\`\`\`\n@You`),
    );
    const more = proseDocument(you("{{ argv.quux }}\n"), `${argument} = { b = { type = "integer" } }\n${input}`);
    expect(fixed(more, "Declare the argument 'quux'")).toBe(more.replace("{ b", '{ quux = { type = "string" }, b'));
    const empty = proseDocument(you("{{ argv.quux }}\n"), `${argument} = {}\n${input}`);
    expect(fixed(empty, "Declare the argument 'quux'")).toBe(empty.replace("{}", '{ quux = { type = "string" } }'));
  });

  test("that is clear may be applied unseen, others never", () => {
    const text = proseDocument(you("{{ var.whoo }} {{ 1 + 1 }} {{ x\n"), 'var = { who = "Ada" }');
    const { snapshot, ...rest } = evaluated(text);
    expect(applyEdits(text, fixAll(snapshot, diagnostics({ snapshot, ...rest })))).toBe(text.replace("whoo", "who"));
  });

  test("keeps the line ends of the document", () => {
    const text = proseDocument(you("{{ 1 + 1 }}\n")).replaceAll("\n", "\r\n");
    expect(fixed(text, "Compute it in a Lua block")).toBe(
      proseDocument(you(`${block("value = 1 + 1")}{{ value }}\n`)).replaceAll("\n", "\r\n"),
    );
  });

  test("is never offered for what is no fault", () => {
    const { snapshot, ...rest } = evaluated(proseDocument(you("{{ args }} \\{{ x }}\n")));
    expect(diagnostics({ snapshot, ...rest })).toEqual([]);
  });
});
