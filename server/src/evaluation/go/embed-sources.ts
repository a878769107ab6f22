import type { FileText, Refusal } from "../../base/file-answers.js";
import { basename, dirname, isAbsolute, resolvePath } from "../../base/paths.js";
import { suggest } from "../../base/suggest.js";
import type { EmbedSource } from "../../engines/go/execute/embed-source.js";
import { LimitFailure } from "../../engines/go/execute/failure.js";
import type { EmbedAdvice } from "../../engines/go/message/faults.js";
import { tooManyFiles } from "../../engines/limit-text.js";
import { LimitError } from "../../lua/errors.js";
import type { Questions } from "../questions.js";

/** What texts are embedded from: files, and prompts that settings register by name. */
export interface EmbedWorld {
  readonly questions: Questions;
  readonly home: string;
  /** Where relative paths of `prompts` start from. */
  readonly cwd: string;
  readonly prompts: { readonly [name: string]: string };
}

const refusals: { readonly [kind in Exclude<Refusal, "missing"> | "not-text"]: string } = {
  folder: "is a folder",
  unreadable: "cannot be read",
  special: "is a pipe or a device",
  "too-large": "is larger than 1 MB",
  forbidden: "lies outside of the workspace, which is not trusted",
  "not-text": "is no text in UTF-8",
};

/**
 * The sources of a document, in the order in which they are asked: relative files, confined to the workspace folder, or to the
 * document's folder outside of all workspaces; then prompts by name. The key of a text is its absolute path (spec/go-templates.md).
 */
export function embedSources({ questions, home, cwd, prompts }: EmbedWorld): readonly EmbedSource[] {
  const files: EmbedSource = {
    read(ref, from) {
      if (!isRelative(ref)) return undefined;
      const path = resolvePath(dirname(from), ref, home);
      return asking(() => {
        const place = questions.attachment(path);
        if (place.kind === "file" && place.isOutside) throw new Error(`'${ref}' lies outside of the workspace`);
        return textAt(questions.text(path), path, ref);
      });
    },
  };
  const registered: EmbedSource = {
    read(ref) {
      if (!Object.hasOwn(prompts, ref)) return undefined;
      const path = resolvePath(cwd, prompts[ref] as string, home);
      return asking(() => textAt(questions.text(path), path, ref));
    },
  };
  return [files, registered];
}

/** Names of files and prompts that are like `ref`, and the file that could be made; `from` is the key of the text it stands in. */
export function embedAdvice({ questions, home, prompts }: EmbedWorld, ref: string, from: string): EmbedAdvice {
  const names = Object.keys(prompts);
  if (!isRelative(ref)) return { suggestions: suggest(ref, names) };
  const path = resolvePath(dirname(from), ref, home);
  const files = (questions.folder(dirname(path)) ?? []).filter((name) => !name.endsWith("/"));
  const folder = ref.slice(0, ref.length - basename(ref).length);
  const near = [...suggest(basename(ref), files).map((name) => folder + name), ...suggest(ref, names)];
  return { suggestions: near.slice(0, 3), ...(!ref.endsWith("/") && { missing: { path, name: ref } }) };
}

function isRelative(ref: string): boolean {
  return ref !== "" && !isAbsolute(ref) && !ref.startsWith("\\") && !ref.startsWith("~");
}

function textAt(told: FileText, path: string, ref: string): ReturnType<EmbedSource["read"]> {
  if (told.kind === "text") return { key: path, text: told.text.replace(/^\ufeff/, "") };
  if (told.kind === "missing") return undefined;
  throw new Error(`'${ref}' ${refusals[told.kind]}`);
}

/** Too many questions end the rendering. */
function asking<T>(ask: () => T): T {
  try {
    return ask();
  } catch (error) {
    throw error instanceof LimitError ? new LimitFailure(tooManyFiles) : error;
  }
}
