import type { Journal } from "../send/journal.js";
import type { ReplyTarget } from "../send/run.js";
import { ownLineEnd } from "../syntax/lines.js";
import { type Io, RunError } from "./io.js";
import { displayPath } from "./paths.js";
import type { ReplyFile } from "./reply-file.js";

/** A reply on its way into a file. */
export interface FileTarget extends ReplyTarget {
  /** False when the file does not hold the reply: it was changed meanwhile, or could not be written. */
  isSaved(): boolean;
}

/** A document, and where its reply goes. */
export interface TargetFile {
  /** The text that was sent. */
  readonly text: string;
  readonly file: ReplyFile;
  /** How messages name the file. */
  readonly path: string;
}

/** While a reply comes in, the file is replaced at most this often, in ms. */
const writeEveryMs = 200;

/**
 * Writes a reply to standard output and to its file as it comes. Until it is complete the file carries the mark of an
 * aborted reply, so that it can be sent again whenever this process dies.
 */
export function fileTarget({ text, file, path }: TargetFile, io: Pick<Io, "stdout" | "stderr" | "cwd">): FileTarget {
  let nextWrite = Date.now() + writeEveryMs;
  let written = text;
  /** Text of the model that is not shown yet: the journal comes first. */
  let unshown = "";
  let last = "\n";
  let isSaved = true;
  let isBroken = false;
  let onSaved = (_units: number): void => {};

  function show(): void {
    io.stdout.write(unshown);
    last = unshown === "" ? last : unshown;
    unshown = "";
  }

  /** A file that cannot be written is tried once more at the end. */
  function update(whole: string): void {
    if (isBroken || Date.now() < nextWrite || file.isForeign()) return;
    try {
      file.replace(whole);
      onSaved(written.length - text.length);
    } catch (error) {
      if (!(error instanceof RunError)) throw error;
      isBroken = true;
    }
    nextWrite = Date.now() + writeEveryMs;
  }

  /** Puts the document into its file, or beside it when the file is no longer the one that was sent. */
  function save(journal: Journal): void {
    if (!file.isForeign()) {
      file.replace(written);
    } else {
      isSaved = false;
      const other = displayPath(file.saveBeside(written), io.cwd);
      io.stderr.write(`'${path}' changed while the reply came in and was left alone. The reply is in '${other}'.\n`);
    }
    journal.remove();
  }

  return {
    text,
    lineEnd: ownLineEnd(text),
    isSaved: () => isSaved,
    onApplied(tell) {
      onSaved = tell;
    },
    onEvent(event) {
      if (event.kind === "text") unshown += event.text;
    },
    write(piece, cutOff) {
      show();
      written += piece;
      update(written + cutOff());
    },
    async finish(_, journal) {
      show();
      if (!last.endsWith("\n")) io.stdout.write("\n");
      if (written === text) return;
      try {
        save(journal);
      } catch (error) {
        if (!(error instanceof RunError)) throw error;
        isSaved = false;
        io.stderr.write(`${error.message} The reply is kept: open '${path}' in an editor, which will offer it.\n`);
      }
    },
  };
}
