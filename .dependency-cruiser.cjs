// The import direction of docs/architecture.md, checked by `npm run check`.

/** Later layers may import earlier ones, never the other way; folders of one layer may import each other unless a rule below forbids it. */
const layers = [
  ["shared"],
  ["server/src/base"],
  ["server/src/syntax", "server/src/lua", "server/src/config"],
  ["server/src/engines"],
  ["server/src/tools"],
  ["server/src/personalities"],
  ["server/src/evaluation"],
  ["server/src/workspace"],
  ["server/src/conversation"],
  ["server/src/features", "server/src/send"],
  ["server/src/lsp", "server/src/cli"],
];

/** Plain data that imports base only, and may be imported by config, conversation and features as well. */
const plainData = "^server/src/(providers/(models|catalogue|support|endpoint))(/|\\.ts$)";

const inside = (...folders) => `^(${folders.join("|")})/`;
const laterThan = (index) => [
  ...layers
    .slice(index + 1)
    .flat()
    .map((folder) => `^${folder}/`),
  "^server/src/(?!go-template\\.)[^/]+\\.ts$",
];

const layerRules = layers.map((folders, index) => ({
  name: `direction-${folders.map((folder) => folder.replace("server/src/", "")).join("-")}`,
  comment: "A layer imports only itself and earlier layers.",
  severity: "error",
  from: { path: inside(...folders) },
  to: { path: laterThan(index), pathNot: plainData },
}));

const providerRules = [
  {
    name: "providers-users",
    comment: "Providers are used by send, features and cli; their plain data also by config, evaluation and conversation.",
    severity: "error",
    from: { path: "^(server/src|shared)/", pathNot: inside("server/src/(providers|send|features|cli|config|evaluation|conversation)") },
    to: { path: "^server/src/providers/" },
  },
  {
    name: "providers-plain-data",
    comment: "Config, evaluation and conversation see only the plain data of the providers.",
    severity: "error",
    from: { path: inside("server/src/config", "server/src/evaluation", "server/src/conversation") },
    to: { path: "^server/src/providers/", pathNot: plainData },
  },
  {
    name: "plain-data-is-plain",
    comment: "Plain data imports base only.",
    severity: "error",
    from: { path: plainData },
    to: { path: "^(server/src|shared)/", pathNot: [inside("server/src/base", "shared"), plainData] },
  },
  {
    name: "providers-direction",
    comment: "Providers use base, config and conversation.",
    severity: "error",
    from: { path: "^server/src/providers/" },
    to: { path: "^server/src/", pathNot: inside("server/src/(base|config|conversation|providers)") },
  },
];

module.exports = {
  forbidden: [
    ...layerRules,
    ...providerRules,
    {
      name: "tools-direction",
      comment: "What is said of tools needs base and config only.",
      severity: "error",
      from: { path: "^server/src/tools/" },
      to: { path: "^(server/src|shared)/", pathNot: inside("server/src/(base|config|tools)") },
    },
    {
      name: "engines-apart",
      comment: "Engines never see each other, only engines/engine.ts and what references mean to all of them.",
      severity: "error",
      from: { path: "^server/src/engines/([^/]+)/" },
      to: { path: "^server/src/engines/([^/]+)/", pathNot: "^server/src/engines/($1|references)/" },
    },
    {
      name: "features-and-send-apart",
      severity: "error",
      from: { path: inside("server/src/features", "server/src/send") },
      to: { path: inside("server/src/features", "server/src/send"), pathNot: "^$1/" },
    },
    {
      name: "lsp-and-cli-apart",
      comment: "The command line proves that the core needs no LSP.",
      severity: "error",
      from: { path: inside("server/src/lsp", "server/src/cli") },
      to: { path: inside("server/src/lsp", "server/src/cli"), pathNot: "^$1/" },
    },
    {
      name: "lsp-packages-in-lsp-only",
      severity: "error",
      from: { path: "^(server/src|shared)/", pathNot: "^server/src/lsp/" },
      to: { path: "vscode-languageserver" },
    },
    {
      name: "go-template-users",
      comment: "An entry of the library, which the command line alone loads, and only when it is asked for a template.",
      severity: "error",
      from: { path: "^(server/src|shared)/", pathNot: "^server/src/cli/" },
      to: { path: "^server/src/go-template\\.ts$" },
    },
    {
      name: "library-without-shell",
      comment: "The library is the core: no LSP, no command line.",
      severity: "error",
      from: { path: "^server/src/(index|go-template|prose)\\.ts$" },
      to: { path: inside("server/src/lsp", "server/src/cli") },
    },
    {
      name: "built-ins-at-the-edge",
      comment: "Only the doors to the outside may use Node built-ins.",
      severity: "error",
      from: {
        path: "^(server/src|shared)/",
        pathNot:
          "^server/src/(workspace/(node-host|node-files|node-watch|chat-files|gitignore|node-embed|node-repository)|evaluation/(isolate|child|stops|processor-time|own-heap)|providers/(http/\\w[\\w-]*|credentials)|send/(journal|journals|lease|state-folder|document-key|process-identity|save-beside)|main)\\.ts$|^server/src/cli/",
      },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "client-without-server",
      comment: "The client talks to the server by the protocol only.",
      severity: "error",
      from: { path: "^client-vscode/" },
      to: { path: "^server/" },
    },
    {
      name: "no-cycles",
      comment: "Types may refer to each other across files; code may not.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    { name: "no-orphans", severity: "error", from: { orphan: true, pathNot: "\\.d\\.ts$" }, to: {} },
    { name: "no-unresolved", severity: "error", from: {}, to: { couldNotResolve: true, pathNot: "^vscode$" } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "require", "node", "default", "types"] },
  },
};
