import type { Diagnostic } from "../base/diagnostic.js";
import type { EngineName } from "../base/engine-name.js";
import type { Span } from "../base/span.js";
import type { Steps } from "../base/steps.js";
import type { Action, Code, Expression, LuaBlock, Placeholder, Text } from "./ast.js";
import { codeRegions } from "./code-regions.js";
import { scanSection } from "./prose/scan-section.js";
import { scanActions } from "./scan-actions.js";
import { scanTags } from "./scan-tags.js";

/** Pieces that tile the scanned span. When a tag is unclosed, the text from `unclosed` (UTF-16 offset) on is literal. */
export interface TemplateScan {
  readonly pieces: readonly (Text | Expression | Code | Action | Placeholder | LuaBlock)[];
  readonly problems?: readonly Diagnostic[];
  readonly unclosed?: number;
}

/** Splits spans of a message, in their order, into literal text and what a template language runs. */
export type TemplateScanner = (within: Span) => Steps<TemplateScan>;

/** The scanner of a template language over the text of one message, whose body ends at `end`. */
export function templateScanner(engine: EngineName, text: string, end: number): TemplateScanner {
  switch (engine) {
    case "lua":
      return (within) => scanTags(text, within);
    case "go": {
      const regions = codeRegions(text.slice(0, end));
      return (within) => scanActions(text, regions, within);
    }
    case "prose":
      return (within) => scanSection(text, within);
  }
}
