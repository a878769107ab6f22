// A person's session in a real Emacs with eglot: everything is typed, and what is checked is what the person sees.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { emacs } from "../support/editors.mjs";
import { documented, hasOnlyCrlf, startSession } from "../support/session.mjs";
import { openTerminal, until } from "../support/terminal.mjs";

const program = emacs();
const session = await startSession("emacs");
const { step } = session;
const socket = join(session.env.TMPDIR, "emacs");

/** What a test needs beside the documented lines: the fake provider, and a way to look at the buffer. */
const ofTest = `
(setq inhibit-startup-screen t make-backup-files nil auto-save-default nil create-lockfiles nil ring-bell-function 'ignore)
(setq native-comp-deferred-compilation nil native-comp-async-report-warnings-errors nil)
(setq server-name "${socket}" server-use-tcp nil)
(menu-bar-mode -1)
(setq-default eglot-workspace-configuration
  '((:chat . (:provider "anthropic" :providers (:anthropic (:base_url "${session.fake.url}"))))))
(require 'package) (package-initialize) (require 'eglot)
`;

function writeInit() {
  const folder = join(session.home, ".emacs.d");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "init.el"), `${ofTest}${documented("Emacs (eglot)", "elisp")}(server-start)\n`);
}

let editor;

async function open(file) {
  editor?.close();
  editor = session.watch(
    openTerminal({ command: [program, "-nw", session.path(file)], env: { ...session.env, ALTERNATE_EDITOR: "" }, cwd: session.workspace }),
  );
  await editor.shows(/\(Chat/);
  await until(() => lisp("(and (eglot-current-server) t)") === "t", { what: "the server attaches" });
}

/** The value of an expression in the buffer that is shown, as Emacs prints it. */
function lisp(expression) {
  const inBuffer = `(with-current-buffer (window-buffer (selected-window)) ${expression})`;
  const { stdout, stderr, status } = spawnSync("emacsclient", ["-s", socket, "--eval", inBuffer], {
    env: session.env,
    encoding: "utf8",
    timeout: 15_000,
  });
  if (status !== 0) throw new Error(`Emacs does not answer. ${stderr.trim()}`);
  return stdout.trim();
}

const text = () =>
  JSON.parse(
    lisp("(json-encode (buffer-substring-no-properties (point-min) (point-max)))")
      .replace(/^"|"$/g, "")
      .replace(/\\(["\\])/g, "$1"),
  );
const reads = (isWanted, what) => until(() => isWanted(text()), { what });
const diagnostics = () =>
  lisp(
    `(mapconcat (lambda (d) (format "%d-%d %s" (flymake-diagnostic-beg d) (flymake-diagnostic-end d) (flymake-diagnostic-text d))) (flymake-diagnostics) "|")`,
  );

/** Runs a command by its name, typed once Emacs asks for it: what comes before that would go into the text. */
async function command(name) {
  await editor.brings(() => editor.press("M-x"), /^M-x ?$/m);
  editor.type(name);
  editor.press("Enter");
}

/** Chooses a code action by its title, as a person does who types how it begins. */
async function act(title) {
  await command("eglot-code-actions");
  await editor.shows(/Pick an action/);
  editor.type(title);
  editor.press("Enter");
}

function goTo(what) {
  lisp(`(progn (goto-char (point-min)) (search-forward ${JSON.stringify(what)}) (goto-char (match-beginning 0)) t)`);
}

const endsWithTurn = (now) => /\n@You:\s*$/.test(now) && now.includes("@Assistant:");

step("a .chat file gets its mode and the server", async () => {
  writeInit();
  await open("greeting.chat");
});

step("what is wrong is marked at its exact place, and listed with its text", async () => {
  const place = session.read("greeting.chat").indexOf("nmae") + 1;
  await until(() => diagnostics().startsWith(`"${place}-${place + 4} `), { what: "the name is marked" });
  assert.match(diagnostics(), /Undefined variable 'nmae'. Did you mean 'name'\?/);
  await command("flymake-show-buffer-diagnostics");
  await editor.shows(/Undefined variable 'nmae'/);
  editor.press("C-x", "1");
});

step("the quick fix is chosen by its name", async () => {
  goTo("nmae");
  await act("Change 'nmae' to 'name'");
  await reads((now) => now.includes("You greet {{ name }}."), "the fix is applied");
  await until(() => diagnostics() === '""', { what: "nothing is marked any more" });
});

step("hover is plain text", async () => {
  goTo("@System:");
  await command("eldoc");
  await command("eldoc-doc-buffer");
  // The echo area shows the same before the buffer is there.
  const isShown = '(and (get-buffer-window "*eldoc*") (not (active-minibuffer-window)) t)';
  await until(() => lisp(isShown) === "t", { what: "the buffer is shown" });
  await editor.shows(/You greet World\./);
  assert.equal(lisp(`(with-current-buffer "*eldoc*" (and (string-match-p "[*\`#]" (buffer-string)) t))`), "nil");
  editor.press("C-x", "1");
});

step("completion knows the variables of the frontmatter", async () => {
  goTo("Hello");
  editor.press("C-e");
  editor.type(" {{ na");
  // M-Tab completes words of a dictionary in text modes.
  await command("completion-at-point");
  await reads((now) => now.includes("Hello {{ name }}! {{ name"), "the name is completed");
  editor.type(" }}");
});

step("a send streams in while the person types elsewhere", async () => {
  await open(session.copy("story.chat", "emacs-typing", "gate-12"));
  await act("Send the conversation");
  await reads((now) => now.includes("lighthouse"), "the reply has begun");
  goTo("Be brief.");
  editor.press("C-e");
  editor.type(" Typed meanwhile.");
  await reads((now) => now.includes("Be brief. Typed meanwhile."), "the text is typed");
  assert.ok(!endsWithTurn(text()), "typing came before the end of the reply");
  session.fake.release("emacs-typing");
  await reads(endsWithTurn, "the reply is complete");
  assert.ok(text().includes("wrote each into a book.\n\nOne night no ship came."));
  const sent = session.fake.exchangesOf("emacs-typing").at(-1).request.bytes.toString();
  assert.ok(sent.includes("A story for Ada, please."));
});

step("one undo takes back a whole reply that came at once", async () => {
  await open(session.copy("story.chat", "emacs-undone"));
  const before = text();
  lisp(`(progn (setq-default eglot-workspace-configuration
    (list (cons :chat (append '(:stream "final") (cdr (assq :chat eglot-workspace-configuration))))))
    (eglot-signal-didChangeConfiguration (eglot-current-server)) t)`);
  await act("Send the conversation");
  await reads(endsWithTurn, "the reply is complete");
  await command("undo");
  await reads((now) => now === before, "one undo is enough");
});

step("cancel stops a reply and marks it", async () => {
  await open(session.copy("endless.chat", "emacs-cancelled"));
  await act("Send the conversation");
  await reads((now) => /@Assistant:\n+abc/.test(now), "the reply has begun");
  await act("Cancel the reply");
  await reads((now) => now.includes("<!-- flemma:aborted:"), "the reply is marked");
  await until(() => session.fake.exchangesOf("emacs-cancelled").at(-1).state === "left", { what: "the connection is closed" });
});

step("a server that was killed is started again, and brings the reply back", async () => {
  await open(session.copy("endless.chat", "emacs-killed"));
  await act("Send the conversation");
  await reads((now) => /@Assistant:\n+abcdef/.test(now), "the reply has begun");
  // Eglot starts a server again that has lived for three seconds.
  await sleep(3200);
  await session.killServer();
  await editor.shows(/interrupted/);
  await editor.shows(/Choose an option: Insert/);
  editor.press("Enter");
  await reads((now) => /\nabcdef[a-z ]*\n+<!-- flemma:aborted:/.test(now), "the reply is brought back");
});

step("a document with CRLF stays one: fixed, sent and saved", async () => {
  await open("crlf.chat");
  goTo("nmae");
  await until(() => diagnostics().includes("nmae"), { what: "the name is marked" });
  await act("Change 'nmae' to 'name'");
  await reads((now) => now.includes("Hello {{ name }}"), "the fix is applied");
  await act("Send the conversation");
  await reads(endsWithTurn, "the reply is complete");
  editor.press("C-x", "C-s");
  await until(() => session.read("crlf.chat").includes("lighthouse"), { what: "the file is written" });
  assert.ok(hasOnlyCrlf(session.read("crlf.chat")));
});

step("places behind emoji and combining characters are exact", async () => {
  await open("emoji.chat");
  goTo("flga");
  await until(() => diagnostics().includes("flga"), { what: "the name is marked" });
  await act("Change 'flga' to 'flag'");
  await reads((now) => now.includes("🎈🎈 and e\u0301: {{ flag }}."), "the fix is applied at its place");
});
