import { createSnapshot, type Snapshot } from "../../server/src/workspace/snapshot.js";

/** A document of a test and the place marked in it by `‸`. */
export interface AtCursor {
  readonly snapshot: Snapshot;
  readonly offset: number;
  readonly text: string;
}

/** Takes the cursor `‸` out of a text. */
export function atCursor(marked: string): AtCursor {
  const offset = marked.indexOf("‸");
  if (offset < 0) throw new Error("no cursor");
  const text = marked.slice(0, offset) + marked.slice(offset + 1);
  return { snapshot: createSnapshot("file:///chats/input.chat", 1, text), offset, text };
}
