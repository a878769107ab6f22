/** Id of the language in every editor, and the extension of its files. */
export const languageId = "chat";
export const fileExtension = ".chat";

/** `source` of every diagnostic. */
export const diagnosticSource = "chat";

/** What semantic tokens say of a stretch of text: types by index, and modifiers by bit. */
export const tokenTypes = [
  "keyword",
  "variable",
  "parameter",
  "function",
  "property",
  "string",
  "number",
  "comment",
  "operator",
  /** Delimiters of tags and fences of the frontmatter. */
  "macro",
  /** Role markers. */
  "class",
] as const;
export const tokenModifiers = ["declaration", "modification", "defaultLibrary"] as const;
