/** The library's entry `chat-language-server/go-template`: templates of Go, without documents and protocol. */
export { type EmbedSource, promptEmbedSource } from "./engines/go/execute/embed-source.js";
export type { GoTemplateError } from "./engines/go/go-error.js";
export { JsonError, readJson as goValueFromJson } from "./engines/go/json/read-json.js";
export {
  type GoParseOptions,
  type GoRenderOptions,
  type GoRenderResult,
  type GoScope,
  type GoTemplate,
  parseGoTemplate,
  renderGoTemplate,
} from "./engines/go/render.js";
export { type ArgumentKind, GoByte, GoFloat, type GoMap, type GoValue, goFloat, type HostFunction } from "./engines/go/values/go-value.js";
export { fileEmbedSource } from "./workspace/node-embed.js";
