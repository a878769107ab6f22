import { loadModule } from "./load.mjs";

const intro = `<!-- Written by server/build/docs.mjs from shared/settings.ts: change that table and run \`node server/build/docs.mjs\`. -->

# Options

A document steers its own request. What it does not say, the project says, then your settings, then the defaults below.
Every option is checked while you type: a key or value that cannot be right is underlined at its exact place, with the name
that was probably meant. A refused option has no effect, the others do.

## Where options are written

In the frontmatter of a document, in Lua, JSON or YAML:

\`\`\`lua
flemma.opt.model = "$fast"
flemma.opt.thinking = "medium"
flemma.opt.parameters.openai.reasoning = "high"
flemma.opt.tools:append("grep")
flemma.opt.tools.auto_approve = { "$readonly", "+bash" }
flemma.opt.tools.autopilot = false
\`\`\`

\`\`\`json
{
  "flemma": {
    "model": "$fast",
    "thinking": "medium",
    "parameters": { "openai": { "reasoning": "high" } },
    "tools": { "auto_approve": ["$readonly", "+bash"], "autopilot": false }
  }
}
\`\`\`

\`\`\`yaml
flemma:
  model: $fast
  thinking: medium
  parameters: { openai: { reasoning: high } }
  tools:
    auto_approve: [$readonly, +bash]
    autopilot: false
\`\`\`

In Lua, reading an option gives what it is by then, and \`flemma.opt = { … }\` sets several at once. \`nil\`, \`null\` and an empty
value of YAML take an option back: what lower layers say of it does not count either. In JSON and YAML every other key on top is a variable of the templates.

On top of the options, a dotted path may stand for its option, so that a list has a place beside its members:
\`"tools": ["!bash"], "tools.auto_approve": ["$readonly"]\`.

In \`flemma.json\` beside the documents of a project, with the same names on top of the file:

\`\`\`json
{
  "provider": "openai",
  "tools": { "auto_approve": ["$standard", "!write"] },
  "presets": { "$fast": { "model": "gpt-5.4-mini", "parameters": { "thinking": "minimal" } } }
}
\`\`\`

In the settings of the editor, below \`chat\`: \`"chat.provider": "openai"\`, \`"chat.parameters.temperature": 0.3\`.

## Layers

A later layer counts before an earlier one. Lists are changed by one layer after the other.`;

const layers = {
  default: "what the tables below say",
  user: "your settings",
  workspace: "the settings of the workspace",
  project: "the project file, in a trusted workspace",
  switch: "what was switched while the editor runs",
  frontmatter: "the document",
  "command line": "what a command was told",
};

const lists = `## Lists

In Lua, lists have \`:append\`, \`:prepend\` and \`:remove\`, each with one value or a list, and the operators \`+\` (append), \`^\`
(prepend) and \`-\` (remove); they act at once, and items that are added together keep their order. Everywhere, a list may have
items with a prefix:

| Item | Effect |
| --- | --- |
| \`"bash"\` | the list is made of such items: what is inherited goes |
| \`"$standard"\` | so is this one, with the items of a preset in its place |
| \`"+bash"\` | append |
| \`"^bash"\` | prepend |
| \`"!write"\` | remove, also what a preset brought |

The list is made first, then the prefixes \`+ ^ !\` act in their order. A list of these alone changes the inherited one; an empty
list is empty. A list holds a value once: adding it again moves it. A single string is a list of one. Prefixes cannot be combined
(\`"+^bash"\`, \`"!$standard"\`). A single character, \`$HOME\` and \`\${TMPDIR}\` are plain items.`;

const presets = `## Presets

A preset is a named choice below \`presets\`, in settings or in the project file. As a model (\`model = "$fast"\`) it gives its
provider, model and parameters; what a document says of parameters itself counts before. As an item of \`tools.auto_approve\` it
stands for its list. These are always there:`;

const shortcutsIntro = `## Shortcuts

These names on top stand for options deeper down:`;

const thinking = `## Thinking

\`thinking\` is a level, a number of tokens, or \`false\`. What it comes to hangs on the model:

| \`thinking\` | Models with a budget | Models with an effort |
| --- | --- | --- |
| \`minimal\`, \`low\`, \`medium\`, \`high\`, \`max\` | the budget that the catalogue has for the level | the word of the model for the level |
| a number | so many tokens, within what the model takes | the nearest level: up to 256, 4096, 12288, 24576 tokens, else \`max\` |
| \`false\` or 0 | none | none, said explicitly; a model that cannot do without thinks least |
| \`nil\`, \`null\` | nothing is said | nothing is said |

\`thinking_budget\`, \`effort\` and \`reasoning\` of the provider count before \`thinking\`. A model that the catalogue does not know is told of
thinking only where somebody chose it. While a model thinks, many take no temperature: it is left out then.`;

