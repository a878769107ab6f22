/** The library's entry `chat-language-server/prose`: prose substitution, without documents and protocol. */
export { type ProseError, type ProseInput, type ProseResult, renderProse } from "./engines/prose/render.js";
