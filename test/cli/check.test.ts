import { appendFileSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { blocked, clean, createFolder, misspelled, run } from "./support.js";

describe("exit codes", () => {
  test.each([
    ["no problems", { "a.chat": clean }, ["."], 0],
    ["a warning", { "a.chat": misspelled }, ["."], 0],
    ["an error", { "a.chat": blocked, "b.chat": clean }, ["."], 1],
    ["an empty file", { "a.chat": "" }, ["a.chat"], 0],
    ["a folder without documents", { "a.txt": "" }, ["."], 0],
    ["as many warnings as allowed", { "a.chat": misspelled }, ["--max-warnings=1", "."], 0],
    ["too many warnings", { "a.chat": misspelled, "b.chat": misspelled }, ["--max-warnings=1", "."], 1],
    ["a warning too many", { "a.chat": misspelled }, ["--max-warnings", "0", "."], 1],
    ["a file that is not UTF-8", { "a.chat": new Uint8Array([0x40, 0x0a, 0xff]) }, ["."], 1],
    ["a PATH that names nothing", { "a.chat": blocked }, ["a.chat", "b.chat"], 2],
  ] as const)("%s", async (_, files, argv, expected) => {
    const { exitCode } = await run(createFolder(files), ["check", ...argv]);
    expect(exitCode).toBe(expected);
  });
});

test("of very many problems a thousand are shown, errors first, and all are counted", async () => {
  const text = `@You:\n${"{{ nobody }}\n".repeat(1500)}@You:\n{% error("no") %}\n`;
  const folder = createFolder({ "a.chat": text });
  const { exitCode, stdout, stderr } = await run(folder, ["check", "--format=json", "."]);
  const codes = (JSON.parse(stdout) as { files: { diagnostics: { code: string }[] }[] }).files[0]?.diagnostics.map(({ code }) => code);
  expect(codes?.length).toBe(1001);
  expect(codes?.slice(-2)).toEqual(["document/more-problems", "template/runtime"]);
  expect(stderr).toBe("1 error, 1500 warnings in 1 file; 1 of them blocks a send.\n");
  expect(exitCode).toBe(1);
  const warnings = createFolder({ "a.chat": `@You:\n${"{{ nobody }}\n".repeat(1500)}` });
  expect((await run(warnings, ["check", "--max-warnings=1499", "."])).exitCode).toBe(1);
  expect((await run(warnings, ["check", "--max-warnings=1500", "."])).exitCode).toBe(0);
});

test("results go to standard output, the summary to standard error, without color", async () => {
  expect(await run(createFolder({ "a b.chat": misspelled, "clean.chat": clean }), ["check", "."])).toEqual({
    exitCode: 0,
    stdout: expect.stringMatching(
      /^a b\.chat:5:10: warning\[expression\/undefined-variable\]: .*\n 5 \| Hello {{ nmae }}\n {3}\| {10}\^{4}\n {2}fix /,
    ),
    stderr: "1 warning in 2 files.\n",
  });
});

test("a terminal gets color", async () => {
  const folder = createFolder({ "a.chat": misspelled });
  expect((await run(folder, ["check", "."], { isTTY: true })).stdout).toContain("\x1b[");
  expect((await run(folder, ["check", "."], { isTTY: true, env: { NO_COLOR: "1" } })).stdout).not.toContain("\x1b");
});

test("every document is in the JSON, in order, each diagnostic once", async () => {
  const files = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`${index}.chat`, index % 2 === 0 ? clean : misspelled]));
  const { stdout } = await run(createFolder(files), ["check", "--format=json", "."]);
  const { files: found } = JSON.parse(stdout) as { files: { path: string; diagnostics: { code: string }[] }[] };
  expect(found.map(({ path }) => path)).toEqual(Object.keys(files));
  expect(found.map(({ diagnostics }) => diagnostics.length)).toEqual([0, 1, 0, 1, 0, 1, 0, 1, 0]);
});

test("without documents the formats for programs are still well-formed", async () => {
  const folder = createFolder({});
  expect(await run(folder, ["check", "--format", "json", "."])).toEqual({
    exitCode: 0,
    stdout: `${JSON.stringify({ version: 1, files: [] }, null, 2)}\n`,
    stderr: "No .chat files found.\n",
  });
  expect(JSON.parse((await run(folder, ["check", "--format", "sarif", "."])).stdout).runs[0].results).toEqual([]);
});

test("a file that cannot be read is told and does not stop the others", async () => {
  const utf16 = new Uint8Array(Buffer.from("\ufeff@You:\n", "utf16le"));
  const folder = createFolder({ "a.chat": new Uint8Array([0x61, 0x0a, 0x62, 0x0a, 0xe9, 0x0a]), "b.chat": utf16, "c.chat": clean });
  const { exitCode, stdout, stderr } = await run(folder, ["check", "--format=json", "."]);
  expect(exitCode).toBe(1);
  expect(stderr).toBe(
    "Cannot read 'a.chat': line 3 is not UTF-8. Save it as UTF-8.\n" +
      "Cannot read 'b.chat': it is UTF-16. Save it as UTF-8.\n" +
      "No problems in 1 file.\n",
  );
  expect(JSON.parse(stdout).files).toEqual([{ path: "c.chat", diagnostics: [] }]);
});

