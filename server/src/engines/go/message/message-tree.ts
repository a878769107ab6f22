import type { Message } from "../../../syntax/ast.js";
import type { Tree } from "../syntax/ast.js";
import { parse } from "../syntax/parse.js";
import { messageLayout } from "./message-layout.js";

/** How the text of a message is read. */
export interface MessageReading {
  /** The text of the document from the beginning of the message on; what is behind the message does not count. */
  readonly text: string;
  readonly isFunction: (name: string) => boolean;
}

/** What the template of a message is called where Go would name it. */
export const messageName = "message";

/** Parses the template of a message. The offsets are those of the message. */
export function parseMessageTree(message: Message, { text, isFunction }: MessageReading): Tree {
  const body = text.slice(0, message.trailing.start);
  return parse(body, { name: messageName, isFunction, escapeCodeRegions: true, lineEnds: "lf", layout: messageLayout(message, body) });
}
