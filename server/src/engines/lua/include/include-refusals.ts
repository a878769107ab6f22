import type { FileText, Refusal } from "../../../base/file-answers.js";
import { basename } from "../../../base/paths.js";
import { didYouMean, suggest } from "../../../base/suggest.js";
import { type IncludeCall, isPlain, pathSpan } from "./include-call.js";
import type { IncludeFault } from "./include-error.js";

/** Why a file cannot be included. */
export type IncludeRefusal = Exclude<FileText["kind"], "text">;

/** The file that a call asks for. */
interface Wanted {
  /** Absolute. */
  readonly path: string;
  /** The names in its folder, if they may be known. */
  names(): readonly string[] | undefined;
}

/** What is wrong with including a file that gives nothing, wherever it is included (spec/flemma-templates.md §4). */
export function includeRefusal(kind: IncludeRefusal, call: IncludeCall, wanted: Wanted): IncludeFault {
  if (kind === "missing") return missing(call, wanted);
  return { code: `include/${kind}`, message: messageOf(kind, call) };
}

/** The fault with what could be written in a certain call. */
export function withReplacement(fault: IncludeFault, call: IncludeCall): IncludeFault {
  const fitting = (fault.suggestions ?? []).filter(isPlain);
  const at = fitting.length > 0 ? pathSpan(call) : undefined;
  return at === undefined ? fault : { ...fault, data: { kind: "replace", span: at, with: fitting } };
}

function messageOf(kind: Exclude<Refusal, "missing"> | "not-text", { path, isBinary }: IncludeCall): string {
  switch (kind) {
    case "folder":
      return `"${path}" is a folder. Include a file in it.`;
    case "unreadable":
      return `"${path}" cannot be read. Look at its permissions.`;
    case "special":
      return `"${path}" is no regular file, but a pipe or a device. Include a regular file.`;
    case "forbidden":
      return `"${path}" lies outside of the workspace, which is not trusted: nothing is read there. Trust the workspace, or move the file into it.`;
    case "too-large":
      return isBinary
        ? `"${path}" is larger than 32 MB, the most that can be attached. Attach a smaller file.`
        : `"${path}" is larger than 1 MB, the most that a template may have. Shorten it, or attach it: { [symbols.BINARY] = true }.`;
    case "not-text":
      return `"${path}" is no text in UTF-8. Save it as UTF-8, or attach it as it is: { [symbols.BINARY] = true }.`;
  }
}

function missing(call: IncludeCall, wanted: Wanted): IncludeFault {
  const { path } = call;
  const files = (wanted.names() ?? []).filter((name) => !name.endsWith("/"));
  const folder = path.slice(0, path.length - basename(path).length);
  // What a reference begins with belongs to no path.
  const isReference = /^@(?:\.{0,2}|~)\//.test(path);
  const suggestions = isReference ? [path.slice(1)] : suggest(basename(path), files).map((name) => folder + name);
  const advice = suggestions.length > 0 ? didYouMean(suggestions) : " Create it, or correct the path.";
  return {
    code: "include/missing",
    message: `There is no file at "${path}".${advice}`,
    suggestions,
    ...(!path.endsWith("/") && { missing: { path: wanted.path, name: path } }),
  };
}
