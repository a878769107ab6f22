// An editor session played against the built server over stdio, with nothing but the language server protocol:
// what an editor would show is printed, a step that does not give what it should ends the demo with exit code 1.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { startEditor } from "./demo-editor.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const example = join(root, "examples/typo.chat");
const timeLimitMs = 25_000;
let step = 0;

const folder = await mkdtemp(join(tmpdir(), "chatls-demo-"));
const file = join(folder, "update.chat");
const original = await readFile(example, "utf8");
await writeFile(file, original);

const editor = startEditor(join(root, "dist/main.js"));
const timer = setTimeout(() => fail(new Error(`The demo did not end within ${timeLimitMs / 1000} seconds.`)), timeLimitMs);
try {
  await play();
  expect((await readFile(example, "utf8")) === original, "the example in the repository is unchanged");
} catch (error) {
  await fail(error);
} finally {
  clearTimeout(timer);
  await rm(folder, { recursive: true, force: true });
}

async function play() {
  const uri = pathToFileURL(file).href;
  await editor.initialize(pathToFileURL(folder).href);

  heading("An editor opens a conversation");
  const opened = await editor.open(uri, original);
  print(numbered(opened.text));

  heading("The server says what is wrong");
  const [problem] = await opened.diagnostics(
    "the misspelled variable is reported",
    ([first]) => first?.code === "expression/undefined-variable",
  );
  print(underlined(opened.text, problem));

  heading("A quick fix repairs it");
  const fix = await preferredFix(uri, problem);
  print(`Apply: ${fix.title}`);
  await opened.apply(fix.edit);
  await opened.diagnostics("no diagnostic is left", ({ length }) => length === 0);
  expect(opened.text.includes("{{ recipient }}"), "the right name stands in the document");
  print(lineWith(opened.text, "Draft a short update"));

  heading("A hover on @You: shows the message as it would be sent");
  print(await hover(uri, opened.text, "the QA team"));

  heading("An edit in the frontmatter, and the same hover again");
  await opened.replace('"the QA team"', '"everyone in support"');
  await opened.diagnostics("the edited document is clean", ({ length }) => length === 0);
  print(lineWith(opened.text, "recipient ="));
  print("");
  print(await hover(uri, opened.text, "everyone in support"));

  heading("The conversation is sent to the built-in `echo` provider; the reply streams into the document");
  await send(uri, opened);

  heading("The editor closes");
  expect((await editor.stop()) === 0, "the server exits with code 0");
  print("The server ended by itself.");
}

async function preferredFix(uri, problem) {
  const actions = await editor.request("textDocument/codeAction", {
    textDocument: { uri },
    range: problem.range,
    context: { diagnostics: [problem], only: ["quickfix"] },
  });
  const action = actions?.find(({ isPreferred }) => isPreferred);
  expect(action !== undefined, "a preferred quick fix is offered");
  const resolved = action.edit ? action : await editor.request("codeAction/resolve", action);
  expect(resolved.edit !== undefined, "the quick fix carries an edit");
  return resolved;
}

async function hover(uri, text, words) {
  const line = text.split("\n").indexOf("@You:");
  let value = "still running";
  while (value.includes("still running")) {
    const answer = await editor.request("textDocument/hover", { textDocument: { uri }, position: { line, character: 1 } });
    value = answer?.contents?.value ?? "";
  }
  expect(value.includes(words), `the hover shows the rendered message with "${words}"`);
  return indented(value);
}

async function send(uri, opened) {
  const before = opened.text;
  let shown = before.length;
  let pieces = 0;
  opened.onEdit(() => {
    const added = opened.text.slice(shown);
    shown = opened.text.length;
    pieces++;
    process.stdout.write(added);
  });
  const { accepted } = await editor.request("workspace/executeCommand", { command: "chat.send", arguments: [{ uri }] });
  expect(accepted === true, "the send is accepted");
  await opened.until("the reply ends with a new @You:", (text) =>
    /\n@Assistant:\n[\s\S]+\n@You:\s*$/.test(text.slice(before.trimEnd().length)),
  );
  opened.onEdit(() => {});
  const reply = opened.text.slice(before.trimEnd().length);
  expect(reply.includes("everyone in support"), "the reply echoes the rendered message");
  print(`\n(${pieces} edits from the server)`);
}

function heading(text) {
  step++;
  console.log(`\n=== ${step}. ${text}\n`);
}

function print(text) {
  console.log(text);
}

function expect(holds, what) {
  if (!holds) throw new Error(`Expected that ${what}.`);
}

function numbered(text) {
  const lines = text.trimEnd().split("\n");
  return lines.map((line, index) => `${String(index + 1).padStart(3)} | ${line}`).join("\n");
}

function underlined(text, { range, severity, code, message }) {
  const { start, end } = range;
  const source = text.split("\n")[start.line];
  const marks = " ".repeat(start.character) + "~".repeat(Math.max(1, end.character - start.character));
  const word = ["error", "warning", "information", "hint"][severity - 1];
  return `${String(start.line + 1).padStart(3)} | ${source}\n    | ${marks}\n    ${word} ${code}: ${message}`;
}

function lineWith(text, words) {
  return `  ${text.split("\n").find((line) => line.includes(words))}`;
}

function indented(text) {
  return text.replace(/^/gm, "  ");
}

async function fail(error) {
  console.error(`\nThe demo failed at step ${step}: ${error.message}${editor.waitingFor()}`);
  const said = editor.stderr().trim();
  if (said) console.error(said);
  editor.kill();
  await rm(folder, { recursive: true, force: true });
  process.exit(1);
}
