import type { PlacedMessage } from "./ast.js";

/** The message that holds a document offset, by halving; undefined before the first. Its last offset belongs to the next. */
export function messageAt(messages: readonly PlacedMessage[], offset: number): PlacedMessage | undefined {
  let low = -1;
  let high = messages.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((messages[middle] as PlacedMessage).start <= offset) low = middle;
    else high = middle;
  }
  return messages[low];
}
