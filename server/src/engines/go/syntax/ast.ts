import type { Span } from "../../../base/span.js";

/*
 * The tree of a template. `at` is where Go places a node in its messages: a UTF-16 offset, as in every span. Trees never
 * change once they are parsed.
 */

/** A template text: what is outside of definitions, and the definitions. */
export interface Tree {
  /** What messages call the text. */
  readonly name: string;
  readonly text: string;
  readonly root: List;
  /** In the order they end, which is the order in which Go adds them; empty ones and repeated ones included. */
  readonly definitions: readonly Definition[];
  /** What may be run, by name: the text itself under its own name, and its definitions. */
  readonly templates: ReadonlyMap<string, List>;
  /** In the order Go would find them; the first is the one it reports. */
  readonly faults: readonly Fault[];
}

/** A `define` or `block`. */
export interface Definition {
  readonly name: string;
  /** The name with its quotes. */
  readonly nameSpan: Span;
  readonly isBlock: boolean;
  readonly list: List;
  /** From the first action to the end of the last one. */
  readonly span: Span;
}

/** What is wrong with a text. */
export interface Fault {
  readonly message: string;
  readonly span: Span;
  /** Where Go says the mistake is: it counts lines up to here. */
  readonly reported: number;
  /** Where a block begins that has no end. */
  readonly opener?: Span;
  /** The names that a variable could have there, `$` first; of a variable that is none. */
  readonly candidates?: readonly string[];
  /** Nothing is wrong with the text, there is just too much of it. */
  readonly isLimit?: boolean;
}

/** Nodes one after the other. */
export interface List {
  readonly nodes: readonly Node[];
}

/** What stands in a list. */
export type Node = TextNode | HoleNode | ActionNode | IfNode | WithNode | RangeNode | TemplateNode | BreakNode;

/** A text as it is printed, trimmed already. */
export interface TextNode {
  readonly kind: "text";
  readonly text: string;
  readonly span: Span;
}

/** What the host puts out: `index` says what. */
export interface HoleNode {
  readonly kind: "hole";
  readonly index: number;
  readonly span: Span;
}

/** `{{pipeline}}`. */
export interface ActionNode {
  readonly kind: "action";
  readonly at: number;
  readonly pipe: Pipe;
  readonly span: Span;
}

/** One condition of an `if` or a `with` and what follows it. */
export interface Branch {
  readonly pipe: Pipe;
  readonly list: List;
  /** The action that opens it. */
  readonly open: Span;
}

/** An `if` with everything that belongs to it; `else if` adds a branch. */
export interface IfNode {
  readonly kind: "if";
  readonly branches: readonly Branch[];
  readonly otherwise: List | undefined;
  readonly span: Span;
}

/** A `with` with everything that belongs to it; `else with` adds a branch. */
export interface WithNode {
  readonly kind: "with";
  readonly branches: readonly Branch[];
  readonly otherwise: List | undefined;
  readonly span: Span;
}

/** A `range` with everything that belongs to it. */
export interface RangeNode {
  readonly kind: "range";
  readonly pipe: Pipe;
  readonly list: List;
  readonly otherwise: List | undefined;
  readonly open: Span;
  readonly span: Span;
}

/** A call of a template: `template`, or a `block` where it stands. */
export interface TemplateNode {
  readonly kind: "template";
  readonly at: number;
  readonly name: string;
  readonly nameSpan: Span;
  readonly pipe: Pipe | undefined;
  readonly span: Span;
}

/** `break` or `continue`. */
export interface BreakNode {
  readonly kind: "break" | "continue";
  readonly span: Span;
}

/** Commands one after the other, each given the value of the one before. */
export interface Pipe {
  readonly kind: "pipe";
  readonly at: number;
  /** The variables that take the value, and whether they are new ones. */
  readonly variables: readonly VariableNode[];
  readonly isAssignment: boolean;
  readonly commands: readonly Command[];
  /** Parentheses around it included. */
  readonly span: Span;
}

/** An operand with its arguments. */
export interface Command {
  readonly kind: "command";
  readonly at: number;
  readonly operands: readonly Operand[];
}

/** What commands are made of. */
export type Operand =
  | { readonly kind: "bool"; readonly at: number; readonly value: boolean; readonly span: Span }
  | { readonly kind: "nil"; readonly at: number; readonly span: Span }
  | { readonly kind: "dot"; readonly at: number; readonly span: Span }
  | NumberNode
  | StringNode
  | IdentifierNode
  | FieldNode
  | VariableNode
  | ChainNode
  | Pipe;

/** A number with every reading it allows. */
export interface NumberNode {
  readonly kind: "number";
  readonly at: number;
  readonly text: string;
  readonly int: number | bigint | undefined;
  readonly isUnsigned: boolean;
  readonly float: number | undefined;
  readonly span: Span;
}

/** A string literal. */
export interface StringNode {
  readonly kind: "string";
  readonly at: number;
  /** As written, quotes included. */
  readonly source: string;
  readonly value: string;
  readonly span: Span;
}

/** The name of a function. */
export interface IdentifierNode {
  readonly kind: "identifier";
  readonly at: number;
  readonly name: string;
  readonly span: Span;
}

/** `.a.b`; `at` is the second name where there is one, as in Go. */
export interface FieldNode {
  readonly kind: "field";
  readonly at: number;
  readonly names: readonly string[];
  readonly span: Span;
}

/** `$x.a.b`; `$` is the name of the scope itself. */
export interface VariableNode {
  readonly kind: "variable";
  readonly at: number;
  /** With its dollar sign. */
  readonly name: string;
  readonly fields: readonly string[];
  readonly span: Span;
}

/** `(pipeline).a.b` or `function.a.b`. */
export interface ChainNode {
  readonly kind: "chain";
  readonly at: number;
  readonly of: Pipe | IdentifierNode;
  readonly fields: readonly string[];
  readonly span: Span;
}
