import type { FileAttachment } from "../base/file-answers.js";
import { basename } from "../base/paths.js";
import { kindOf } from "../engines/attach.js";
import { imageDimensions } from "./image-dimensions.js";
import { mimeByExtension } from "./mime-by-extension.js";

/** Readers take a PDF whose mark stands within so many bytes. */
const mostBeforePdf = 1024;

/** The MIME type that the first bytes of a file tell, of those that providers take (spec/flemma-templates.md §5). */
function typeByContent(bytes: Uint8Array): string | undefined {
  const starts = (text: string, at = 0): boolean => [...text].every((unit, index) => bytes[at + index] === unit.charCodeAt(0));
  if (starts("\x89PNG\r\n\x1a\n")) return "image/png";
  if (starts("\xff\xd8\xff")) return "image/jpeg";
  if (starts("GIF87a") || starts("GIF89a")) return "image/gif";
  if (starts("RIFF") && starts("WEBP", 8)) return "image/webp";
  return starts("%PDF-") ? "application/pdf" : undefined;
}

/**
 * The MIME type that the name of a file tells, as far as what it holds can be that: images and PDFs tell themselves by
 * their first bytes, and what is text is no film.
 */
function typeByName(path: string, bytes: Uint8Array, isText: boolean): string | undefined {
  const type = mimeByExtension(path);
  switch (type && kindOf(type)) {
    case "text_file":
      return type;
    case "image":
      return undefined;
    case "pdf":
      return new TextDecoder("latin1").decode(bytes.subarray(0, mostBeforePdf)).includes("%PDF-") ? type : undefined;
    case undefined:
      return isText ? undefined : type;
  }
}

/** Long files are looked at in pieces of so many bytes: nobody needs their text as a whole. */
const pieceBytes = 1024 * 1024;

/** Says whether bytes are UTF-8 without NUL. */
function isPlainText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for (let at = 0; at < bytes.length; at += pieceBytes) decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true });
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/** What is known of a file with these bytes at an absolute path; `realName` is its last name, links followed. */
export function attachmentOf(
  path: string,
  bytes: Uint8Array,
  { isOutside, realName = basename(path) }: { isOutside: boolean; realName?: string },
): FileAttachment {
  const isText = isPlainText(bytes);
  const told = typeByContent(bytes);
  const type = told ?? typeByName(path, bytes, isText) ?? (isText ? "text/plain" : undefined);
  const dimensions = told && imageDimensions(bytes, told);
  return {
    kind: "file",
    size: bytes.length,
    ...(type !== undefined && { type }),
    isText,
    ...(isUtf16(bytes) && { isUtf16: true as const }),
    isOutside,
    realName,
    ...(dimensions && { dimensions }),
  };
}
