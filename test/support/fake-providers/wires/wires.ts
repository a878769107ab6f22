import type { Wire } from "../wire.js";
import { anthropic } from "./anthropic.js";
import { chatCompletions } from "./chat-completions.js";
import { codex } from "./codex.js";
import { gemini } from "./gemini.js";
import { responses } from "./responses.js";

/** All wires; a path belongs to the first that accepts it. */
export const wires: readonly Wire[] = [anthropic, codex, responses, gemini, chatCompletions];
