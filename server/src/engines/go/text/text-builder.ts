import type { Charge } from "../format/directive.js";

/** A long text while it is made of many short ones. */
export interface TextBuilder {
  add(piece: string): void;
  text(): string;
}

/** Pieces are put together when they come to so many UTF-16 units, or to so many pieces. */
const flushedLength = 1 << 15;
const flushedCount = 1 << 12;

/** A builder that tells `charge` of what it made before it makes more; `charge` may throw. A text of millions of pieces takes no more room than the text itself. */
export function createTextBuilder(charge?: Charge): TextBuilder {
  let made = "";
  let pieces: string[] = [];
  let length = 0;
  let checkedAt = flushedLength;
  const flush = (): void => {
    made += pieces.join("");
    charge?.(length);
    // The whole is looked at whenever it doubled: often enough to stop in time, rarely enough to count little twice.
    if (made.length >= checkedAt) {
      charge?.(made.length);
      checkedAt = made.length * 2;
    }
    pieces = [];
    length = 0;
  };
  return {
    add(piece) {
      pieces.push(piece);
      length += piece.length;
      if (length >= flushedLength || pieces.length >= flushedCount) flush();
    },
    text() {
      if (made === "") return pieces.join("");
      flush();
      return made;
    },
  };
}

/** A text in which characters are converted one by one, whatever stands beside them: in pieces, each of them told to `charge`. */
export function convertInPieces(text: string, convert: (piece: string) => string, charge?: Charge): string {
  if (text.length <= flushedLength) return convert(text);
  const builder = createTextBuilder(charge);
  for (let at = 0; at < text.length; ) {
    const end = at + flushedLength;
    const cutsPair = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
    builder.add(convert(text.slice(at, cutsPair ? end + 1 : end)));
    at = cutsPair ? end + 1 : end;
  }
  return builder.text();
}
