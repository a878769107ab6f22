import type { StreamEvent } from "../providers/provider.js";
import { behindBackslashes, closesThinking, escapeLine } from "../syntax/structure.js";
import { isToolInput } from "../syntax/tool-blocks.js";
import { ticksAfter, wellFormed } from "./reply-text.js";

type Thought = Extract<StreamEvent, { kind: "thinking" }>;

/**
 * A thinking block as it stands in a document, its lines ended by LF; empty when there is nothing to keep. What carries a
 * signature of Anthropic must go back as it came; of other thoughts, the white space around them is dropped
 * (spec/providers-and-send.md §2.1).
 */
export function thinkingBlock({ content, signature, redacted }: Thought): string {
  const usable = signature !== undefined && isWritable(signature) ? signature : undefined;
  const text = wellFormed(redacted || usable?.provider === "anthropic" ? content : content.trim());
  if (!usable?.value && text.trim() === "") return "";
  const attribute = redacted ? " redacted" : usable === undefined ? "" : ` ${usable.provider}:signature="${usable.value}"`;
  return `<thinking${attribute}>\n${text === "" ? "" : `${escapeThought(text)}\n`}</thinking>\n`;
}

/** A tag holds a value on one line, between quotes; a signature that does not fit would not be one any more. */
function isWritable({ provider, value }: { readonly provider: string; readonly value: string }): boolean {
  return /^[A-Za-z0-9]+$/.test(provider) && /^[^"\r\n\p{Surrogate}]*$/u.test(value);
}

/** In a fence inside of a thought, only the end of the thought is structure. */
function escapeThought(text: string): string {
  let ticks = 0;
  return text
    .split("\n")
    .map((line) => {
      const isFenced = ticks > 0;
      ticks = ticksAfter(ticks, line);
      return isFenced ? escapeEnd(line) : escapeLine(line);
    })
    .join("\n");
}

function escapeEnd(line: string): string {
  const whole = { start: 0, end: line.length, next: line.length };
  return closesThinking(line, behindBackslashes(line, whole) ?? whole) ? `\\${line}` : line;
}

/** A use of a tool with the name and id that the document can hold. */
export interface WrittenUse {
  readonly id: string;
  readonly name: string;
  /** As the model wrote it, which may be no JSON. */
  readonly json: string;
}

/**
 * The use as a document can hold it: what would end a name or an id in its heading is an underscore, in the heading of the
 * result as well, so that both stay a pair. `number` (from 1) names a use without an id.
 */
export function writtenUse({ id, name, json }: WrittenUse, number: number): WrittenUse {
  return {
    id: wellFormed(id).replace(/[`)\n]/g, "_") || `call_${number}`,
    name: wellFormed(name).replace(/[`\n]/g, "_") || "_",
    json: json.trim() === "" ? "{}" : json.replace(/\r\n?/g, "\n").replace(/\p{Surrogate}/gu, escapedUnit),
  };
}

/** Half a character, in the form that JSON has for it. */
function escapedUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16)}`;
}

/** The block of a use, its lines ended by LF. */
export function toolUseBlock({ id, name, json }: WrittenUse): string {
  const runs = json.match(/`+/g) ?? [];
  const fence = "`".repeat(Math.max(3, runs.reduce((most, run) => Math.max(most, run.length), 0) + 1));
  return `**Tool Use:** \`${name}\` (\`${id}\`)\n\n${fence}json\n${json}\n${fence}\n`;
}

/** The empty result of a use that waits for a person, its lines ended by LF (spec/providers-and-send.md §2.4). */
export function pendingResult({ id }: WrittenUse): string {
  return `**Tool Result:** \`${id}\` (pending)\n\n\`\`\`\n\`\`\`\n`;
}

/** Says whether a document reads the use as one: its input must be JSON, and not too deep. */
export function isUse({ json }: WrittenUse): boolean {
  return isToolInput(json);
}
