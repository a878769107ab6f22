// A person's session in a real Helix: everything is typed, and what is checked is what stands on the screen or in the file.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { helix } from "../support/editors.mjs";
import { documented, hasOnlyCrlf, startSession } from "../support/session.mjs";
import { openTerminal, until } from "../support/terminal.mjs";

const program = helix();
const session = await startSession("helix");
const { step } = session;
let editor;

/** The documented lines, with the settings that a test needs beside `trusted`. */
function writeConfiguration(more = "") {
  const folder = join(session.env.XDG_CONFIG_HOME, "helix");
  mkdirSync(folder, { recursive: true });
  const settings = `settings = { provider = "anthropic"${more}, providers = { anthropic = { base_url = "${session.fake.url}" } } }`;
  const lines = documented("Helix", "toml").replace("trusted = true", `trusted = true, ${settings}`);
  writeFileSync(join(folder, "languages.toml"), lines);
}

async function open(file) {
  editor?.close();
  const command = [program, session.path(file)];
  editor = session.watch(openTerminal({ command, env: session.env, cwd: session.workspace }));
  await editor.shows(/NOR/);
}

function command(text) {
  editor.press("Escape");
  editor.type(`:${text}`);
  editor.press("Enter");
}

/** The text of the document, which is saved for this; afterwards the editor may still be writing it once more. */
function saved(file, isWanted, what) {
  return until(
    () => {
      command("write!");
      const text = session.read(file);
      return isWanted(text) && text;
    },
    { what },
  );
}

/** Chooses a code action by its title from the menu. */
async function act(title) {
  await editor.brings(() => {
    editor.press("Escape");
    editor.press("Space");
    editor.type("a");
  }, title);
  // The first entry is chosen already; the menu stands at the cursor, one entry a line.
  const entries = editor.text().split("\n");
  const all = ["Change '", "Fix all", "Send the", "Cancel the", "Preview the", "Show the request", "Bring back", "Show provider"];
  const first = entries.findIndex((line) => all.some((entry) => line.includes(entry)));
  const at = entries.findIndex((line) => line.includes(title));
  for (let index = first; index < at; index++) editor.press("C-n");
  editor.press("Enter");
}

const isWhole = (text) => /\n@You:\s*$/.test(text) && text.includes("@Assistant:");

step("what is wrong stands on the screen with its text", async () => {
  writeConfiguration();
  await open("greeting.chat");
  await editor.shows(/Undefined variable 'nmae'/);
});

step("the quick fix is chosen from the menu", async () => {
  editor.type("6gg14l");
  await act("Change 'nmae' to 'name'");
  await editor.shows("You greet {{ name }}.");
  await editor.hides(/Undefined variable/);
});

step("hover on a role marker shows the rendered message", async () => {
  editor.type("5gg");
  await editor.brings(() => {
    editor.press("Escape");
    editor.press("Space");
    editor.type("k");
  }, "You greet World.");
  editor.press("Escape");
});

step("completion knows the variables of the frontmatter", async () => {
  editor.type("9ggA {{ na");
  await editor.brings(() => editor.press("C-x"), /name +.*variable/i);
  editor.press("C-n", "Enter");
  editor.type(" }}");
  editor.press("Escape");
  await editor.shows("Hello {{ name }}! {{ name }}");
  editor.type("u");
  command("quit!");
});

step("a send streams in while the person types elsewhere", async () => {
  const file = session.copy("story.chat", "helix-typing", "gate-12");
  await open(file);
  await act("Send the conversation");
  await editor.shows("lighthouse");
  editor.press("Escape");
  editor.type("5ggA Typed meanwhile.");
  editor.press("Escape");
  await editor.shows("Be brief. Typed meanwhile.");
  assert.ok(!editor.text().includes("One night no ship came."), "typing came before the end of the reply");
  session.fake.release("helix-typing");
  const text = await saved(file, (now) => isWhole(now) && now.includes("One night no ship came."), "the reply is complete");
  assert.ok(text.includes("\nBe brief. Typed meanwhile.\n"));
  assert.ok(text.includes("counted ships, and wrote each into a book.\n\nOne night no ship came."));
});

step("one undo takes back a whole reply that came at once", async () => {
  writeConfiguration(', stream = "final"');
  const file = session.copy("story.chat", "helix-undone");
  const before = session.read(file);
  await open(file);
  await act("Send the conversation");
  await editor.shows("One night no ship came.");
  editor.press("Escape");
  editor.type("u");
  await editor.hides("@Assistant:");
  await saved(file, (text) => text === before, "one undo is enough");
  writeConfiguration();
});

step("cancel stops a reply and marks it", async () => {
  const file = session.copy("endless.chat", "helix-cancelled");
  await open(file);
  await act("Send the conversation");
  await editor.shows(/^.*abcdef/m);
  await act("Cancel the reply");
  await editor.shows("<!-- flemma:aborted:");
  await until(() => session.fake.exchangesOf("helix-cancelled").at(-1).state === "left", { what: "the connection is closed" });
});

step("after the server was killed, another one brings the reply back", async () => {
  const file = session.copy("endless.chat", "helix-killed");
  await open(file);
  await act("Send the conversation");
  await editor.shows(/^.*abcdef/m);
  await session.killServer();
  command("lsp-restart");
  await editor.shows(/interrupted[\s\S]*Insert/);
  editor.press("Enter");
  await editor.shows("<!-- flemma:aborted:");
  await saved(file, (text) => /\nabcdef[a-z ]*\n+<!-- flemma:aborted:/.test(text), "the reply is brought back");
});

step("a document with CRLF stays one: fixed, sent and saved", async () => {
  await open("crlf.chat");
  await editor.shows(/Undefined variable 'nmae'/);
  editor.type("8gg10l");
  await act("Change 'nmae' to 'name'");
  await editor.shows("Hello {{ name }}");
  await act("Send the conversation");
  await saved("crlf.chat", isWhole, "the reply is complete");
  // A file that is being written is not there for a moment.
  await until(() => hasOnlyCrlf(session.read("crlf.chat")), { what: "every line ends with CRLF" });
});

step("places behind emoji and combining characters are exact", async () => {
  await open("emoji.chat");
  await editor.shows(/Undefined variable 'flga'/);
  editor.type("5ggfg");
  await act("Change 'flga' to 'flag'");
  await saved("emoji.chat", (text) => text.includes("🎈🎈 and e\u0301: {{ flag }}."), "the fix is applied at its place");
});
