import type { FileAttachment } from "../base/file-answers.js";
import { basename } from "../base/paths.js";
import { mimeByExtension } from "./mime-by-extension.js";

/** The MIME type that the first bytes of a file tell, of those that providers take (spec/flemma-templates.md §5). */
function typeByContent(bytes: Uint8Array): string | undefined {
  const starts = (text: string, at = 0): boolean => [...text].every((unit, index) => bytes[at + index] === unit.charCodeAt(0));
  if (starts("\x89PNG\r\n\x1a\n")) return "image/png";
  if (starts("\xff\xd8\xff")) return "image/jpeg";
  if (starts("GIF87a") || starts("GIF89a")) return "image/gif";
  if (starts("RIFF") && starts("WEBP", 8)) return "image/webp";
  if (starts("%PDF-")) return "application/pdf";
  return undefined;
}

/** Says whether bytes are UTF-8 without NUL. */
function isPlainText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** What is known of a file with these bytes at an absolute path; `realName` is its last name, links followed. */
export function attachmentOf(
  path: string,
  bytes: Uint8Array,
  { isOutside, realName = basename(path) }: { isOutside: boolean; realName?: string },
): FileAttachment {
  const isText = isPlainText(bytes);
  const type = typeByContent(bytes) ?? mimeByExtension(path) ?? (isText ? "text/plain" : undefined);
  return { kind: "file", size: bytes.length, ...(type !== undefined && { type }), isText, isOutside, realName };
}
