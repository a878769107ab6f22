import { loadModule } from "./load.mjs";

const areas = {
  document: "The document as a whole",
  role: "Role markers",
  frontmatter: "Frontmatter",
  config: "Options",
  expression: "Expressions `{{ … }}`",
  template: "Code tags `{% … %}`",
  prose: "Prose substitution",
  include: "Included files",
  personality: "Personalities",
  file: "File references",
  thinking: "Thinking blocks",
  tool: "Tool uses and results",
  provider: "Providers",
  readiness: "What is not ready yet",
  limit: "Limits of an evaluation",
  engine: "Template engines",
  project: "The project file",
};

const intro = `<!-- Written by server/build/docs.mjs from server/src/base/codes.ts: change that table and run \`node server/build/docs.mjs\`. -->

# Diagnostics

Every diagnostic has a code \`area/what\`, an exact range and a message that says what is wrong and then what to do.
Its source is \`chat\`. The same diagnostics come from the editor and from \`chat-language-server check\`.
While one that **blocks** stands, a conversation is not sent.`;

/**
 * The text of docs/diagnostics.md.
 * @returns {Promise<string>}
 */
export async function diagnosticsPage() {
  const { codes } = await loadModule("server/src/base/codes.ts");
  const notes = { limit: await limitsNote() };
  const byArea = groupByArea(Object.entries(codes));
  const unknown = [...byArea.keys()].filter((area) => !(area in areas));
  if (unknown.length > 0) throw new Error(`diagnostics-page.mjs has no title for the areas ${unknown.join(", ")}.`);
  const sections = Object.entries(areas)
    .filter(([area]) => byArea.has(area))
    .map(([area, title]) => [`## ${title}`, table(byArea.get(area)), notes[area]].filter(Boolean).join("\n\n"));
  return `${intro}\n\n${sections.join("\n\n")}\n`;
}

async function limitsNote() {
  const { passiveLimits, passiveLimitsFor, sendLimits, mostCode } = await loadModule("server/src/lua/budget.ts");
  const { stringBytes, memoryBytes, depth, steps, timeMs } = passiveLimits;
  const count = (number) => number.toLocaleString("en");
  return `While you type, an evaluation may take ${timeMs} ms of processor time, that of a long text up to ${passiveLimitsFor(2 ** 21).timeMs}, and a send
${count(sendLimits.timeMs)} ms; reading and compiling its code may take as long again. It may take ${count(steps)} steps (a send
${count(sendLimits.steps)}), ${memoryBytes >> 20} MB for its values, ${stringBytes >> 20} MB for a single string, and ${depth} calls that are open at once. A frontmatter or a
message may have ${count(mostCode.luaTokens)} words and signs of Lua, ${count(mostCode.goActions)} actions of Go, and with templates of Lua ${count(mostCode.references)} references to files.
A text of more than 2 MB is not evaluated.`;
}

function table(entries) {
  const rows = entries.map(([code, { severity, blocks, doc }]) => `| \`${code}\` | ${severity}${blocks ? ", **blocks**" : ""} | ${doc} |`);
  return ["| Code | Severity | What it says |", "| --- | --- | --- |", ...rows].join("\n");
}

function groupByArea(entries) {
  const groups = new Map();
  for (const entry of entries) {
    const area = entry[0].slice(0, entry[0].indexOf("/"));
    groups.set(area, [...(groups.get(area) ?? []), entry]);
  }
  return groups;
}
