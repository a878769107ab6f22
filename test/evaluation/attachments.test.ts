import { describe, expect, test } from "vitest";
import { type FileAnswers, type FileAttachment, noAnswers } from "../../server/src/base/file-answers.js";
import type { OutputPiece } from "../../server/src/engines/engine.js";
import { createAttachmentCheck } from "../../server/src/evaluation/attachments.js";
import { evaluate } from "../../server/src/evaluation/evaluate.js";
import type { EvaluationRequest } from "../../server/src/evaluation/types.js";
import { sendLimits } from "../../server/src/lua/budget.js";
import { fileSupport } from "../../server/src/providers/support.js";
import { layerOf } from "../config/layers.js";
import { surroundingsOf } from "../conformance/harness.js";

const file = (type: string, more: Partial<Extract<FileAttachment, { kind: "file" }>> = {}): FileAttachment => ({
  kind: "file",
  size: 1,
  type,
  isText: type.startsWith("text/"),
  isOutside: false,
  realName: "plain",
  ...more,
});

const megabyte = 1024 * 1024;
const attachments = new Map([
  ["/chats/t.txt", file("text/plain")],
  ["/chats/i.png", file("image/png")],
  ["/chats/d.pdf", file("application/pdf")],
  ["/chats/.env", file("text/plain", { realName: ".env" })],
  ["/chats/link.txt", file("text/plain", { realName: "server.KEY" })],
  ["/etc/hosts", file("text/plain", { isOutside: true })],
  ...Array.from({ length: 4 }, (_, index) => [`/chats/big${index}.png`, file("image/png", { size: 20 * megabyte })] as const),
]);
const files: FileAnswers = { ...noAnswers, attachments };

function run(text: string, more: Partial<EvaluationRequest> = {}) {
  const { problems, messages } = evaluate({ text, surroundings: surroundingsOf("/chats"), limits: sendLimits, files, ...more });
  const pieces = messages.flatMap((output) => output?.pieces ?? []);
  const shown = (piece: OutputPiece): string => (piece.kind === "text" ? piece.text : piece.kind === "file" ? `<${piece.file.kind}>` : "#");
  return {
    text: pieces.map(shown).join(""),
    problems: problems.map(({ code, span, blocks }) => `${code}${blocks ? "!" : ""} ${text.slice(span.start, span.end)}`),
    messages: problems.map(({ message }) => message),
  };
}

const all = "@You:\n@./t.txt @./i.png @./d.pdf\n";
const withProvider = (name: string): string => `\`\`\`lua\nflemma.opt.provider = "${name}"\n\`\`\`\n${all}`;

