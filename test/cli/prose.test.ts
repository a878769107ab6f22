import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createFolder, run } from "./support.js";

const head = '```lua\nflemma.opt.templating.engine = "prose"\n';
const plain = `${head}\`\`\`\n@You:\nhi {{ args }}!\n`;
const fanout = `${head}flemma.opt.templating.prose.items = { "a", "b" }\n\`\`\`\n@You:\nitem {{ item }}\n`;

describe("a prose document", () => {
  test("is rendered with the input of the command line", async () => {
    const folder = createFolder({ "a.chat": plain });
    expect(await run(folder, ["render", "--input", "Acme Corp", "a.chat"])).toEqual({
      exitCode: 0,
      stdout: "@You:\nhi Acme Corp!\n",
      stderr: "",
    });
    expect((await run(folder, ["render", "--input=", "a.chat"])).stdout).toBe("@You:\nhi !\n");
  });

  test("tells its language, and is rendered for one item", async () => {
    const folder = createFolder({ "a.chat": fanout });
    const { stdout } = await run(folder, ["render", "--format=json", "--item=2", "a.chat"]);
    expect(JSON.parse(stdout)).toMatchObject({
      engine: "prose",
      blocked: false,
      messages: [{ parts: [{ kind: "text", text: "item b" }] }],
    });
    expect(await run(folder, ["render", "--item=3", "a.chat"])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("There is no item 3"),
    });
    expect(await run(folder, ["render", "--item=0", "a.chat"])).toMatchObject({ exitCode: 2 });
  });

  test("is checked for all items", async () => {
    const folder = createFolder({ "a.chat": `${fanout}\n\`\`\`lua\nx = ({ a = 1 })[item]\n\`\`\`\n{{ x }}\n` });
    const { exitCode, stdout } = await run(folder, ["check", "a.chat"]);
    expect(exitCode).toBe(1);
    expect(stdout).toContain("(item 2 of 2)");
  });
});

describe("sending a fanout", () => {
  test("sends every item into a file of its own, and leaves the document alone", async () => {
    const folder = createFolder({ "letter.chat": fanout });
    const sent = await run(folder, ["send", "--provider=echo", "letter.chat"]);
    expect(sent.exitCode).toBe(0);
    expect(sent.stderr).toContain("Item 1 of 2: letter.1.chat");
    expect(readdirSync(folder).sort()).toEqual(["letter.1.chat", "letter.2.chat", "letter.chat"]);
    expect(readFileSync(join(folder, "letter.chat"), "utf8")).toBe(fanout);
    for (const [name, item] of [
      ["letter.1.chat", "a"],
      ["letter.2.chat", "b"],
    ] as const)
      expect(readFileSync(join(folder, name), "utf8")).toBe(`${fanout}\n@Assistant:\n[user]\nitem ${item}\n\n@You:\n`);
  });

  test("sends one item into the document itself", async () => {
    const folder = createFolder({ "letter.chat": fanout });
    expect((await run(folder, ["send", "--provider=echo", "--item=2", "letter.chat"])).exitCode).toBe(0);
    expect(readdirSync(folder)).toEqual(["letter.chat"]);
    expect(readFileSync(join(folder, "letter.chat"), "utf8")).toContain("[user]\nitem b\n");
  });

  test("overwrites nothing", async () => {
    const folder = createFolder({ "letter.chat": fanout, "letter.2.chat": "mine" });
    const sent = await run(folder, ["send", "--provider=echo", "letter.chat"]);
    expect(sent).toMatchObject({ exitCode: 1, stdout: "" });
    expect(sent.stderr).toContain("'letter.2.chat' is there already. Move it away, or send one item with --item.");
    expect(readdirSync(folder).sort()).toEqual(["letter.2.chat", "letter.chat"]);
  });

  test("prints every item with --dry-run", async () => {
    const folder = createFolder({ "letter.chat": fanout });
    expect(await run(folder, ["send", "--dry-run", "letter.chat"])).toEqual({
      exitCode: 0,
      stdout: "@You:\nitem a\n@You:\nitem b\n",
      stderr: "Item 1 of 2\nItem 2 of 2\n",
    });
    expect(readdirSync(folder)).toEqual(["letter.chat"]);
  });
});
