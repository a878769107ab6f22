import { describe, expect, test } from "vitest";
import { chooseTransport } from "../../server/src/cli/transport.js";
import { createFolder, run } from "./support.js";

describe("a wrong invocation is told in one line, with exit code 2", () => {
  const cases: readonly (readonly [argv: readonly string[], stderr: string])[] = [
    [["chekc", "a.chat"], "Unknown command 'chekc'. Did you mean 'check'?\n"],
    [["frobnicate"], "Unknown command 'frobnicate'. Choose one of check, render, send, template.\n"],
    [["check", "--fromat=json", "."], "Unknown option '--fromat'. Did you mean '--format'?\n"],
    [["check", "--format=jsno", "."], "Unknown format 'jsno'. Did you mean 'json'?\n"],
    [["check", "--format=yaml-like", "."], "Unknown format 'yaml-like'. Choose one of text, json, sarif, github.\n"],
    [["check", "--format"], "Option --format needs a value: --format=FORMAT.\n"],
    [["check", "--max-warnings", "--watch", "."], "Option --max-warnings needs a value: --max-warnings=N.\n"],
    [["check", "--max-warnings=-1", "."], "Option --max-warnings needs a whole number from 0 on, not '-1'.\n"],
    [["check", "--watch=yes", "."], "Option --watch takes no value.\n"],
    [["check", "-x", "."], "Unknown option '-x'.\n"],
    [["check"], 'check needs a PATH: a file, a folder, a glob or "-".\n'],
    [["check", "a.chat", ""], 'A PATH is empty. Write "." for the current folder.\n'],
    [["check", "--watch", "-"], 'check --watch cannot watch standard input ("-").\n'],
    [["check", "none.chat"], "No file or folder at 'none.chat'.\n"],
    [["check", "x/*.chat"], "No .chat file matches 'x/*.chat'.\n"],
    [["check", "--workspace=none", "."], "No folder at 'none' (--workspace).\n"],
    [["render"], 'render needs one FILE, or "-" for standard input.\n'],
    [["render", "a.chat", "a.chat"], 'render needs one FILE, or "-" for standard input.\n'],
    [["render", "."], "'.' is a folder, not a file.\n"],
    [["render", "--message=0", "a.chat"], "Option --message needs a whole number from 1 on, not '0'.\n"],
    [["render", "--message=2", "a.chat"], "There is no message 2: the document has 1.\n"],
    [["render", "--provider=eco", "a.chat"], "Unknown provider 'eco'. Did you mean 'echo'?\n"],
    [["send", "--model=$fats", "a.chat"], "Unknown preset '$fats'.\n"],
    [["render", "--set=temprature=1", "a.chat"], "--set: Unknown option 'temprature'. Did you mean 'temperature' or 'templating'?\n"],
    [["render", "--set", 'tools=["raed"]', "a.chat"], "--set: flemma.opt: unknown value 'raed'. Did you mean 'read'?\n"],
    [["render", "--set", 'tools.auto_approve=["raed"]', "a.chat"], "--set: flemma.opt: unknown value 'raed'. Did you mean 'read'?\n"],
    [["render", "--set=temperature=hot", "a.chat"], "--set: 'hot' is not JSON. A text needs double quotes: 'temperature=\"…\"'.\n"],
    [["render", "--set=temperature", "a.chat"], "--set: 'temperature' sets nothing. Write PATH=JSON.\n"],
    [["render", "--set", "inlayHints=true", "a.chat"], "--set: 'inlayHints' cannot be set here. Set it in the settings of the editor.\n"],
    [["render", "--var=1a=1", "a.chat"], "--var: '1a' is no name of a variable. Use letters, digits and underscores.\n"],
    [["render", "--var=end=1", "a.chat"], "--var: 'end' is no name of a variable. Use letters, digits and underscores.\n"],
    [["render", "--var=include=1", "a.chat"], "--var: 'include' is reserved. Choose another name.\n"],
    [["render", "--var", "a={", "a.chat"], "--var: '{' is not JSON. A text needs double quotes: 'a=\"…\"'.\n"],
    [["check", "--config=none.json", "."], "Cannot read the settings in 'none.json': no such file.\n"],
    [["send", "-"], "send needs a FILE to write the reply to, not standard input.\n"],
    [["send", "none.chat"], "No file at 'none.chat'.\n"],
    [["--sdtio"], "Unknown option '--sdtio'. Did you mean '--stdio'?\n"],
    [["--socket=http"], "Option --socket needs the number of a port: --socket=PORT.\n"],
  ];
  test.each(cases)("%j", async (argv, stderr) => {
    const folder = createFolder({ "a.chat": "@You:\nHello\n" });
    expect(await run(folder, argv)).toEqual({ exitCode: 2, stdout: "", stderr });
  });
});

describe("help and version go to standard output", () => {
  test.each([[[]], [["--help"]], [["-h"]], [["check", "--help"]], [["render", "-h"]], [["send", "--help"]]])("%j", async (argv) => {
    const { exitCode, stdout, stderr } = await run(createFolder({}), argv);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(stdout).toMatch(/^(Usage|Language server and command line)/);
  });

  test("--version", async () => {
    const { exitCode, stdout } = await run(createFolder({}), ["--version"]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\S*\n$/);
  });
});

describe("the arguments choose the server's transport or the command line", () => {
  test.each([
    [[], false, { kind: "stdio" }],
    [[], true, undefined],
    [["--stdio"], true, { kind: "stdio" }],
    [["--stdio", "--clientProcessId=12"], false, { kind: "stdio" }],
    [["--node-ipc", "--clientProcessId=12"], false, { kind: "node-ipc" }],
    [["--socket=6009"], false, { kind: "socket", port: 6009 }],
    [["--socket=0"], false, undefined],
    [["--version"], false, undefined],
    [["check", "--stdio"], false, undefined],
  ] as const)("%j, on a terminal: %j", (argv, isTerminal, expected) => {
    expect(chooseTransport(argv, isTerminal)).toEqual(expected);
  });
});
