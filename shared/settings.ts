/** Any JSON value, as a default. */
type Data = null | boolean | number | string | readonly Data[] | { readonly [key: string]: Data };

/** What the items of a list are, and so what they are checked against. */
export type ListKind = "tool" | "approval" | "module" | "name";

/** One kind of value that an option takes. */
export type OptionType =
  | { readonly kind: "string" }
  /** The name of a provider, built in or from `providers`. */
  | { readonly kind: "provider" }
  /** The name of a model, or of a preset (`$fast`). */
  | { readonly kind: "model" }
  | { readonly kind: "enum"; readonly values: readonly string[] }
  | { readonly kind: "number"; readonly least?: number; readonly most?: number }
  | { readonly kind: "integer"; readonly least?: number }
  /** A share such as `"50%"`, up to `"100%"`. */
  | { readonly kind: "percentage" }
  | { readonly kind: "boolean" }
  /** The value `false` only. */
  | { readonly kind: "off" }
  /** A function of Lua. */
  | { readonly kind: "function" }
  /** A list of strings, whose items may carry the prefixes `+ ^ ! $`. */
  | { readonly kind: "list"; readonly of: ListKind }
  /** An object of strings by name. */
  | { readonly kind: "strings" }
  /** The arguments that a prose document declares, by name. */
  | { readonly kind: "arguments" }
  /** A list or an object of plain data. */
  | { readonly kind: "collection" };

/**
 * Who may set an option: a document and everybody above it; settings and the project file; the user's own settings
 * alone; or nobody but the editor's settings, since it is about the editor.
 */
export type SettableBy = "document" | "project" | "user" | "editor";

/** One option. */
export interface OptionInfo {
  /** A value of any of these is valid. */
  readonly types: readonly OptionType[];
  readonly by: SettableBy;
  readonly default?: Data;
  /** What it does, in Markdown; the first sentence stands alone. */
  readonly doc: string;
}

/** A group of options below a common name. */
export interface SectionInfo {
  readonly doc: string;
  /** The member that a plain value of the section means: `tools.autopilot = false` is `tools.autopilot.enabled = false`. */
  readonly short?: string;
}

const levels = ["minimal", "low", "medium", "high", "max"] as const;
const efforts = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;

/** How replies come into documents. */
const paces = ["live", "paragraph", "final"] as const;

const thinkingLevel = {
  types: [{ kind: "enum", values: levels }, { kind: "integer", least: 0 }, { kind: "off" }],
  by: "document",
  doc: "How much the model thinks before it answers: a level, a budget in tokens, or `false` for not at all.",
} as const satisfies OptionInfo;

const thinkingForeign = {
  types: [{ kind: "enum", values: ["preserve", "drop"] }],
  by: "document",
  doc: "What becomes of thinking that another provider wrote: it is sent as text, or left out.",
} as const satisfies OptionInfo;

/** The parameters that hold for every provider, and that each provider's own table may override. */
const general = {
  "thinking.level": thinkingLevel,
  "thinking.foreign": thinkingForeign,
  temperature: {
    types: [{ kind: "number", least: 0, most: 2 }],
    by: "document",
    doc: "How freely the model chooses its words, from 0 to 2. Without it, the provider decides; many models take none while they think, and then it is left out.",
  },
  max_tokens: {
    types: [{ kind: "integer", least: 1 }, { kind: "percentage" }],
    by: "document",
    doc: 'The most tokens a reply may have, as a number or as a share of what the model can write: `8000`, `"50%"`.',
  },
  timeout: {
    types: [{ kind: "number", least: 1 }],
    by: "document",
    doc: "How many seconds the provider may take to begin its answer.",
  },
  connect_timeout: {
    types: [{ kind: "number", least: 1 }],
    by: "document",
    doc: "How many seconds connecting to the provider may take.",
  },
  idle_timeout: {
    types: [{ kind: "number", least: 0 }],
    by: "document",
    doc: "How many seconds may pass between two pieces of a reply; 0 is for ever. The reply as a whole may take as long as it likes.",
  },
  cache_retention: {
    types: [{ kind: "enum", values: ["none", "short", "long"] }],
    by: "document",
    doc: "How long the provider should keep the beginning of the prompt ready for the next turn.",
  },
} as const satisfies Readonly<Record<string, OptionInfo>>;

const thinkingBudget: OptionInfo = {
  types: [{ kind: "integer" }],
  by: "document",
  doc: "Tokens the model may think with; it counts before `thinking`. 0 and less turn thinking off.",
};
const reasoning: OptionInfo = {
  types: [{ kind: "enum", values: efforts }],
  by: "document",
  doc: "The effort of reasoning; it counts before `thinking`.",
};

