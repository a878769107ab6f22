/** The ways in which a reply comes into a document: as it comes, a paragraph at a time, or in one edit when it is complete. */
export const paces = ["live", "paragraph", "final"] as const;

/** One of these ways. */
export type Pace = (typeof paces)[number];

/** What has not been written yet. Times in ms. */
export interface Waiting {
  readonly text: string;
  /** So long ago the first of it came. */
  readonly age: number;
  /** So long ago the last of it came. */
  readonly silence: number;
}

/** A paragraph that does not end is shown after so many ms, and so is a character that might be continued. */
const longestWait = 1000;

/**
 * How many UTF-16 units may be written now, of a reply that goes on; they never end inside of a character as people see it,
 * or of a line end, unless the rest of it takes more than a second (spec/providers-and-send.md §5.3).
 */
export function unitsDue(pace: Pace, { text, age, silence }: Waiting): number {
  switch (pace) {
    case "live":
      return wholeCharacters(text, silence);
    case "paragraph":
      return age >= longestWait ? wholeCharacters(text, silence) : paragraphs(text);
    case "final":
      return 0;
  }
}

/** In so many ms more may be due, if nothing comes; undefined when it is the next text that decides. */
export function dueIn(pace: Pace, { age, silence }: Waiting): number | undefined {
  if (pace === "final") return undefined;
  const left = longestWait - (pace === "paragraph" && age < longestWait ? age : silence);
  return left > 0 ? left : undefined;
}

/** The units up to the end of the last empty line that follows some text. */
function paragraphs(text: string): number {
  let units = 0;
  const begin = text.length - text.trimStart().length;
  for (const { 0: gap, index } of text.matchAll(/(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)/g)) if (index >= begin) units = index + gap.length;
  return units;
}

/** Made with the first reply: making it takes longer than many replies need it. */
let characters: Intl.Segmenter | undefined;
/** No character that people write has so many units. */
const longestCharacter = 100;

function wholeCharacters(given: string, silence: number): number {
  const text = given.replace(/[\ud800-\udbff]$/, "");
  if (silence >= longestWait || text.endsWith("\n")) return text.length;
  const tail = text.slice(-longestCharacter);
  // Behind a character that nothing continues backwards, segments are the same wherever the text was cut.
  const from = Math.max(0, tail.search(/[\x20-\x7e\n]/));
  characters ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  const last = [...characters.segment(tail.slice(from))].at(-1);
  return text.length - (last?.segment.length ?? 0);
}