describe("what the provider does not take is sent as it is typed, with one warning", () => {
  test.each(["anthropic", "openai", "vertex", "codex", "echo"])("%s takes texts, images and PDFs", (name) => {
    expect(run(withProvider(name))).toEqual({ text: "<text_file> <image> <pdf>", problems: [], messages: [] });
  });

  test("moonshot takes no PDFs", () => {
    expect(run(withProvider("moonshot"))).toEqual({
      text: "<text_file> <image> @./d.pdf",
      problems: ["file/refused-by-provider @./d.pdf"],
      messages: [
        "Moonshot takes no PDFs (application/pdf): '@./d.pdf' is sent as text instead. Choose another provider, or remove the file.",
      ],
    });
  });

  test.each([
    ["chat-completions", ["file/refused-by-provider @./d.pdf"]],
    ["anthropic", []],
  ])("an endpoint of one's own takes what its protocol takes: %s", (kind, problems) => {
    const user = layerOf("user", [
      ["providers", { mine: { kind, base_url: "http://localhost" } }],
      ["provider", "mine"],
    ]);
    expect(run(all, { options: { below: [user], above: [] } }).problems).toEqual(problems);
  });

  test("whoever chooses the provider decides: settings, frontmatter, command line", () => {
    const layer = (origin: "user" | "command line", provider: string) => layerOf(origin, [["provider", provider]]);
    expect(run(all, { options: { below: [layer("user", "moonshot")], above: [] } }).problems).toHaveLength(1);
    expect(run(withProvider("openai"), { options: { below: [layer("user", "moonshot")], above: [] } }).problems).toEqual([]);
    expect(run(withProvider("openai"), { options: { below: [], above: [layer("command line", "moonshot")] } }).problems).toHaveLength(1);
  });

  test("the text of other files around it stays a part of its own, and a loop says it once", () => {
    const { text, problems } = run(
      "```lua\nflemma.opt.provider = 'moonshot'\n```\n@You:\n{% for i = 1, 3 do %}@./d.pdf;{% end %}@./t.txt\n",
    );
    expect(text).toBe("@./d.pdf;@./d.pdf;@./d.pdf;<text_file>");
    expect(problems).toEqual(["file/refused-by-provider @./d.pdf"]);
  });

  test("a file that a template attaches is the tag as it is typed, and the warning stands at the tag", () => {
    const binary = "include('d.pdf', { [symbols.BINARY] = true })";
    const head = "```lua\nflemma.opt.provider = 'moonshot'\n```\n@You:\n";
    expect(run(`${head}a {{ ${binary} }}\n`)).toMatchObject({
      text: `a {{ ${binary} }}`,
      problems: [`file/refused-by-provider {{ ${binary} }}`],
    });
    expect(run(`${head}a {% __emit(${binary}) %}\n`)).toMatchObject({
      text: `a {{ ${binary} }}`,
      problems: [`file/refused-by-provider {% __emit(${binary}) %}`],
    });
    expect(run(`${head}a {% print(${binary}) %}\n`).problems).toEqual([`file/refused-by-provider {% print(${binary}) %}`]);
  });

  test("a long tag is cut in the message, and sent as a whole", () => {
    const tag = `{{ include('d.pdf', { [symbols.BINARY] = true, x = '${"x".repeat(5000)}' }) }}`;
    const { text, messages } = run(`\`\`\`lua\nflemma.opt.provider = 'moonshot'\n\`\`\`\n@You:\n${tag}\n`);
    expect(text).toBe(tag);
    expect(messages).toEqual([expect.stringMatching(/^Moonshot takes no PDFs .{200,300} remove the file\.$/)]);
  });

  test("the piece of a file becomes text at its place", () => {
    const check = createAttachmentCheck(files, fileSupport("moonshot", undefined));
    const span = { start: 6, end: 9 };
    const emitted = { path: "/chats/d.pdf", type: "application/pdf", kind: "pdf" } as const;
    const { pieces, problems } = check([{ kind: "file", file: emitted, literal: "{{ x }}", span }], { start: 10, role: "You" });
    expect(pieces).toEqual([{ kind: "text", text: "{{ x }}", span }]);
    expect(problems).toMatchObject([{ code: "file/refused-by-provider", span: { start: 16, end: 19 } }]);
  });
});

describe("a system prompt", () => {
  test("holds texts, no images and no PDFs", () => {
    expect(run("@System:\n@./t.txt @./i.png @./d.pdf\n")).toMatchObject({
      text: "<text_file> @./i.png @./d.pdf",
      problems: ["file/not-in-system @./i.png", "file/not-in-system @./d.pdf"],
    });
  });
});

describe("a file that a person should think twice about is attached, with a warning", () => {
  test.each([
    ["@./.env", "file/secret-name"],
    ["@./link.txt", "file/secret-name"],
    ["@//etc/hosts", "file/outside-workspace"],
  ])("%s", (reference, code) => {
    expect(run(`@You:\n${reference}\n`)).toMatchObject({ text: "<text_file>", problems: [`${code} ${reference}`] });
  });

  test("unless it is not sent anyway", () => {
    expect(run("@System:\n@./.env @./i.png\n@System:\n@./t.txt\n").problems).toEqual([]);
    expect(run("@System:\n@./t.txt\n@System:\n@./.env\n").problems).toEqual(["file/secret-name @./.env"]);
    expect(run("@Note:\n{{ include('.env', { [symbols.BINARY] = true }) }}\n").problems).toEqual([]);
    const secret: FileAnswers = { ...noAnswers, attachments: new Map([["/chats/a.pem", file("application/pdf", { realName: "a.pem" })]]) };
    expect(run("```lua\nflemma.opt.provider = 'moonshot'\n```\n@You:\n@./a.pem\n", { files: secret }).problems).toEqual([
      "file/refused-by-provider @./a.pem",
    ]);
  });
});

test("all files together have a limit, and the same file counts once", () => {
  expect(run("@You:\n@./big0.png @./big1.png @./big0.png @./big2.png @./big3.png @./t.txt\n")).toMatchObject({
    text: "<image> <image> <image> <image> @./big3.png <text_file>",
    problems: ["file/too-large @./big3.png"],
  });
});

test("so many files that the host would be asked on and on end the evaluation, at a reference", () => {
  const references = Array.from({ length: 1500 }, (_, index) => `@./f${index}`);
  const { problems } = run(`@You:\n${references.join("\n")}\n`);
  expect(problems.at(-1)).toMatch(/^limit\/steps! @\.\/f\d+$/);
});