const effort: OptionInfo = {
  types: [{ kind: "enum", values: ["low", "medium", "high", "xhigh", "max"] }],
  by: "document",
  doc: "The effort of a model that chooses its own thinking budget; passed on as it is.",
};
const project: OptionInfo = { types: [{ kind: "string" }], by: "document", doc: "The Google Cloud project that is billed." };
const location: OptionInfo = { types: [{ kind: "string" }], by: "document", doc: "The Google Cloud region that answers." };

/** What a provider knows beyond the general parameters. */
const special: Readonly<Record<string, Readonly<Record<string, OptionInfo>>>> = {
  anthropic: { thinking_budget: thinkingBudget, effort },
  openai: { reasoning },
  vertex: { thinking_budget: thinkingBudget, project_id: project, location: { ...location, default: "global" } },
  moonshot: {},
  codex: { reasoning },
  echo: {},
};

/** What a provider that settings define may know: that hangs on the protocol it speaks. */
const specialOfOthers: Readonly<Record<string, OptionInfo>> = {
  thinking_budget: thinkingBudget,
  effort,
  reasoning,
  project_id: project,
  location,
};

function price(of: string): OptionInfo {
  return { types: [{ kind: "number", least: 0 }], by: "user", doc: `What a million tokens of ${of} cost, in USD.` };
}

const defaults: Readonly<Record<string, Data>> = {
  "thinking.level": "high",
  "thinking.foreign": "preserve",
  max_tokens: "50%",
  timeout: 600,
  connect_timeout: 10,
  idle_timeout: 300,
  cache_retention: "short",
};

/**
 * Every option by its dotted path: the one table that validation, hover, completion, `docs/options.md`, the JSON schema of
 * `flemma.json` and the settings of Visual Studio Code come from. A `*` stands for a name that a person chooses.
 */
