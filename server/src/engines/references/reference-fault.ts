import { cutText } from "../../base/cut-text.js";
import { type Diagnostic, diagnostic, type MissingFile } from "../../base/diagnostic.js";
import { type FileAttachment, mostAttachedBytes } from "../../base/file-answers.js";
import type { Span } from "../../base/span.js";
import { didYouMean } from "../../base/suggest.js";
import type { Attached } from "../attach.js";
import type { MeantPaths } from "./meant-paths.js";

/** A reference that gives no file. */
interface Failed {
  /** The path as it is written, without the `@`. */
  readonly written: string;
  /** What it names: the path without percent-encoding, and made absolute. */
  readonly named: MissingFile;
  readonly attached: Exclude<Attached, { kind: "file" }>;
  readonly attachment: FileAttachment;
  readonly span: Span;
  readonly meant: MeantPaths | undefined;
}

/** The warning of a reference that gives no file: what is wrong, what is sent, and what to do. */
export function referenceFault(failed: Failed): Diagnostic {
  const { code, what, advice } = describe(failed);
  const { span, meant, attached, named } = failed;
  const missing = attached.kind === "missing" && !named.name.endsWith("/") ? { missing: named } : nothing;
  const said = `${what}, so the reference is sent as it is typed.`;
  if (meant === undefined) return diagnostic(code, span, `${said} ${advice}`, missing);
  const { paths: suggestions } = meant;
  const data = { kind: "replace", span: meant.span, with: suggestions } as const;
  return diagnostic(code, span, said + didYouMean(suggestions), { suggestions, data, ...missing });
}

const nothing = {};

interface Description {
  readonly code: Diagnostic["code"];
  readonly what: string;
  readonly advice: string;
}

/** Longer paths are cut in messages, in UTF-16 units. */
const longestShown = 200;

function describe({ written: whole, attached, attachment }: Failed): Description {
  const written = cutText(whole, longestShown);
  switch (attached.kind) {
    case "missing":
      return { code: "file/missing", what: `No file at '${written}'`, advice: "Correct the path, or create the file." };
    case "folder":
      return { code: "file/folder", what: `'${written}' is a folder`, advice: "Name a file in it." };
    case "unreadable":
      return { code: "file/unreadable", what: `'${written}' cannot be read`, advice: "Allow reading it, or correct the path." };
    case "special":
      return { code: "file/special", what: `'${written}' is a pipe or a device`, advice: "Name a regular file." };
    case "too-large":
      return {
        code: "file/too-large",
        what: `'${written}' is larger than ${mostAttachedBytes / 1024 / 1024} MB`,
        advice: "Name a file with a part of it.",
      };
    case "forbidden":
      return {
        code: "file/forbidden",
        what: `'${written}' lies outside of a workspace that is not trusted`,
        advice: "Trust the workspace, or copy the file into it.",
      };
    case "not-text":
      return {
        code: "file/not-text",
        what: `'${written}' counts as text (${attached.type}), but ${attachment.kind === "file" && attachment.isUtf16 ? "is in UTF-16" : "is no UTF-8"}`,
        advice: "Save it as UTF-8.",
      };
    case "unsupported":
      return {
        code: "file/unsupported",
        what: `'${written}' ${attached.type === undefined ? "" : `is of type ${attached.type}, and `}is neither text, nor a PNG, JPEG, GIF or WebP image, nor a PDF`,
        advice: "Convert it, or remove the reference.",
      };
  }
}
