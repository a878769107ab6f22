import { codingAssistant } from "./coding-assistant.js";
import type { RenderOpts } from "./render-opts.js";

/** Makes the text of a prompt. `editor` is the name of the editor that the document is open in, if known. */
export type Personality = (opts: RenderOpts, editor?: string) => string;

/** The personalities that every document has, by name. */
export const builtInPersonalities: ReadonlyMap<string, Personality> = new Map([["coding-assistant", codingAssistant]]);