export const options: Readonly<Record<string, OptionInfo>> = {
  provider: {
    types: [{ kind: "provider" }],
    by: "document",
    default: "anthropic",
    doc: "Who answers the conversation: `anthropic`, `openai`, `vertex`, `moonshot`, `codex`, `echo`, or a name from `providers`.",
  },
  model: {
    types: [{ kind: "model" }],
    by: "document",
    doc: 'The model that answers, or a preset such as `"$fast"`. Without it, the default of the provider.',
  },
  ...under("parameters", withDefaults(general)),
  ...Object.assign({}, ...Object.entries(special).map(([name, own]) => under(`parameters.${name}`, { ...general, ...own }))),
  ...under("parameters.*", { ...general, ...specialOfOthers }),
  tools: {
    types: [{ kind: "list", of: "tool" }],
    by: "document",
    default: ["bash", "read", "edit", "write", "grep", "find", "ls"],
    doc: "The tools that the model may use.",
  },
  "tools.offer": {
    types: [{ kind: "boolean" }],
    by: "document",
    default: false,
    doc: "Tell the model of the tools even where nobody has set `tools`. Without it, a model knows of tools only where `tools` was set.",
  },
  "tools.auto_approve": {
    types: [{ kind: "list", of: "approval" }, { kind: "function" }],
    by: "document",
    default: ["$standard"],
    doc: 'The tools that run without being asked for: names, presets such as `$standard`, or a function of `(tool_name, input, context)` that answers `true`, `false`, `"deny"` or nil.',
  },
  "tools.autopilot.enabled": {
    types: [{ kind: "boolean" }],
    by: "document",
    default: true,
    doc: "Go on by itself while the model asks for tools that are approved.",
  },
  "tools.autopilot.max_turns": {
    types: [{ kind: "integer", least: 1 }],
    by: "document",
    default: 100,
    doc: "After so many turns in a row the autopilot stops.",
  },
  "presets.*.provider": { types: [{ kind: "provider" }], by: "project", doc: "The provider that the preset chooses." },
  "presets.*.model": { types: [{ kind: "model" }], by: "project", doc: "The model that the preset chooses." },
  "presets.*.auto_approve": {
    types: [{ kind: "list", of: "approval" }],
    by: "project",
    doc: "What the preset stands for as an item of `tools.auto_approve`.",
  },
  ...under("presets.*.parameters", general, "project"),
  ...Object.assign(
    {},
    ...Object.entries(special).map(([name, own]) => under(`presets.*.parameters.${name}`, { ...general, ...own }, "project")),
  ),
  ...under("presets.*.parameters.*", { ...general, ...specialOfOthers }, "project"),
  "templating.engine": {
    types: [{ kind: "enum", values: ["lua", "prose", "go"] }],
    by: "document",
    default: "lua",
    doc: "The language of the templates. A document must write it as a literal, for it is known before anything runs.",
  },
  "templating.modules": {
    types: [{ kind: "list", of: "module" }],
    by: "project",
    default: [],
    doc: "Lua modules of the project that add to the environment of templates.",
  },
  "templating.roots": {
    types: [{ kind: "list", of: "name" }],
    by: "project",
    default: [],
    doc: "Further folders that the project's Lua modules are looked for in, relative to the project file; `lua` comes first.",
  },
  "templating.prose.args": {
    types: [{ kind: "arguments" }],
    by: "document",
    doc: "The arguments that a prose document declares: the input is JSON then, which `argv` is parsed from. Each has a `type` (`string`, `boolean`, `integer` or `number`), and may have `optional`, `default` and `description`.",
  },
  "templating.prose.input": {
    types: [{ kind: "string" }],
    by: "document",
    default: "",
    doc: "The input of a prose document, which `{{ args }}` inserts; the command line may give another one.",
  },
  "templating.prose.items": {
    types: [{ kind: "collection" }],
    by: "document",
    doc: "The collection that a prose document is rendered for, once for each item: a list, or an object whose members are `{key, value}`.",
  },
  "templating.go.missing_key": {
    types: [{ kind: "enum", values: ["default", "error"] }],
    by: "document",
    default: "default",
    doc: "What a Go template does with a key that a map does not have: print `<no value>`, or fail.",
  },
  "templating.go.git": {
    types: [{ kind: "boolean" }],
    by: "document",
    default: false,
    doc: "Let Go templates see branch, commit and state of the repository as `.git`.",
  },
  "templating.go.env": {
    types: [{ kind: "list", of: "name" }],
    by: "document",
    default: [],
    doc: "The environment variables that Go templates see as `.env`. The user's settings allow names; everybody else may only narrow them.",
  },
  "templating.go.prompts": {
    types: [{ kind: "strings" }],
    by: "project",
    default: {},
    doc: "Files that Go templates may embed by name.",
  },
  "providers.*.kind": {
    types: [{ kind: "enum", values: ["anthropic", "openai", "vertex", "chat-completions"] }],
    by: "user",
    default: "chat-completions",
    doc: "The protocol that the endpoint speaks.",
  },
  "providers.*.base_url": {
    types: [{ kind: "string" }],
    by: "user",
    doc: 'Where the endpoint is, such as `"http://localhost:11434/v1"`; of a provider that is built in, where it is reached instead.',
  },
  "providers.*.allow_http": {
    types: [{ kind: "boolean" }],
    by: "user",
    default: false,
    doc: "Send to the endpoint without encryption, though it is not on this machine.",
  },
  "providers.*.headers": { types: [{ kind: "strings" }], by: "user", default: {}, doc: "Headers of every request to the endpoint." },
  "providers.*.key": {
    types: [{ kind: "string" }],
    by: "user",
    doc: "The name of the environment variable that holds the key of the endpoint, never the key itself.",
  },
  "providers.*.model": { types: [{ kind: "string" }], by: "user", doc: "The model that answers when none is chosen." },
  ...under("providers.*.models.*", {
    input_limit: { types: [{ kind: "integer", least: 1 }], by: "user", doc: "So many tokens a prompt may have." },
    output_limit: { types: [{ kind: "integer", least: 1 }], by: "user", doc: "So many tokens a reply may have." },
    min_output: { types: [{ kind: "integer", least: 1 }], by: "user", doc: "The model takes no lower limit of a reply, in tokens." },
    thinking: {
      types: [{ kind: "enum", values: ["none", "budget", "effort", "optional", "forced"] }],
      by: "user",
      doc: "How the model is asked to think: not at all, with a budget of tokens, with a word, on or off, or always.",
    },
    "price.input": price("input"),
    "price.output": price("output"),
    "price.cache_read": price("input that comes from a cache"),
    "price.cache_write": price("input that goes into a cache"),
  }),
  "credentials.codex": {
    types: [{ kind: "boolean" }, { kind: "string" }],
    by: "user",
    default: false,
    doc: "Let sends to `codex` use the login of the Codex command line: `true`, or the path of its `auth.json`. It is read for every send and never changed; this use of it is not official.",
  },
  otherFormats: {
    types: [{ kind: "enum", values: ["explain", "ignore"] }],
    by: "project",
    default: "explain",
    doc: "What is said of a `.chat` file of another program, whose role lines have no `@`: once what this server reads (`explain`), or nothing (`ignore`).",
  },
  inlayHints: {
    types: [{ kind: "boolean" }],
    by: "editor",
    default: false,
    doc: "Show the value of every `{{ expression }}` behind it.",
  },
  onEditorExit: {
    types: [{ kind: "enum", values: ["stop", "finish"] }],
    by: "editor",
    default: "stop",
    doc: "What becomes of a reply that is coming when the editor ends without a word: it stops (`stop`), or it comes to its end unseen, which costs what it costs (`finish`). What came is offered when the document is opened again.",
  },
  stream: {
    types: [{ kind: "enum", values: paces }],
    by: "editor",
    default: "paragraph",
    doc: "How a reply comes into the document: as it comes (`live`), a paragraph at a time, or at once when it is complete (`final`). Every edit is a step of undo, but in editors that take back a reply as a whole: there it comes `live` unless this is set.",
  },
};

