// A person's session in a real Vim with ALE: everything is typed, and what is checked is what stands on the screen or in the file.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { vim } from "../support/editors.mjs";
import { documented, hasOnlyCrlf, startSession } from "../support/session.mjs";
import { openTerminal, until } from "../support/terminal.mjs";

const program = vim();
const session = await startSession("vim");
const { step } = session;
const rc = join(session.home, "vimrc");
let editor;

async function open(file) {
  editor?.close();
  editor = session.watch(openTerminal({ command: [program, "-N", "-u", rc, file], env: session.env, cwd: session.workspace }));
}

function command(text) {
  editor.press("Escape");
  editor.type(`:${text}`);
  editor.press("Enter");
}

step("what is wrong stands on the screen with its text", async () => {
  writeFileSync(rc, readFileSync(new URL("vimrc", import.meta.url), "utf8") + documented("Vim (ALE)", "vim"));
  await open("greeting.chat");
  editor.type("6G");
  await editor.shows(/Undefined variable 'nmae'/);
});

step("the quick fix is chosen from the menu", async () => {
  editor.type("6G014l");
  await editor.brings(() => command("ALECodeAction"), /Change 'nmae' to 'name'/);
  editor.type("1");
  editor.press("Enter");
  await editor.shows("You greet {{ name }}.");
  command("write");
  await until(() => session.read("greeting.chat").includes("{{ name }}."), { what: "the fix is in the file" });
});

step("hover on a role marker shows the rendered message as plain text", async () => {
  editor.type("5G0");
  await editor.brings(() => command("ALEHover"), "You greet World.");
  assert.doesNotMatch(editor.text(), /\*\*@System/);
  command("pclose");
});

step("completion knows the variables of the frontmatter", async () => {
  editor.type("9GA {{ na");
  await editor.brings(() => editor.press("C-x", "C-o"), / name +v/);
  editor.press("C-y");
  editor.type(" }}");
  editor.press("Escape");
  await editor.shows("Hello {{ name }}! {{ name }}");
  editor.type("u");
});

step("a send is refused with the reason, and works by the command line", async () => {
  command("write");
  await editor.brings(() => command("ALECodeAction"), /Send the conversation/);
  const number = /(\d+)[.:)]* .*Send the conversation/.exec(editor.text())[1];
  editor.type(number);
  editor.press("Enter");
  await editor.shows(/cannot take edits from the server/);
  editor.press("Enter", "Escape");
  command("set autoread");
  command("silent !chat-language-server send --provider echo % >/dev/null 2>&1");
  await until(() => session.read("greeting.chat").includes("@Assistant:"), { what: "the reply is in the file" });
});

step("a document with CRLF stays one when it is fixed", async () => {
  await open("crlf.chat");
  editor.type("8G010l");
  await editor.shows(/Undefined variable 'nmae'/);
  await editor.brings(() => command("ALECodeAction"), /Change 'nmae' to 'name'/);
  editor.type("1");
  editor.press("Enter");
  await editor.shows("Hello {{ name }}");
  command("write");
  await until(() => session.read("crlf.chat").includes("Hello {{ name }}"), { what: "the fix is in the file" });
  assert.ok(hasOnlyCrlf(session.read("crlf.chat")));
});

step("a server that was killed is started again with the next change", async () => {
  await open("emoji.chat");
  editor.type("5G");
  await editor.shows(/Undefined variable 'flga'/);
  await session.killServer();
  editor.type("5GA {{ other }}");
  editor.press("Escape");
  await editor.shows(/Undefined variable 'other'/);
});
