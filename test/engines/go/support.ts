import { type GoRenderOptions, type GoScope, renderGoTemplate } from "../../../server/src/go-template.js";

/** What a template prints, or its error as `KIND LINE:COLUMN: detail`. */
export function rendered(text: string, scope: GoScope = {}, options: GoRenderOptions = {}): string {
  const result = renderGoTemplate(text, scope, { name: "t", ...options });
  if (result.ok) return result.output;
  const { kind, line, column, detail } = result.error;
  return `${kind} ${line}:${column}: ${detail}`;
}
