import type { LspPosition, LspRange, PreviewAnswer, PreviewDiagnostic, PreviewMessage, PreviewPart } from "../../../shared/methods.js";

/** A conversation as the preview draws it: plain data that goes into the page. */
export interface Drawing {
  /** What is wrong above the first message. */
  readonly faults: readonly DrawnFault[];
  readonly messages: readonly DrawnMessage[];
}

/** A message of a drawing. Places are indexes into the `map` of the answer it was made of. */
export interface DrawnMessage {
  readonly role: PreviewMessage["role"];
  readonly line: number;
  readonly isRendered: boolean;
  readonly place: number | undefined;
  readonly parts: readonly DrawnPart[];
  readonly faults: readonly DrawnFault[];
}

/** A text, in the stretches that it comes from, or a chip: one line that opens what it stands for. */
export type DrawnPart =
  | { readonly kind: "text"; readonly stretches: readonly { readonly text: string; readonly place: number | undefined }[] }
  | {
      readonly kind: Exclude<PreviewPart["kind"], "text">;
      readonly title: string;
      readonly place: number | undefined;
      /** What it holds, as it is sent; absent for images and documents. */
      readonly body?: string;
      readonly image?: ImageSource;
    };

/** Where the bytes of an image are, and the hash that they must have. */
export interface ImageSource {
  readonly file: string;
  readonly type: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** Something that is wrong, below the message that it belongs to. */
export interface DrawnFault {
  readonly severity: "error" | "warning" | "information" | "hint";
  readonly message: string;
  readonly position: LspPosition;
}

/** The stretches of an answer in the order of the Markdown, and where to go on looking. */
interface Cursor {
  readonly map: PreviewAnswer["map"];
  at: number;
}

/** Draws the answer of `chat.preview`. */
export function drawingOf(answer: PreviewAnswer): Drawing {
  const cursor: Cursor = { map: answer.map, at: 0 };
  const heads = answer.messages.map(({ line }) => line - 1);
  const faults = new Map<number, DrawnFault[]>();
  for (const diagnostic of answer.diagnostics) {
    const above = nearestAbove(heads, diagnostic.range.start.line);
    faults.set(above, [...(faults.get(above) ?? []), faultOf(diagnostic)]);
  }
  const faultsOf = (index: number): DrawnFault[] => faults.get(index) ?? [];
  const messages = answer.messages.map(
    ({ role, line, rendered, parts }, index): DrawnMessage => ({
      role,
      line,
      isRendered: rendered === true,
      place: headPlace(answer.map, line - 1),
      parts: parts.map((part) => partOf(answer, part, cursor)),
      faults: faultsOf(index),
    }),
  );
  return { faults: faultsOf(-1), messages };
}

/** Index of the last of `lines` that is not below `line`, whatever their order; -1 when all are. */
function nearestAbove(lines: readonly number[], line: number): number {
  return lines.reduce((best, own, index) => (own <= line && (best < 0 || own > (lines[best] as number)) ? index : best), -1);
}

/** Role markers are stretches of their own. */
function headPlace(map: PreviewAnswer["map"], line: number): number | undefined {
  const found = map.findIndex(({ range: { start } }) => start.line === line && start.character === 0);
  return found < 0 ? undefined : found;
}

function partOf(
  answer: PreviewAnswer,
  { index, start, end, title = "", file }: PreviewMessage["parts"][number],
  cursor: Cursor,
): DrawnPart {
  const part = answer.parts[index] ?? { kind: "text" };
  if (part.kind === "text") return { kind: "text", stretches: stretchesOf(answer.markdown, { start, end }, cursor) };
  const body = bodyOf(part);
  const image = imageOf(part, file);
  const place = placesIn({ start, end }, cursor)[0];
  return { kind: part.kind, title, place, ...(body !== undefined && { body }), ...(image && { image }) };
}

/** A part of the Markdown, cut where its origin changes. */
function stretchesOf(
  markdown: string,
  extent: { start: number; end: number },
  cursor: Cursor,
): { text: string; place: number | undefined }[] {
  const stretches: { text: string; place: number | undefined }[] = [];
  let from = extent.start;
  const add = (to: number, place: number | undefined): void => {
    if (to > from) stretches.push({ text: markdown.slice(from, to), place });
    from = Math.max(from, to);
  };
  for (const place of placesIn(extent, cursor)) {
    const { start, end } = cursor.map[place] as PreviewAnswer["map"][number];
    add(Math.min(start, extent.end), undefined);
    add(Math.min(end, extent.end), place);
  }
  add(extent.end, undefined);
  return stretches;
}

/** The stretches that overlap an extent; extents come in order, and so do stretches. */
function placesIn({ start, end }: { start: number; end: number }, cursor: Cursor): number[] {
  const { map } = cursor;
  while (cursor.at < map.length && (map[cursor.at] as { end: number }).end <= start) cursor.at++;
  const places: number[] = [];
  for (let at = cursor.at; at < map.length && (map[at] as { start: number }).start < end; at++) places.push(at);
  return places;
}

function bodyOf({ kind, text, content, input, parts = [] }: PreviewPart): string | undefined {
  switch (kind) {
    case "text_file":
      return text ?? "";
    case "thinking":
      return content ?? "";
    case "tool_use":
      return JSON.stringify(input, null, 2);
    case "tool_result":
      return parts.map((part) => part.text ?? "").join("\n");
    default:
      return undefined;
  }
}

function imageOf({ kind, mime_type: type, sha256, bytes }: PreviewPart, file: string | undefined): ImageSource | undefined {
  if (kind !== "image" || file === undefined || type === undefined || sha256 === undefined) return undefined;
  return { file, type, sha256, bytes: bytes ?? 0 };
}

const severities = ["error", "warning", "information", "hint"] as const;

function faultOf({ severity, message, range }: PreviewDiagnostic): DrawnFault {
  return { severity: severities[(severity ?? 1) - 1] ?? "error", message, position: range.start };
}

/** The stretch that a position of the document belongs to: the first of the smallest ones around it; undefined when there is none. */
export function placeAt(map: PreviewAnswer["map"], position: LspPosition): number | undefined {
  let best: number | undefined;
  for (const [index, { range }] of map.entries()) {
    if (!holds(range, position)) continue;
    if (best === undefined || isInside(range, (map[best] as { range: LspRange }).range)) best = index;
  }
  return best;
}

function holds({ start, end }: LspRange, position: LspPosition): boolean {
  return compare(start, position) <= 0 && compare(position, end) <= 0;
}

/** Says whether a range lies in another one and is smaller, or begins where the other one ends. */
function isInside(range: LspRange, other: LspRange): boolean {
  const isNext = compare(range.start, other.end) === 0 && compare(other.start, other.end) < 0;
  const isSame = compare(range.start, other.start) === 0 && compare(range.end, other.end) === 0;
  return isNext || (!isSame && compare(other.start, range.start) <= 0 && compare(range.end, other.end) <= 0);
}

function compare(a: LspPosition, b: LspPosition): number {
  return a.line - b.line || a.character - b.character;
}
