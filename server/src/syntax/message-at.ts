import type { PlacedMessage } from "./ast.js";

/** The message that holds a document offset; undefined before the first. Its last offset belongs to the next. */
export function messageAt(messages: readonly PlacedMessage[], offset: number): PlacedMessage | undefined {
  return messages[messageIndexAt(messages, offset)];
}

/** The index of the message that holds a document offset, by halving; -1 before the first. */
export function messageIndexAt(messages: readonly PlacedMessage[], offset: number): number {
  let low = -1;
  let high = messages.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((messages[middle] as PlacedMessage).start <= offset) low = middle;
    else high = middle;
  }
  return low;
}
