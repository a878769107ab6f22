import type { Span } from "../../../base/span.js";
import type { FileReference, Message } from "../../../syntax/ast.js";
import { literalText } from "../../../syntax/literal.js";
import type { Output } from "../../output.js";
import type { MessageReferences } from "../../references/message-references.js";
import type { ResolvedReference } from "../../references/reference-resolver.js";
import type { Given, Run, Trace } from "../execute/run.js";
import type { ActionNode, Tree } from "../syntax/ast.js";
import { shownType } from "./shown-value.js";

/** A message whose template runs, or defined what runs. */
export interface TracedMessage {
  readonly message: Message;
  /** The text of the document from the beginning of the message on. */
  readonly text: string;
  readonly references: MessageReferences | undefined;
}

/** What a trace needs of the message that is rendered. */
export interface TraceWorld {
  readonly output: Output;
  /** The tree of the message that is rendered. */
  readonly tree: Tree;
  /** The message that a tree was read from; undefined for texts that are embedded. */
  messageOf(tree: Tree): TracedMessage | undefined;
  /** Finds the file that a path names. */
  findFile(path: string): ResolvedReference;
  /** Is told of an action of the message that printed something. */
  printed(run: Run, node: ActionNode, given: Given): void;
}

/** A trace that is asked, too. */
export interface PrintTrace extends Trace {
  /** Puts out what was printed last. */
  flush(run: Run): void;
  /** Where in the message the rendering is. */
  place(): Span;
}

/** Turns what a template prints into pieces of a message: each comes from a place in the message. */
export function createPrintTrace({ output, tree, messageOf, findFile, printed }: TraceWorld): PrintTrace {
  /** The last file that was asked for, until its text is printed. */
  let file: ResolvedReference | undefined;
  let place: Span = { start: 0, end: 0 };

  function flush(run: Run): void {
    if (run.out === "") return;
    output.text(run.out);
    run.out = "";
  }

  /** What runs elsewhere was called from where the message is. */
  function from(run: Run, span: Span): void {
    if (run.tree !== tree) return;
    flush(run);
    place = span;
    output.at(span);
  }

  return {
    flush,
    place: () => place,
    from,
    hole(run, { index, span }) {
      from(run, span);
      flush(run);
      const origin = messageOf(run.tree);
      const segment = origin?.message.segments[index];
      if (origin === undefined || segment === undefined) return;
      if (segment.kind !== "file-reference") {
        if (run.tree === tree) output.segment(index);
      } else if (origin.references !== undefined) origin.references.emit(index, segment as FileReference);
      else output.text(literalText(origin.text, 0, { span: segment.span }));
    },
    print(run, node, given) {
      flush(run);
      if (file !== undefined && given.text === file.literal) {
        if (file.file === undefined) output.text(file.literal);
        else output.file(file.file, file.literal);
        file = undefined;
      } else output.text(given.text);
      if (run.tree !== tree) return;
      const { span } = node;
      output.value(span.start, { span, type: shownType(given.value), rendered: given.text, count: 1 });
      printed(run, node, given);
    },
    file(_run, path) {
      file = findFile(path);
      return file.literal;
    },
  };
}
