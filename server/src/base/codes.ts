/** How grave a diagnostic is, in the words of the command line's JSON (spec/contracts.md). */
export type Severity = "error" | "warning" | "information" | "hint";

interface CodeInfo {
  readonly severity: Severity;
  /** True when a send is refused while it stands. */
  readonly blocks: boolean;
  /** One line for `docs/diagnostics.md`. */
  readonly doc: string;
}

/** Every diagnostic the product can publish: the one table that severity, blocking and docs come from. */
export const codes = {
  "document/unclosed-fence": {
    severity: "warning",
    blocks: false,
    doc: "A code fence is never closed, so every role line after it is text.",
  },
  "document/nothing-to-send": {
    severity: "error",
    blocks: true,
    doc: "The last turn has nothing for the model to answer.",
  },
  "document/too-large": {
    severity: "hint",
    blocks: false,
    doc: "The text is so large that it is checked for syntax only; a file of more than 16 MB that is not open is not checked.",
  },
  "document/unreadable": {
    severity: "warning",
    blocks: false,
    doc: "The file of a document that is not open cannot be read, or is not UTF-8.",
  },
  "document/more-problems": {
    severity: "information",
    blocks: false,
    doc: "There are more problems than are shown: a thousand of one document, those first that block a send.",
  },
  "document/other-format": {
    severity: "information",
    blocks: false,
    doc: "The text looks like a chat of another program, whose role lines have no `@`; nothing else is said of it.",
  },
  "role/unknown": { severity: "warning", blocks: false, doc: "The role is none of System, You and Assistant; its message is not sent." },
  "role/text-after-marker": {
    severity: "error",
    blocks: true,
    doc: "Text stands on the line of a role marker, where it would join the message above.",
  },
  "frontmatter/syntax": { severity: "error", blocks: true, doc: "The frontmatter is not well-formed in its language." },
  "frontmatter/runtime": { severity: "error", blocks: true, doc: "The frontmatter failed while it ran." },
  "frontmatter/unknown-language": { severity: "error", blocks: true, doc: "No parser is known for the language of the frontmatter." },
  "frontmatter/not-a-table": { severity: "error", blocks: true, doc: "The frontmatter is not an object." },
  "frontmatter/unclosed": {
    severity: "warning",
    blocks: false,
    doc: "The frontmatter fence is never closed, so the document has no frontmatter.",
  },
  "frontmatter/reserved-name": {
    severity: "warning",
    blocks: false,
    doc: "The frontmatter assigns a reserved name; messages do not see it.",
  },
  "config/unknown-key": { severity: "error", blocks: true, doc: "No option and no member of a definition has this name." },
  "config/duplicate-key": {
    severity: "warning",
    blocks: false,
    doc: "An option is written twice in one object; the last one counts.",
  },
  "config/type": { severity: "error", blocks: true, doc: "A value is of another kind than what is expected there." },
  "config/not-settable": { severity: "error", blocks: true, doc: "The option can be set, but not in this place." },
  "config/unknown-provider": { severity: "error", blocks: true, doc: "No provider of that name is built in or defined in the settings." },
  "config/unknown-tool": { severity: "error", blocks: true, doc: "There is no tool of that name." },
  "config/unknown-approval": { severity: "warning", blocks: false, doc: "A tool that does not exist is to be approved." },
  "config/misspelled-flemma": {
    severity: "warning",
    blocks: false,
    doc: "A variable holds options and is called almost `flemma`: its options do not count.",
  },
  "config/unknown-preset": { severity: "warning", blocks: false, doc: "There is no preset of that name." },
  "config/unknown-model": {
    severity: "hint",
    blocks: false,
    doc: "The model is not in the catalogue; it is used all the same.",
  },
  "config/adjusted": {
    severity: "hint",
    blocks: false,
    doc: "The model takes no such value; what is sent instead is said.",
  },
  "config/composed-operator": {
    severity: "error",
    blocks: true,
    doc: "Two operators stand before one item of a list, or one stands in a call that is an operation itself.",
  },
  "project/syntax": { severity: "error", blocks: false, doc: "The project file, or a module of it, is not well-formed." },
  "project/runtime": { severity: "error", blocks: false, doc: "The project file, or something that it brings, failed while it ran." },
  "project/unreadable": { severity: "error", blocks: false, doc: "The project file is no text of a reasonable size." },
  "project/stopped": { severity: "error", blocks: false, doc: "The run of the project file did not end by itself." },
  "project/not-read": {
    severity: "warning",
    blocks: false,
    doc: "Another project file counts before this one, or options are returned that nobody reads.",
  },
  "engine/not-literal": {
    severity: "error",
    blocks: true,
    doc: "The template language is computed, but must be known before anything runs.",
  },
  "engine/other-language": {
    severity: "information",
    blocks: false,
    doc: "A message looks like another template language than that of its document.",
  },
  "prose/unclosed-fence": { severity: "error", blocks: true, doc: "A Lua block of prose is never closed." },
  "prose/near-fence": {
    severity: "warning",
    blocks: false,
    doc: "A fence says Lua, but not exactly as a Lua block is opened, so it is sent as text; or a line in a Lua block closes it for Markdown, but not exactly as blocks are closed.",
  },
  "prose/placeholder": {
    severity: "error",
    blocks: true,
    doc: "A placeholder of prose is not well-formed: nothing closes it, its path has an empty segment, or it names no key.",
  },
  "prose/unknown-name": { severity: "error", blocks: true, doc: "A placeholder names a namespace or a global that does not exist." },
  "prose/missing-key": { severity: "error", blocks: true, doc: "A placeholder names a key that does not exist or is null." },
  "prose/no-value": {
    severity: "error",
    blocks: true,
    doc: "A placeholder needs what this run has not: the item of a fanout, or an input that was parsed.",
  },
  "prose/not-data": { severity: "error", blocks: true, doc: "A placeholder names something that is no JSON data." },
  "prose/unread": { severity: "hint", blocks: false, doc: "Nobody reads this prose: it is neither evaluated nor sent." },
  "prose/unread-fault": {
    severity: "hint",
    blocks: false,
    doc: "A placeholder of prose that nobody reads, or whose error is caught, would fail.",
  },
  "prose/result": { severity: "error", blocks: true, doc: "A Lua block returns something that is no text." },
  "prose/clipboard": { severity: "error", blocks: true, doc: "The frontmatter gives `var` or `argv` something that is no data." },
  "prose/untried-items": {
    severity: "information",
    blocks: false,
    doc: "A fanout has more items than could be looked at in time; each is when it is sent.",
  },
  "prose/items": { severity: "error", blocks: true, doc: "The items of a fanout are no collection, or there are none." },
  "provider/incomplete": {
    severity: "error",
    blocks: true,
    doc: "The provider lacks an address, a model or a project; said when a send is asked for.",
  },
  "provider/address": {
    severity: "error",
    blocks: true,
    doc: "The provider's address is none that anything is sent to; said when a send is asked for.",
  },
  "expression/syntax": { severity: "warning", blocks: false, doc: "An expression is not well-formed; its text stays in the prompt." },
  "expression/undefined-variable": { severity: "warning", blocks: false, doc: "An expression reads a variable that was never defined." },
  "expression/runtime": { severity: "warning", blocks: false, doc: "An expression failed; its text stays in the prompt." },
  "expression/not-encodable": { severity: "hint", blocks: false, doc: "A table could not be written as JSON and prints as an address." },
  "expression/no-value": {
    severity: "warning",
    blocks: false,
    doc: "An action of a Go template prints `<no value>`, for what it names is not there.",
  },
  "template/syntax": { severity: "error", blocks: true, doc: "A code tag is not well-formed; its message cannot be rendered." },
  "template/undefined-variable": { severity: "error", blocks: true, doc: "A code tag reads a variable that was never defined." },
  "template/runtime": { severity: "error", blocks: true, doc: "A code tag failed; its message cannot be rendered." },
  "template/volatile": {
    severity: "hint",
    blocks: false,
    doc: "A value in the system prompt is another one with every send, so that the provider can cache nothing.",
  },
  "template/unclosed-tag": { severity: "warning", blocks: false, doc: "A tag is never closed; the rest of the message is literal text." },
  "include/missing": { severity: "error", blocks: true, doc: "There is no file at the path that is included." },
  "include/folder": { severity: "error", blocks: true, doc: "A folder is included." },
  "include/unreadable": { severity: "error", blocks: true, doc: "A file that is included cannot be read." },
  "include/special": { severity: "error", blocks: true, doc: "What is included is no regular file, but a pipe or a device." },
  "include/forbidden": {
    severity: "error",
    blocks: true,
    doc: "A file that is included lies outside of the workspace, which is not trusted.",
  },
  "include/too-large": { severity: "error", blocks: true, doc: "A file that is included is larger than 1 MB, or 32 MB as an attachment." },
  "include/not-text": { severity: "error", blocks: true, doc: "A file that is included is no text in UTF-8." },
  "include/circular": { severity: "error", blocks: true, doc: "A file includes itself, directly or by others." },
  "include/too-deep": { severity: "error", blocks: true, doc: "Includes nest deeper than 16." },
  "include/argument": { severity: "error", blocks: true, doc: "An argument of include() is missing or of the wrong type." },
  "include/reserved-name": {
    severity: "warning",
    blocks: false,
    doc: "An argument of include() has a reserved name; the included file does not see it.",
  },
  "include/unknown-urn": { severity: "error", blocks: true, doc: "The URN that is included is none of a personality." },
  "personality/context": {
    severity: "warning",
    blocks: false,
    doc: "A file that says how to work in the project cannot be read; the personality does without it.",
  },
  "personality/failed": { severity: "error", blocks: true, doc: "A personality of the project failed, so that it gives no prompt." },
  "include/unknown-personality": { severity: "error", blocks: true, doc: "There is no personality of that name." },
  "readiness/waiting": {
    severity: "information",
    blocks: false,
    doc: "Something that the document needs is not ready yet; a send waits for it.",
  },
  "readiness/unknown": { severity: "error", blocks: true, doc: "The document waits for something that nobody knows." },
  "readiness/repeated": { severity: "error", blocks: true, doc: "Something that was waited for is ready, and is still waited for." },
  "file/missing": { severity: "warning", blocks: false, doc: "A reference names no file; it is sent as it is typed." },
  "file/folder": { severity: "warning", blocks: false, doc: "A reference names a folder; it is sent as it is typed." },
  "file/unreadable": { severity: "warning", blocks: false, doc: "The file of a reference cannot be read; it is sent as it is typed." },
  "file/special": {
    severity: "warning",
    blocks: false,
    doc: "A reference names a pipe or a device, which is never read; it is sent as it is typed.",
  },
  "file/too-large": {
    severity: "warning",
    blocks: false,
    doc: "A file, or all files together, are larger than what can be attached; a reference is sent as it is typed.",
  },
  "file/forbidden": {
    severity: "warning",
    blocks: false,
    doc: "A reference leads out of a workspace that is not trusted; it is sent as it is typed.",
  },
  "file/unsupported": {
    severity: "warning",
    blocks: false,
    doc: "No provider takes files of that type; a reference is sent as it is typed.",
  },
  "file/not-text": {
    severity: "warning",
    blocks: false,
    doc: "A file whose type says text is none in UTF-8; a reference is sent as it is typed.",
  },
  "file/unknown-option": { severity: "warning", blocks: false, doc: "A reference has an option that does not exist; it has no effect." },
  "file/invalid-option": {
    severity: "warning",
    blocks: false,
    doc: "The type that a reference gives its file is no MIME type, or is given twice; it has no effect.",
  },
  "file/refused-by-provider": {
    severity: "warning",
    blocks: false,
    doc: "The provider takes no files of that type; what is typed is sent instead.",
  },
  "file/not-in-system": {
    severity: "warning",
    blocks: false,
    doc: "An image or a PDF cannot be part of a system prompt; what is typed is sent instead.",
  },
  "file/outside-workspace": { severity: "warning", blocks: false, doc: "A file that lies in no workspace folder is attached." },
  "file/secret-name": { severity: "warning", blocks: false, doc: "A file that is named like a secret is attached." },
  "file/changed": { severity: "error", blocks: true, doc: "A file changed or went away while the prompt was made." },
  "thinking/unclosed": { severity: "warning", blocks: false, doc: "A thinking block is never closed; its text stays text." },
  "tool/heading": {
    severity: "warning",
    blocks: false,
    doc: "A line goes on behind the id of a tool result with anything but a status in parentheses; the block stays text.",
  },
  "tool/missing-fence": { severity: "warning", blocks: false, doc: "A tool heading has no fenced block; it stays text." },
  "tool/unclosed-fence": { severity: "warning", blocks: false, doc: "The fence of a tool block is never closed; it stays text." },
  "tool/invalid-input": {
    severity: "warning",
    blocks: false,
    doc: "The input of a tool use is not JSON, or nests too deep; it stays text.",
  },
  "tool/unknown-status": {
    severity: "warning",
    blocks: false,
    doc: "The status of a tool result is misspelled, so the result counts as final.",
  },
  "tool/missing-result": {
    severity: "warning",
    blocks: false,
    doc: "A tool use has no final result; the model is told of an error instead.",
  },
  "tool/unknown-use": { severity: "information", blocks: false, doc: "A tool result answers no tool use; it is sent as text." },
  "limit/time": { severity: "error", blocks: true, doc: "Evaluation took too long and was stopped." },
  "limit/steps": { severity: "error", blocks: true, doc: "Evaluation took too many steps and was stopped, or asked for too many files." },
  "limit/memory": {
    severity: "error",
    blocks: true,
    doc: "Evaluation asked for too much memory and was stopped, or there is more code than can be read.",
  },
  "limit/depth": { severity: "error", blocks: true, doc: "Calls or brackets nest too deeply." },
} as const satisfies Record<string, CodeInfo>;

/** The code of a diagnostic: `area/what` (spec/flemma-templates.md §7). */
export type DiagnosticCode = keyof typeof codes;