describe("standard input", () => {
  test("is named by --stdin-filename", async () => {
    const { stdout } = await run(createFolder({}), ["check", "--format=json", "--stdin-filename", "sub/a.chat", "-"], {
      stdin: misspelled,
    });
    expect(JSON.parse(stdout).files).toMatchObject([{ path: "sub/a.chat", diagnostics: [{ code: "expression/undefined-variable" }] }]);
  });

  test("is - without a name, and may stand beside files", async () => {
    const { exitCode, stdout } = await run(createFolder({ "a.chat": clean }), ["check", "--format=json", "-", "a.chat"], {
      stdin: blocked,
    });
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout).files.map(({ path }: { path: string }) => path)).toEqual(["-", "a.chat"]);
  });
});

test("line ends and a byte order mark change no position", async () => {
  const folder = createFolder({ "crlf.chat": `\ufeff${misspelled.replaceAll("\n", "\r\n")}`, "lf.chat": misspelled });
  const { stdout } = await run(folder, ["check", "--format=json", "."]);
  const [crlf, lf] = JSON.parse(stdout).files;
  expect(crlf.diagnostics).toEqual(lf.diagnostics);
  expect(lf.diagnostics).toHaveLength(1);
});

test("a link is checked under its own name", async () => {
  const folder = createFolder({ "real.chat": misspelled });
  symlinkSync(join(folder, "real.chat"), join(folder, "link.chat"));
  const { stdout } = await run(folder, ["check", "--format=github", "link.chat"]);
  expect(stdout).toMatch(/^::warning file=link\.chat,line=5,col=10,endLine=5,endColumn=14,title=expression\/undefined-variable::/);
});

test("a file of 10 MB is checked for syntax", async () => {
  const folder = createFolder({ "a.chat": `@Yuo:\n${"x".repeat(10_000_000)}\n@You:\n{{ nmae }}\n` });
  const { exitCode, stdout } = await run(folder, ["check", "--format=json", "."]);
  const codes = JSON.parse(stdout).files[0].diagnostics.map(({ code }: { code: string }) => code);
  expect(exitCode).toBe(0);
  expect(codes).toContain("role/unknown");
  expect(codes).not.toContain("expression/undefined-variable");
});

test("an interrupted run ends with 130", async () => {
  expect((await run(createFolder({ "a.chat": clean }), ["check", "."], { interrupted: AbortSignal.abort() })).exitCode).toBe(130);
});

test("--watch checks again after a change, sees new files, and ends with 0 when interrupted", async () => {
  const folder = createFolder({ "a.chat": clean });
  const interrupt = new AbortController();
  let seen = "";
  const onOutput = (stdout: string): void => {
    seen = stdout;
  };
  const running = run(folder, ["check", "--watch", "--format=github", "."], { interrupted: interrupt.signal, onOutput });
  await new Promise((resolve) => setTimeout(resolve, 500));
  appendFileSync(join(folder, "a.chat"), "{{ oops }}\n");
  await vi.waitFor(() => expect(seen).toContain("file=a.chat"), 5000);
  writeFileSync(join(folder, "new.tmp"), misspelled);
  renameSync(join(folder, "new.tmp"), join(folder, "new.chat"));
  await vi.waitFor(() => expect(seen).toContain("file=new.chat"), 5000);
  interrupt.abort();
  expect((await running).exitCode).toBe(0);
});

test("--watch checks again when a file changes or comes that a document uses, wherever it is, and not when nothing does", async () => {
  const folder = createFolder({
    "docs/a.chat": "@You:\n{{ include('../parts/x.md') }}{{ include('../late/y.md') }}\n",
    "parts/x.md": "fine",
  });
  const interrupt = new AbortController();
  let seen = "";
  const onOutput = (stdout: string): void => {
    seen = stdout;
  };
  const running = run(folder, ["check", "--watch", "--format=github", "docs"], { interrupted: interrupt.signal, onOutput });
  await vi.waitFor(() => expect(seen.match(/include%2Fmissing|include\/missing/g)).toHaveLength(1), 8000);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const before = seen;
  // Whatever is looked at every now and then has not changed.
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect(seen).toBe(before);
  writeFileSync(join(folder, "parts/x.md"), "{{ oops }}");
  await vi.waitFor(() => expect(seen).toContain("'oops'"), 8000);
  mkdirSync(join(folder, "late"));
  writeFileSync(join(folder, "late/y.md"), "{{ later }}");
  await vi.waitFor(() => expect(seen).toContain("'later'"), 8000);
  interrupt.abort();
  expect((await running).exitCode).toBe(0);
}, 40_000);
