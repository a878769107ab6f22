// Prints edit-to-diagnostics times and memory of the built server beside the floor of the method, in one run.
import { fileURLToPath } from "node:url";
import { measure } from "./measure.mjs";

const main = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
const floor = fileURLToPath(new URL("./floor-server.mjs", import.meta.url));

console.log("| document | server | startup ms | first ms | p50 ms | p95 ms | max ms | PSS MB |");
console.log("|---|---|---|---|---|---|---|---|");
for (const lines of [200, 2000, 5000]) {
  const text = documentOf(lines);
  for (const [name, args] of [
    ["floor", [floor]],
    ["chat", [main, "--stdio"]],
  ]) {
    const { startup, first, p50, p95, max, memory } = await measure(args, text, 200);
    const cells = [startup, first, p50, p95, max, memory].map((value) => value.toFixed(1));
    console.log(`| ${lines} lines, ${(text.length / 1024).toFixed(0)} kB | ${name} | ${cells.join(" | ")} |`);
  }
}

/** A conversation of about so many lines: prose, an expression in every tenth line, a loop in every second message. */
function documentOf(lines) {
  const out = ["```lua", 'name = "Ada"', "items = { 'one', 'two', 'three' }", "```", "@System:", "You help {{ name }}."];
  for (let turn = 0; out.length < lines; turn++) {
    out.push("", turn % 2 === 0 ? "@You:" : "@Assistant:");
    for (let line = 0; line < 18; line++)
      out.push(
        line % 10 === 9 && turn % 2 === 0
          ? `Dear {{ name:upper() }}, item {{ items[${(line % 3) + 1}] }}.`
          : "Some words of a conversation, as people write them.",
      );
    if (turn % 4 === 0) out.push("{% for item, loop in each(items) do %}", "- {{ loop.index }}: {{ item }}", "{% end %}");
  }
  return `${out.join("\n")}\n`;
}
