import type { Span } from "../../../base/span.js";
import type { Definition, Fault, List, Node, Pipe } from "./ast.js";
import type { Layout } from "./layout.js";
import type { TokenKind } from "./tokens.js";

/** How a text is read. */
export interface ParseOptions {
  /** What messages call the text; the name of the template that is outside of all definitions. */
  readonly name: string;
  readonly isFunction: (name: string) => boolean;
  /** Whether actions in Markdown code are text. */
  readonly escapeCodeRegions: boolean;
  /** What becomes of line ends in texts; they are kept by default. */
  readonly lineEnds?: "kept" | "lf";
  /** Asked before every action; may throw, which ends the reading. */
  readonly check?: () => void;
  /** Of a text that is more than a template; it says where code is, too. */
  readonly layout?: Layout;
}

/** What opens and needs an end. */
export type BlockKind = "if" | "with" | "range" | "define" | "block";

/** A list that is being filled. */
export interface OpenList {
  readonly nodes: Node[];
}

/** A block that has no end yet. */
export interface OpenBlock {
  readonly kind: BlockKind;
  /** Its first action. */
  readonly open: Span;
  /** What is read now goes here. */
  list: OpenList;
  readonly branches: { readonly pipe: Pipe; readonly list: OpenList; readonly open: Span }[];
  otherwise: OpenList | undefined;
  /** Of a definition. */
  readonly header: DefinitionHeader | undefined;
  /** The variables, how many of them there were before the block, and the depth of ranges: they go on behind the end. */
  readonly variables: string[];
  readonly variableCount: number;
  readonly rangeDepth: number;
}

/** The first action of a definition. */
export interface DefinitionHeader {
  readonly name: string;
  readonly nameSpan: Span;
  /** UTF-16 offset of its `}}`. */
  readonly close: number;
  /** The value a `block` is run with. */
  readonly pipe?: Pipe;
}

/** What the parser knows between two actions. */
export interface Parser extends Required<ParseOptions> {
  readonly text: string;
  readonly words: ReadonlyMap<string, TokenKind>;
  readonly root: OpenList;
  readonly blocks: OpenBlock[];
  readonly definitions: Definition[];
  readonly templates: Map<string, List>;
  readonly faults: Fault[];
  /** UTF-16 offset of what is read next. */
  at: number;
  /** Index of the first literal that does not lie before it. */
  region: number;
  variables: string[];
  /** How many variables there were before the action. */
  variableCount: number;
  /** In how many ranges of this template. */
  rangeDepth: number;
  /** Where the action begins that messages speak of. */
  action: number | undefined;
  /** UTF-16 offset of the next `}}` after the last action without an end. */
  nextClose: number;
}

/** A text with more mistakes than that is something else. */
const mostFaults = 100_000;
/** So many mistakes have their lines told, for which the text is counted from its beginning. */
export const mostPlaced = 500;

/** Adds what is wrong, unless that is enough already. */
export function addFault({ faults }: Parser, fault: Fault): void {
  if (faults.length < mostFaults) faults.push(fault);
}

/** The list that is read now. */
export function openList({ blocks, root }: Parser): OpenList {
  return blocks.at(-1)?.list ?? root;
}
