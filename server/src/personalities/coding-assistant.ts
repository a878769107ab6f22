import type { Environment, ProjectContextFile, RenderOpts, ToolEntry } from "./render-opts.js";

/** How to work, whatever the tools are. */
const workingRules = [
  "Look before you act: find out how things are from files and output, not from memory.",
  "Do what was asked, no more: keep changes small, and follow the style of the code around them.",
  "Check what you did, by tests or by running it, and say plainly what you could not check.",
  "When a request can be read in two ways that lead to different work, ask; otherwise choose the sensible one, and say so.",
  "Never invent results, paths or interfaces. Say so when something failed, or when you do not know.",
  "Answer briefly, and name the files and lines that you speak of.",
];

/**
 * The built-in personality for work on code. `editor` is the name of the editor that the document is open in, if known.
 * Date and time stand at the very end: a prompt cache keeps everything before them.
 */
export function codingAssistant({ tools, environment, projectContext }: RenderOpts, editor = "a text editor"): string {
  const sections = [
    persona(editor),
    section("Tools", tools.map(toolLine)),
    section(
      "Guidelines",
      [...new Set([...workingRules, ...tools.flatMap(({ parts }) => parts.guidelines ?? [])])].map((line) => `- ${line}`),
    ),
    contextSection(projectContext.filter(({ content }) => content.trim() !== "")),
    section("Environment", environmentLines(environment)),
  ];
  return sections.filter((text) => text !== "").join("\n\n");
}

function persona(editor: string): string {
  return `You are a coding agent. You work with a person who writes to you from ${editor}: together you read, change, run and explain the code of the project at hand.`;
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `## ${title}\n\n${lines.join("\n")}`;
}

function toolLine({ name, parts }: ToolEntry): string {
  const snippet = (parts.snippet ?? []).join(" ");
  return snippet === "" ? `- ${name}` : `- ${name}: ${snippet}`;
}

function contextSection(files: readonly ProjectContextFile[]): string {
  if (files.length === 0) return "";
  const texts = files.map(({ path, content }) => `<file path="${path}">\n${content.replace(/\n+$/, "")}\n</file>`);
  return `## Project\n\nThe project says how to work in it. Follow these files; what the person asks for counts before them.\n\n${texts.join("\n\n")}`;
}

function environmentLines({ cwd, currentFile, filetype, gitBranch, date, time }: Environment): string[] {
  const language = filetype === undefined ? "" : ` (${filetype})`;
  return [
    `- Working directory: ${cwd}`,
    ...(currentFile === undefined ? [] : [`- File of this conversation: ${currentFile}${language}`]),
    ...(gitBranch === undefined ? [] : [`- Git branch: ${gitBranch}`]),
    `- Date: ${date}`,
    `- Time: ${time}`,
  ];
}
