/** Id of the language in every editor, and the extension of its files. */
export const languageId = "chat";
export const fileExtension = ".chat";

/** `source` of every diagnostic. */
export const diagnosticSource = "chat";
