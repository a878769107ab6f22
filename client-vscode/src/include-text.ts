/** What inserts a file into a message. */
export type Insertion = { readonly text: string } | { readonly refusal: string };

/**
 * The tag that includes a file into a document.
 * @param engine the template language of the document
 * @param path of the file, from the folder of the document, with `/`
 */
export function includeText(engine: string, path: string): Insertion {
  switch (engine) {
    case "lua":
      return { text: `{{ include(${luaString(path)}) }}` };
    case "go":
      return { text: `{{ embed ${JSON.stringify(path)} }}` };
    default:
      return { refusal: `Templates of ${engine} include no files. Attach the file instead, or choose the template language lua.` };
  }
}

/**
 * The path of a file from a folder, with `/`; absolute where they are on different drives.
 * @param folder absolute path with `/`
 * @param file absolute path with `/`
 */
export function relativePath(folder: string, file: string): string {
  const from = folder.split("/").filter(Boolean);
  const to = file.split("/").filter(Boolean);
  const isElsewhere = /^[A-Za-z]:$/.test(from[0] ?? "") && from[0]?.toLowerCase() !== to[0]?.toLowerCase();
  if (isElsewhere) return to.join("/");
  let common = 0;
  while (common < from.length && common < to.length - 1 && from[common] === to[common]) common++;
  return [...from.slice(common).map(() => ".."), ...to.slice(common)].join("/");
}

/** A string of Lua; line ends cannot stand in one as they are. */
function luaString(text: string): string {
  return `"${text.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\r", "\\r")}"`;
}
