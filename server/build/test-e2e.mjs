// `npm run test:e2e [-- NAME …]`: drives real editors with the built server; names are folders of test/e2e. Editors that are not
// installed come from Debian, that of VS Code from npm, into node_modules/.cache/editors. Captures of screens and all messages are in node_modules/.cache/e2e.
// With CHATLS_E2E_SECOND_TRY=1 a session that failed is played once more, and the last line names those.
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { bundleServer, root, writeOutput } from "./bundle.mjs";

const suites = ["nvim", "emacs", "helix", "vim", "vscode"];
const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !suites.includes(name));
if (unknown !== undefined) throw new Error(`There is no suite "${unknown}"; there are ${suites.join(", ")}.`);

await writeOutput("dist", await bundleServer(), ["types"]);
rmSync(join(root, "node_modules/.cache/e2e"), { recursive: true, force: true });
const chosen = suites.filter((name) => wanted.length === 0 || wanted.includes(name));
const files = chosen.flatMap((name) => testsIn(`test/e2e/${name}`));
const playedTwice = [];
const outcomes = chosen.includes("vscode") ? [again("VS Code", playInVsCode)] : [];
for (const file of files) outcomes.push(again(file, () => play([file])));
// What the sessions recorded is checked when they are over.
outcomes.push(play(["test/e2e/protocol.test.mjs"]));
if (playedTwice.length > 0) console.log(`\nPlayed twice, for they failed the first time: ${playedTwice.join(", ")}.`);
process.exitCode = outcomes.every((isGood) => isGood) ? 0 : 1;

/** Plays a session; where that is asked for, one that failed once more: an editor on a shared machine can be late, but what is wrong fails twice. */
function again(name, session) {
  if (session()) return true;
  if (process.env.CHATLS_E2E_SECOND_TRY !== "1") return false;
  playedTwice.push(name);
  console.log(`\n${name} failed and is played once more.\n`);
  return session();
}

function testsIn(folder) {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".test.mjs"))
    .sort()
    .map((name) => `${folder}/${name}`);
}

/** The tests in VS Code are written for Vitest. */
function playInVsCode() {
  const args = [join(root, "node_modules/vitest/vitest.mjs"), "run", "--config", "test/e2e/vscode/vitest.config.ts"];
  return spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status === 0;
}

/** Plays files one after the other: editors share one machine, and some look at the clock. */
function play(tests) {
  const options = ["--test", "--test-concurrency=1", "--test-reporter=spec"];
  return spawnSync(process.execPath, [...options, ...tests], { cwd: root, stdio: "inherit" }).status === 0;
}
