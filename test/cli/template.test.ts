import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createFolder, run } from "./support.js";

describe("template", () => {
  test("prints a template with its data, byte for byte", async () => {
    const folder = createFolder({
      "a.md": "Hi {{.name}} {{.n}} {{printf `%T` .f}} `{{code}}`\n",
      "d.json": '{"name": "é", "n": 9007199254740993, "f": 1.0}',
    });
    expect(await run(folder, ["template", "--engine=go", "--data=d.json", "a.md"])).toEqual({
      exitCode: 0,
      stdout: "Hi é 9007199254740993 float64 `{{code}}`\n",
      stderr: "",
    });
  });

  test("reads standard input, and has an empty scope without data", async () => {
    const folder = createFolder({});
    expect(await run(folder, ["template", "--engine", "go", "-"], { stdin: "{{.}}{{.x}}" })).toMatchObject({
      exitCode: 0,
      stdout: "map[]<no value>",
    });
  });

  test("tells every mistake of a text with its place, and prints nothing", async () => {
    const folder = createFolder({ "p/a.md": "é {{if}}\n{{end}}{{foo}}" });
    expect(await run(folder, ["template", "--engine=go", "p/a.md"])).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: 'p/a.md:1:7: missing value for if\np/a.md:2:10: function "foo" not defined\n',
    });
  });

  test("tells where it failed, and prints nothing", async () => {
    const folder = createFolder({ "a.md": "text\n {{.x.y}}" });
    const failed = await run(folder, ["template", "--engine=go", "--missing-key=error", "a.md"]);
    expect(failed).toEqual({ exitCode: 1, stdout: "", stderr: 'a.md:2:6: executing "a.md" at <.x.y>: map has no entry for key "x"\n' });
  });

  test("runs actions in code when it is told to", async () => {
    const folder = createFolder({ "a.md": "`{{1}}`" });
    expect(await run(folder, ["template", "--engine=go", "--no-code-regions", "a.md"])).toMatchObject({ stdout: "`1`" });
  });

  test("embeds files of the workspace folder, and no others", async () => {
    const folder = createFolder({
      "ws/.git/x": "",
      "ws/p/a.md": 'A{{embed "../b.md"}}',
      "ws/b.md": 'B{{embed "p/c.md"}}',
      "ws/p/c.md": "{{.x.y}}",
      "out.md": "out",
    });
    symlinkSync(join(folder, "out.md"), join(folder, "ws/p/link.md"));
    expect(await run(folder, ["template", "--engine=go", "ws/p/a.md"])).toMatchObject({ exitCode: 0, stdout: "AB<no value>" });
    expect((await run(folder, ["template", "--engine=go", "-"], { stdin: '{{embed "ws/p/c.md"}}' })).stdout).toBe("<no value>");
    const outside = await run(folder, ["template", "--engine=go", "--workspace=ws", "-"], { stdin: '{{embed "p/link.md"}}' });
    expect(outside).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('-:1:3: executing "-"') });
  });

  test("calls embedded files as it calls files, also in the chain of a cycle", async () => {
    const folder = createFolder({ "a.md": '{{embed "p/b.md"}}', "p/b.md": '\n{{embed "../a.md"}}' });
    expect((await run(folder, ["template", "--engine=go", "a.md"])).stderr).toBe(
      'p/b.md:2:3: executing "p/b.md" at <embed "../a.md">: error calling embed: a cycle: a.md → p/b.md → a.md\n',
    );
  });

  test("says what is wrong with the invocation", async () => {
    const folder = createFolder({ "a.md": "", "d.json": "{" });
    expect(await run(folder, ["template", "a.md"])).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("--engine=go") });
    expect(await run(folder, ["template", "--engine=lua", "a.md"])).toMatchObject({ exitCode: 2 });
    expect(await run(folder, ["template", "--engine=go"])).toMatchObject({ exitCode: 2 });
    expect(await run(folder, ["template", "--engine=go", "no.md"])).toMatchObject({ exitCode: 2 });
    expect(await run(folder, ["template", "--engine=go", "--data=no.json", "a.md"])).toMatchObject({ exitCode: 2 });
    expect(await run(folder, ["template", "--engine=go", "--data=d.json", "a.md"])).toMatchObject({
      exitCode: 1,
      stderr: "'d.json' is not JSON: unexpected EOF.\n",
    });
  });
});

describe("template --engine=prose", () => {
  test("substitutes prose from its data", async () => {
    const data = { args: "docs", argv: { q: "é" }, item: [1, "b"], var: { row: { a: 1 } }, sys: { id: 7 }, globals: { kind: "x" } };
    const folder = createFolder({
      "a.md": "\ufeff\n {{ args }} {{ argv.q }} {{ item }} {{ var.row }} {{ sys.id }} {{ kind }} \\{{ x }}\n",
      "d.json": `\ufeff${JSON.stringify(data)}`,
    });
    expect(await run(folder, ["template", "--engine=prose", "--data=d.json", "a.md"])).toEqual({
      exitCode: 0,
      stdout: 'docs é [1,"b"] {"a":1} 7 x {{ x }}',
      stderr: "",
    });
  });

  test("reads standard input, and without data there is the empty input alone", async () => {
    expect(await run(createFolder({}), ["template", "--engine=prose", "-"], { stdin: "[{{ args }}]" })).toMatchObject({ stdout: "[]" });
  });

  test("tells the first mistake with its place, and prints nothing", async () => {
    const folder = createFolder({ "p/a.md": "\n\né {{ args }}\r\n📚 {{ var.nope }} {{ x }}" });
    expect(await run(folder, ["template", "--engine=prose", "p/a.md"])).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: "p/a.md:4:4: missing {{ var.nope }}\n",
    });
  });

  test.each([
    ["{", "is not JSON"],
    ["[]", "must hold an object with args, argv, item, var, sys, globals"],
    ['{"arg": "x"}', "unknown key 'arg'. Did you mean 'args'"],
    ['{"args": 1}', "'args' must be a string"],
    ['{"var": []}', "'var' must be an object"],
  ])("refuses the data %s", async (data, says) => {
    const folder = createFolder({ "d.json": data, "a.md": "x" });
    const failed = await run(folder, ["template", "--engine=prose", "--data=d.json", "a.md"]);
    expect(failed).toMatchObject({ exitCode: 1, stdout: "" });
    expect(failed.stderr).toContain(says);
  });

  test("refuses what belongs to templates of Go", async () => {
    const failed = await run(createFolder({ "a.md": "x" }), ["template", "--engine=prose", "--missing-key=error", "a.md"]);
    expect(failed).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("--missing-key belongs to --engine=go") });
  });
});
