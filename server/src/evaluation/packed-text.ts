import { applyEdits, replacement, type TextEdit } from "../base/text-edit.js";

/** A text as a process is told of it: all of it, or how it differs from the one that the process was told before. */
export type PackedText = string | TextEdit;

/** A whole text of fewer UTF-16 units goes over in the time that a change of it takes. */
const shortest = 20_000;

/** Makes what packs texts for one process. */
export function createTextPacker(): (text: string) => PackedText {
  let last = "";
  return (text) => {
    const edit = text.length < shortest ? undefined : replacement(last, text);
    last = text;
    return edit !== undefined && edit.newText.length < text.length / 2 ? edit : text;
  };
}

/** Makes what unpacks texts in the process; it must be given everything that was packed for it, in its order. */
export function createTextUnpacker(): (packed: PackedText) => string {
  let last = "";
  return (packed) => {
    last = typeof packed === "string" ? packed : applyEdits(last, [packed]);
    return last;
  };
}
