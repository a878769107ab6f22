import type { FileAttachment, Refusal } from "../base/file-answers.js";
import type { EmittedFile } from "./engine.js";

/** A file as it goes into a message, or why it cannot; `type` is what it is taken for. */
export type Attached =
  | { readonly kind: "file"; readonly file: EmittedFile }
  | { readonly kind: Refusal }
  /** The type says text, and the bytes say otherwise. */
  | { readonly kind: "not-text"; readonly type: string }
  /** No provider takes files of that type; absent when nothing tells the type. */
  | { readonly kind: "unsupported"; readonly type?: string };

const images = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/** Types that are text though their name does not begin with `text/`; those with `+json` and `+xml` are as well. */
const textual =
  /^(?:text\/.+|application\/(?:x-)?(?:json5?|jsonl|ndjson|yaml|toml|xml|sql|javascript|ecmascript|typescript|sh|shellscript|csh|httpd-php|perl|ruby|python|lua|tex|latex|graphql|rtf|subrip|sparql-query|wine-extension-ini)|[^/]+\/[^/]+\+(?:json|xml|yaml))$/;

/**
 * Makes a file a part of a message (spec/flemma-templates.md §5). `told` is the MIME type that somebody gives it, which
 * counts before all else; providers know types in lower case.
 */
export function attach(path: string, attachment: FileAttachment, told?: string): Attached {
  if (attachment.kind !== "file") return { kind: attachment.kind };
  const type = told === undefined ? attachment.type : told.replace(/^[^;]*/, (essence) => essence.trim().toLowerCase());
  if (type === undefined) return { kind: "unsupported" };
  const kind = kindOf(type);
  if (kind === undefined) return { kind: "unsupported", type };
  if (kind === "text_file" && !attachment.isText) return { kind: "not-text", type };
  return { kind: "file", file: { path, type, kind } };
}

/** What files of a MIME type are to providers; parameters of the type do not count. */
export function kindOf(type: string): EmittedFile["kind"] | undefined {
  const essence = (type.split(";", 1)[0] as string).trim().toLowerCase();
  if (images.includes(essence)) return "image";
  if (essence === "application/pdf") return "pdf";
  return textual.test(essence) ? "text_file" : undefined;
}
