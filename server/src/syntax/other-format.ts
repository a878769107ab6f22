import type { Span } from "../base/span.js";
import { roleOfName } from "./roles.js";

/** A role line as another program writes it. */
interface OtherRole {
  /** What marks the role, with the blanks behind it: all of the line but the text that follows. */
  readonly marker: Span;
  /** The role that it is here. */
  readonly role: string;
  /** Text follows on the line. */
  readonly hasText: boolean;
}

/** A text that is a chat of another program. */
export interface OtherFormat {
  readonly roles: readonly [OtherRole, ...OtherRole[]];
  /** Marks that end messages there, and nothing here. */
  readonly ends: readonly Span[];
}

/** A marker line of this server, known or misspelled, or a name with text behind it (the group): then the document may be one of its own. */
const ownRole = /^@(?:[A-Za-z0-9]+:[ \t]*$|([A-Za-z0-9]+):)/gm;
const ownFrontmatter = /^\uFEFF?```[A-Za-z0-9]+[ \t]*(?:[\r\n]|$)/;

const word = "([A-Za-z]{2,9})";

/** How role lines are written elsewhere, each with the name of the role as its group. */
const styles: readonly RegExp[] = [
  // `user: text`, `**User:** text`, `USER:`, `👤 User: text`
  new RegExp(
    `^\uFEFF?(?:\\p{Extended_Pictographic}\uFE0F?[ \\t]*)?(?:\\*\\*)?${word}(?:\\*\\*)?[ \\t]*:(?:\\*\\*)?(?![^ \\t\\r\\n])[ \\t]*`,
    "gmu",
  ),
  // `**User**` on a line of its own
  new RegExp(`^\uFEFF?\\*\\*${word}\\*\\*[ \\t]*$`, "gm"),
  // `You said:`
  new RegExp(`^\uFEFF?${word} said:[ \\t]*$`, "gm"),
  // `## User`
  new RegExp(`^\uFEFF?#{1,6}[ \\t]+(?:\\*\\*)?${word}(?:\\*\\*)?[ \\t]*(?::[ \\t]*)?$`, "gm"),
  // `>>> user`, `<<< assistant`
  new RegExp(`^\uFEFF?(?:>>>|<<<)[ \\t]+${word}[ \\t]*$`, "gm"),
  // `<|im_start|>user`
  new RegExp(`^\uFEFF?<\\|im_start\\|>${word}[ \\t]*$`, "gm"),
  // `<|user|>`
  new RegExp(`^\uFEFF?<\\|${word}\\|>[ \\t]*$`, "gm"),
  // `<|start_header_id|>user<|end_header_id|>`
  new RegExp(`^\uFEFF?<\\|start_header_id\\|>${word}<\\|end_header_id\\|>[ \\t]*$`, "gm"),
  // `[user]`
  new RegExp(`^\uFEFF?\\[${word}\\][ \\t]*$`, "gm"),
  // `💬: text`, `🤖:[name] text`
  /^\uFEFF?(💬|🤖)[ \t]*:(?:[ \t]*\[[^\]\r\n]*\])?(?![^ \t\r\n])[ \t]*/gmu,
];
const endMark = /<\|(?:im_end|end|eot_id)\|>[ \t]*/g;
/** A header in YAML, whose keys are no roles. */
const header = /^\uFEFF?---[ \t]*\r?\n(?:(?!---[ \t]*$|\.\.\.[ \t]*$).*\r?\n)*(?:---|\.\.\.)[ \t]*$/m;

const pictures: Readonly<Record<string, string>> = { "💬": "You", "🤖": "Assistant" };

/**
 * Says whether a text is a chat of another program, whose role lines have no `@`: no line of it is a role of this server, it
 * has no frontmatter, and it holds two different roles, or begins with one that asks. Linear; lines in fences and in a header do not count.
 */
export function otherFormat(text: string): OtherFormat | undefined {
  if (ownFrontmatter.test(text) || hasOwnRole(text)) return undefined;
  const fences = fencesIn(text);
  const found = styles.map((style) => rolesIn(text, style, fences)).filter(([first]) => first !== undefined);
  const [roles] = found.sort(([a], [b]) => (a as OtherRole).marker.start - (b as OtherRole).marker.start);
  const [first, ...others] = roles ?? [];
  if (first === undefined || !isChat(text, [first, ...others])) return undefined;
  return { roles: [first, ...others], ends: text.startsWith("<|", first.marker.start) ? endsIn(text) : [] };
}

function hasOwnRole(text: string): boolean {
  for (const [, name] of text.matchAll(ownRole)) if (name === undefined || roleOfName(name) !== undefined) return true;
  return false;
}

/** One line such as `Me: …` in the middle of a text is no chat. */
function isChat(text: string, roles: readonly [OtherRole, ...OtherRole[]]): boolean {
  const [{ role, marker }] = roles;
  if (new Set(roles.map((each) => each.role)).size > 1) return true;
  return role !== "Assistant" && text.slice(headerEnd(text), marker.start).trim() === "";
}

function rolesIn(text: string, style: RegExp, fences: readonly Span[]): OtherRole[] {
  const roles: OtherRole[] = [];
  let fence = 0;
  for (const { 0: whole, 1: name = "", index } of text.matchAll(style)) {
    const role = pictures[name] ?? roleOfName(name);
    while ((fences[fence]?.end ?? Number.POSITIVE_INFINITY) <= index) fence++;
    if (role === undefined || (fences[fence]?.start ?? Number.POSITIVE_INFINITY) <= index) continue;
    const end = index + whole.length;
    const start = whole.startsWith("\uFEFF") ? index + 1 : index;
    roles.push({ marker: { start, end }, role, hasText: end < text.length && !"\r\n".includes(text.charAt(end)) });
  }
  return roles;
}

/** Where a header ends; 0 where there is none. */
function headerEnd(text: string): number {
  const found = text.startsWith("---") || text.startsWith("\uFEFF---") ? header.exec(text) : null;
  return found?.index === 0 ? found[0].length : 0;
}

/** The header, and blocks of code from fence to fence; one that is never closed hides nothing. */
function fencesIn(text: string): Span[] {
  const start = headerEnd(text);
  const fences: Span[] = start > 0 ? [{ start: 0, end: start }] : [];
  let open: { readonly start: number; readonly ticks: number } | undefined;
  for (const { 1: ticks = "", 2: info = "", index } of text.matchAll(/^(`{3,})([^`\r\n]*)$/gm)) {
    if (index < start) continue;
    if (open === undefined) open = { start: index, ticks: ticks.length };
    else if (ticks.length >= open.ticks && info.trim() === "") {
      fences.push({ start: open.start, end: index + ticks.length });
      open = undefined;
    }
  }
  return fences;
}

function endsIn(text: string): Span[] {
  return [...text.matchAll(endMark)].map(({ 0: mark, index }) => ({ start: index, end: index + mark.length }));
}