const endpoints = `## Endpoints and models

\`providers\` in your own settings names endpoints that speak one of the known protocols: Ollama, vLLM, LM Studio, a gateway.

\`\`\`json
{
  "providers": {
    "local": { "base_url": "http://localhost:11434/v1", "model": "qwen3" },
    "gateway": { "kind": "anthropic", "base_url": "https://gateway.example", "key": "GATEWAY_KEY", "headers": { "X-Team": "docs" } },
    "anthropic": {
      "base_url": "https://proxy.example",
      "models": { "claude-next": { "output_limit": 64000, "thinking": "effort", "price": { "input": 3, "output": 15 } } }
    }
  },
  "provider": "local"
}
\`\`\`

An address without a path gets the version of the protocol (\`/v1\`), one that has it is left alone. Plain \`http\` is for this machine,
or for whoever sets \`allow_http\`. \`key\` is the name of an environment variable, never the key; an endpoint on this machine needs
none. The values of \`headers\` are shown nowhere, and no template sees them. Under the name of a provider that is built in, the same
options change where it is reached. \`models\` adds to the catalogue, or corrects it: a model that nobody knows works all the same, with
at most 4000 tokens in a reply unless \`max_tokens\` is a number.`;

const who = {
  document: "document",
  project: "project file, settings",
  user: "your own settings",
  editor: "editor",
};

const titles = {
  "": "Provider and model",
  parameters: "Parameters",
  tools: "Tools",
  presets: "Presets",
  templating: "Templates",
  providers: "Endpoints of your own",
  inlayHints: "Editor",
};

/**
 * The text of docs/options.md.
 * @returns {Promise<string>}
 */
export async function optionsPage() {
  const settings = await loadModule("shared/settings.ts");
  const { origins } = await loadModule("server/src/config/operations.ts");
  const { expectation } = await loadModule("server/src/config/check-value.ts");
  const { providerNames: providers } = await loadModule("server/src/providers/catalogue.ts");
  const row = ([path, option]) => {
    const { by, default: value, doc } = option;
    return cells(
      `\`${path}\``,
      expectation(option, { providers }),
      value === undefined ? "" : `\`${JSON.stringify(value)}\``,
      who[by],
      doc,
    );
  };
  return `${[
    intro,
    table(
      ["Layer", "What it is"],
      origins.map((origin) => cells(origin, describe(layers, origin))),
    ),
    lists,
    presets,
    table(["Preset", "Items"], presetRows(settings)),
    shortcutsIntro,
    table(
      ["Shortcut", "Option"],
      Object.entries(settings.shortcuts).map(([name, path]) => cells(`\`${name}\``, `\`${path}\``)),
    ),
    thinking,
    endpoints,
    "## All options",
    "The fourth column says who may set the option; whoever stands above a document may set what a document may.",
    ...[...groups(shownOptions(settings))].map(([group, entries]) =>
      [`### ${describe(titles, group)}`, notes(settings, group), table(["Option", "Value", "Default", "Set by", ""], entries.map(row))]
        .filter((part) => part !== "")
        .join("\n\n"),
    ),
  ].join("\n\n")}\n`;
}

/** The parameters of providers, and those of presets, are the general ones with a few more: only these are listed. */
function shownOptions({ options }) {
  return Object.entries(options).filter(([path]) => {
    const name = /^parameters\.[^.]+\.(.+)$/.exec(path)?.[1];
    const isRepeated = name !== undefined && `parameters.${name}` in options && !path.startsWith("parameters.thinking.");
    return !isRepeated && !path.startsWith("presets.*.parameters.");
  });
}

function groups(entries) {
  const found = new Map();
  for (const entry of entries) {
    const [first] = entry[0].split(".");
    const group = first in titles ? first : "";
    found.set(group, [...(found.get(group) ?? []), entry]);
  }
  return found;
}

/** What is said of the sections of a group, those of single providers excepted. */
function notes({ sections }, group) {
  const own = Object.entries(sections).filter(([path]) => path.split(".")[0] === group && !/\bparameters\.(?!thinking$|\*$)/.test(path));
  return own
    .map(([path, { doc, short }]) => `- \`${path}\`: ${doc}${short ? ` A plain value means \`${path}.${short}\`.` : ""}`)
    .join("\n");
}

function presetRows({ builtinPresets }) {
  return Object.entries(builtinPresets).map(([name, { auto_approve: items }]) =>
    cells(`\`${name}\``, items.map((item) => `\`${item}\``).join(", ")),
  );
}

function describe(words, key) {
  if (!(key in words)) throw new Error(`options-page.mjs has no words for '${key}'.`);
  return words[key];
}

function table(head, rows) {
  return [cells(...head), cells(...head.map(() => "---")), ...rows].join("\n");
}

function cells(...texts) {
  return `| ${texts.map((text) => text.replaceAll("|", "\\|")).join(" | ")} |`;
}
