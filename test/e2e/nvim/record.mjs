// `node test/e2e/nvim/record.mjs`: plays an example in a real Neovim and writes docs/neovim.svg, the recording in the README.
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { bundleServer, writeOutput } from "../../../server/build/bundle.mjs";
import { currentNeovim } from "../support/editors.mjs";
import { screenSvg } from "../support/screen-svg.mjs";
import { startSession } from "../support/session.mjs";
import { openNeovim } from "./neovim.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const size = { columns: 118, rows: 28 };

await writeOutput("dist", await bundleServer(), ["types"]);
const session = await startSession("neovim-recording");

session.step("a conversation in Neovim is recorded", async () => {
  copyFileSync(join(root, "examples/typo.chat"), session.path("update.chat"));
  const editor = openNeovim({ program: currentNeovim(), session, file: "update.chat", settings: { provider: "echo" }, ...size });
  const frames = [];
  const keep = async (seconds) => {
    await sleep(400);
    frames.push({ screen: editor.coloured(), seconds });
  };
  await editor.isServed();
  editor.command("set number | echo ''");
  await editor.shows(/Did you mean/);
  await editor.shows(/Send/);
  await keep(3.5);
  const [place] = editor.lua("return vim.tbl_map(function(d) return { d.lnum + 1, d.col } end, vim.diagnostic.get(0))");
  editor.type(`${place[0]}G0${place[1]}l`);
  editor.type("gra");
  await editor.shows(/1: Change/);
  await keep(2.5);
  editor.type("1");
  editor.press("Enter");
  await editor.hides(/Did you mean/);
  await keep(1.5);
  editor.type("11G0K");
  await editor.shows(/as it will be sent/);
  await keep(3.5);
  editor.type("gg");
  await editor.hides(/as it will be sent/);
  editor.type(",s");
  await editor.shows(/@Assistant:/);
  frames.push({ screen: editor.coloured(), seconds: 1 });
  await editor.reads((text) => /@Assistant:[\s\S]+@You:\s*$/.test(text), "the reply is complete");
  editor.type("G");
  await keep(4);
  const title = "A .chat file in Neovim";
  const description =
    "A misspelled variable is marked with its message, a quick fix repairs it, a hover shows the rendered message, and the reply of a send streams into the document.";
  writeFileSync(join(root, "docs/neovim.svg"), screenSvg(frames, { ...size, title, description }));
});
