// Prints how long it takes in a real VS Code from a key press until its squiggle is on the screen, beside the JSON features of
// VS Code on a file of as many lines; how long the extension takes to become active, and how large it is.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureCodeServer } from "../e2e/vscode/ensure-code-server.mjs";
import { packExtension } from "../e2e/vscode/pack-extension.mjs";
import { loadTypeScript } from "../support/run-ts.mjs";
import { conversation, json } from "./texts.mjs";

/** So many times a fault is typed and taken back, after some that are not counted. */
const rounds = 20;
const unmeasured = 3;

const lengths = [200, 5000];
// A letter behind a number makes no number; one behind a name makes another name of it.
const documents = lengths.flatMap((lines) => [
  { name: `${lines}.json`, kind: "json", lines, ...placed(json(lines), /"count": \d+/g) },
  {
    name: `${lines}.chat`,
    kind: "chat",
    lines,
    ...placed(conversation(lines).replace("{{ missing }}", ""), /\{\{ name(?=:upper)/g),
  },
]);

const folder = mkdtempSync(join(tmpdir(), "chatls-bench-"));
try {
  const vsix = join(folder, "chat-language.vsix");
  await packExtension(vsix);
  const { startSession } = await loadTypeScript(fileURLToPath(new URL("../e2e/vscode/session.ts", import.meta.url)));
  const files = fileURLToPath(new URL("../e2e/workspace", import.meta.url));
  const code = await startSession({ program: ensureCodeServer(), vsix, files, settings: { "chat.provider": "echo" } });
  try {
    for (const { name, text } of documents) code.write(name, text);
    console.log("| lines | file | shown p50 | p95 | gone p50 | p95 |\n|---|---|---|---|---|---|");
    for (const document of documents) await measure(code, document);
    console.log(`\nPackage: ${(statSync(vsix).size / 1024).toFixed(0)} KB. ${await activation(code)}`);
  } finally {
    await code.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** A text, and the line and the column behind the last match of a pattern. */
function placed(text, pattern) {
  const match = [...text.matchAll(pattern)].at(-1);
  const before = text.slice(0, match.index + match[0].length).split("\n");
  return { text, line: before.length, column: before.at(-1).length + 1 };
}

async function measure(code, { name, kind, lines, line, column }) {
  await code.open(name);
  await code.goTo(line, column);
  await code.page.waitForTimeout(2000);
  const shown = [];
  const gone = [];
  for (let round = 0; round < rounds + unmeasured; round++) {
    const times = [await untilSquiggles(code.page, "x", true), await untilSquiggles(code.page, "Backspace", false)];
    if (round < unmeasured) continue;
    shown.push(times[0]);
    gone.push(times[1]);
  }
  const cells = [shown, gone].flatMap((times) => [0.5, 0.95].map((share) => quantile(times, share).toFixed(0)));
  console.log(`| ${lines} | ${kind} | ${cells.join(" | ")} |`);
  await code.save();
}

/** Presses a key, and gives the ms from its event to the first frame that shows squiggles, or none. */
async function untilSquiggles(page, key, areWanted) {
  // Whoever types looks at the screen in between, and no debounce of the key before runs any more.
  await page.waitForTimeout(700);
  await page.evaluate((wanted) => {
    window.untilSeen = new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error(`The squiggle did not ${wanted ? "come" : "go"}.`)), 20_000);
      const begin = () => {
        const pressed = performance.now();
        const look = (now) => {
          const isShown = document.querySelector(".editor-group-container.active :is(.squiggly-error, .squiggly-warning)") !== null;
          if (isShown === wanted) resolve(now - pressed);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      };
      window.addEventListener("keydown", begin, { capture: true, once: true });
    });
  }, areWanted);
  await page.keyboard.press(key);
  return page.evaluate(() => window.untilSeen);
}

/** What VS Code tells of the time that the extension took, the start of its server included. */
async function activation(code) {
  await code.run("Developer: Show Running Extensions");
  const row = code.page.locator(".runtime-extensions-editor .monaco-list-row", { hasText: "Chat Language" }).first();
  await row.waitFor();
  const [, ms = "?"] = /(\d+)ms/.exec(await row.textContent()) ?? [];
  return `Activation: ${ms} ms.`;
}

function quantile(values, share) {
  return [...values].sort((a, b) => a - b)[Math.floor(share * (values.length - 1))];
}
