import type { FileAttachment } from "../../../base/file-answers.js";
import { attach } from "../../attach.js";
import type { IncludeCall } from "./include-call.js";
import type { IncludeRefusal } from "./include-refusals.js";
import { IncludedParts } from "./included-parts.js";

/** Why nobody takes a file: what was typed is sent in its place. */
interface Refused {
  readonly code: "file/not-text" | "file/unsupported";
  readonly message: string;
}

/** A file that is included as it is, or why there is none. */
export type AttachedParts =
  | { readonly kind: "parts"; readonly parts: IncludedParts; readonly refused?: Refused }
  | { readonly kind: Exclude<IncludeRefusal, "not-text"> };

/** Makes the part that include() gives in binary mode of a file at an absolute path. */
export function attachedParts(path: string, attachment: FileAttachment, { mime, path: given, site }: IncludeCall): AttachedParts {
  const { chunk, span } = site;
  const call = `{{ ${chunk.source.slice(span.start, span.end).replace(/\r\n?/g, "\n")} }}`;
  const made = attach(path, attachment, mime);
  switch (made.kind) {
    case "file":
      return { kind: "parts", parts: new IncludedParts([{ kind: "attachment", path, call, file: made.file }]) };
    case "not-text":
    case "unsupported":
      return { kind: "parts", parts: new IncludedParts([{ kind: "attachment", path, call }]), refused: refusal(made, given) };
    default:
      return made;
  }
}

function refusal({ kind, type }: { kind: "not-text" | "unsupported"; type?: string }, path: string): Refused {
  if (kind === "not-text") {
    const message = `"${path}" is no text, as '${type}' says: the tag is sent as it is typed. Correct [symbols.MIME], or attach another file.`;
    return { code: "file/not-text", message };
  }
  const what = type === undefined ? `The type of "${path}" is not known` : `No provider takes files of type '${type}'`;
  const message = `${what}: the tag is sent as it is typed. Attach a text, an image or a PDF, or say with [symbols.MIME] what it is.`;
  return { code: "file/unsupported", message };
}
