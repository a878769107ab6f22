import type { EngineName } from "../base/engine-name.js";
import type { Steps } from "../base/steps.js";
import type { ChatDocument, Message, PlacedMessage } from "./ast.js";
import { parseMessageInSteps } from "./parse-message.js";
import type { Split } from "./split-messages.js";

/** The language that messages are read in, and a document that may have some of them. */
interface Reading {
  readonly engine: EngineName;
  readonly previous: ChatDocument | undefined;
}

/**
 * Parses the messages of a text. A message with the text of one of `previous` is that same object: those at both ends
 * first, so that an edit in one of several equal messages leaves the others as they are, then by text.
 */
export function* placeMessages(text: string, split: Split, { engine, previous }: Reading): Steps<PlacedMessage[]> {
  const { starts } = split;
  const old = previous?.engine === engine ? previous.messages : [];
  const [head, tail] = old === previous?.messages ? [split.head, split.tail] : [0, 0];
  const parse = createParser(engine);
  const moved = byText(previous, old.slice(head, old.length - tail));
  const placed = old.slice(0, head);
  for (let index = head; index < starts.length; index++) {
    if ((index + 1) % messagesInStep === 0) yield;
    const start = starts[index] as number;
    const fromEnd = starts.length - index;
    if (fromEnd <= tail) {
      placed.push({ start, message: (old[old.length - fromEnd] as PlacedMessage).message });
      continue;
    }
    const own = text.slice(start, starts[index + 1] ?? text.length);
    placed.push({ start, message: moved.get(own)?.pop() ?? (yield* parse(own)) });
  }
  return placed;
}

/** So many messages are placed in one step. */
const messagesInStep = 20;

/** Texts of more UTF-16 units are not looked up: they are hardly ever the same. */
const longestShared = 100;

/** Parses messages. Short ones that are text alone are parsed once for all with the same text; each is an object of its own. */
function createParser(engine: EngineName): (text: string) => Steps<Message> {
  const parsed = new Map<string, Message>();
  return function* (text) {
    const known = parsed.get(text);
    if (known) return { ...known };
    const message = yield* parseMessageInSteps(text, engine);
    if (text.length <= longestShared && message.segments.every(({ kind }) => kind === "text")) parsed.set(text, message);
    return message;
  };
}

/** Messages by their text, equal ones last first, so that `pop` gives them in order. */
function byText(document: ChatDocument | undefined, messages: readonly PlacedMessage[]): Map<string, Message[]> {
  const found = new Map<string, Message[]>();
  for (const placed of [...messages].reverse()) {
    const own = textOf(document, placed);
    const list = found.get(own);
    if (list) list.push(placed.message);
    else found.set(own, [placed.message]);
  }
  return found;
}

function textOf(document: ChatDocument | undefined, placed: PlacedMessage | undefined): string {
  if (!document || !placed) return "";
  return document.source.slice(placed.start, placed.start + placed.message.span.end);
}
