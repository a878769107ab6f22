import type { Message } from "../../../syntax/ast.js";
import type { Watch } from "../execute/watch.js";
import { type ReadText, withExecutables } from "../read-text.js";
import { messageFunctions } from "./file-function.js";
import { parseMessageTree } from "./message-tree.js";

const known = new WeakMap<Message, ReadText>();

/** Of more parts than these, a message is read anew each time: keeping what was read takes longer than reading it. */
const mostKept = 20_000;

/** Reads the template of a message, once for each message object; `text` as in `MessageReading`. One that is watched is compiled anew. */
export function readMessage(message: Message, text: string, watch?: Watch): ReadText {
  let read = known.get(message);
  if (read === undefined) {
    read = withExecutables(parseMessageTree(message, { text, isFunction: (name) => messageFunctions.has(name) }), messageFunctions);
    if (message.segments.length <= mostKept) known.set(message, read);
  }
  return watch === undefined ? read : withExecutables(read.tree, messageFunctions, watch);
}