/** The sections that options lie in, by their dotted path. */
export const sections: Readonly<Record<string, SectionInfo>> = {
  parameters: { doc: "What a request says beside the conversation." },
  "parameters.thinking": { doc: "How much the model thinks, and what becomes of thinking in the file.", short: "level" },
  ...ofEachProvider("parameters.PROVIDER", { doc: "Parameters for one provider; they count before the general ones." }),
  ...ofEachProvider("parameters.PROVIDER.thinking", { doc: "Thinking, for one provider.", short: "level" }),
  "tools.autopilot": { doc: "Whether, and how long, tools run without anybody pressing a key.", short: "enabled" },
  presets: { doc: "Named choices: `$name` as a model, or as an item of `tools.auto_approve`." },
  "presets.*": { doc: "One preset: any of `provider`, `model`, `parameters` and `auto_approve`." },
  "presets.*.parameters": { doc: "The parameters that the preset sets." },
  "presets.*.parameters.thinking": { doc: "Thinking, in the preset.", short: "level" },
  ...ofEachProvider("presets.*.parameters.PROVIDER", { doc: "Parameters that the preset sets for one provider." }),
  ...ofEachProvider("presets.*.parameters.PROVIDER.thinking", { doc: "Thinking for one provider, in the preset.", short: "level" }),
  templating: { doc: "How the templates of a document work." },
  "templating.prose": { doc: "Options of prose substitution." },
  "templating.go": { doc: "Options of Go templates." },
  credentials: { doc: "Where keys and tokens may be taken from." },
  providers: { doc: "Endpoints of your own, by name: any server that speaks one of the known protocols." },
  "providers.*": { doc: "One endpoint, or what is different with a provider that is built in." },
  "providers.*.models": { doc: "Models that the catalogue does not have, or has with other figures, by their names." },
  "providers.*.models.*": { doc: "One model; what is not said is as in the catalogue." },
  "providers.*.models.*.price": { doc: "What the model costs; costs are estimated with it." },
};

/** Names at the top level that stand for options deeper down. */
export const shortcuts: Readonly<Record<string, string>> = {
  thinking: "parameters.thinking",
  temperature: "parameters.temperature",
  max_tokens: "parameters.max_tokens",
  cache_retention: "parameters.cache_retention",
  timeout: "parameters.timeout",
  ...Object.fromEntries(Object.keys(special).map((name) => [name, `parameters.${name}`])),
};

/** The presets that are always there. */
export const builtinPresets: Readonly<Record<string, { readonly auto_approve: readonly string[] }>> = {
  $standard: { auto_approve: ["read", "write", "edit", "find", "grep", "ls"] },
  $readonly: { auto_approve: ["read", "find", "grep", "ls"] },
};

function under(path: string, members: Readonly<Record<string, OptionInfo>>, by?: SettableBy): Readonly<Record<string, OptionInfo>> {
  return Object.fromEntries(Object.entries(members).map(([name, info]) => [`${path}.${name}`, by === undefined ? info : { ...info, by }]));
}

/** A section for every provider that is built in, and for those that are not. */
function ofEachProvider(path: string, section: SectionInfo): Readonly<Record<string, SectionInfo>> {
  return Object.fromEntries([...Object.keys(special), "*"].map((name) => [path.replace("PROVIDER", name), section]));
}

function withDefaults(members: Readonly<Record<string, OptionInfo>>): Readonly<Record<string, OptionInfo>> {
  return Object.fromEntries(
    Object.entries(members).map(([name, info]) => {
      const value = defaults[name];
      return [name, value === undefined ? info : { ...info, default: value }];
    }),
  );
}
