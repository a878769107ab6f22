/** What a person is told of a name. */
export interface NameDescription {
  readonly kind: "variable" | "function" | "module";
  /** Its signature, or its type. */
  readonly detail: string;
  readonly doc: string;
}

/** What messages of prose have beside the environment of all templates, by name (spec/prose-substitution.md, "Our deviations"). */
export const proseNames: ReadonlyMap<string, NameDescription> = new Map(
  Object.entries({
    prose: {
      kind: "variable",
      detail: "string",
      doc: "The prose before this block, substituted when it is first read. It cannot be assigned.",
    },
    var: { kind: "module", detail: "table", doc: "The clipboard: JSON data that goes on from message to message." },
    args: { kind: "variable", detail: "string", doc: "The run's input string, exactly as passed." },
    argv: {
      kind: "module",
      detail: "table",
      doc: "What the input was parsed to; nil when it was not. Only the frontmatter may change it.",
    },
    item: { kind: "variable", detail: "any", doc: "The present item of the fanout; nil outside of one." },
    sys: { kind: "module", detail: "table", doc: "What the run knows of itself; reading a field that it has not is an error." },
    _G: { kind: "module", detail: "table", doc: "The globals of this message." },
    setmetatable: { kind: "function", detail: "(table, metatable): table", doc: "Gives a table a metatable." },
    rawget: { kind: "function", detail: "(table, key): any", doc: "The value of a key, whatever a metatable says." },
    rawset: { kind: "function", detail: "(table, key, value): table", doc: "Sets a key, whatever a metatable says." },
    next: { kind: "function", detail: "(table, key): any", doc: "The next key of a table, and its value." },
    unpack: { kind: "function", detail: "(list: table, from?: number, to?: number): any", doc: "The items of a list, as several values." },
  } satisfies Record<string, NameDescription>),
);

/** The fields of `sys`, with what they hold. */
export const sysFields: Readonly<Record<string, string>> = {
  when: "The clock of the run, RFC 3339 in UTC.",
  id: "The number of the message.",
  section_name: "The role of the message.",
  section_count: "How many messages run.",
  execution: "The name of the file.",
  index: "The number of the item, in a fanout only.",
};
