import type { Span } from "../base/span.js";

/** A local variable, parameter or loop variable. `slot` numbers it within its function. */
export interface Local {
  readonly name: string;
  /** Its declaration. */
  readonly span: Span;
  readonly slot: number;
  /** Set when an inner function uses it, so that it lives in a cell. */
  captured: boolean;
  /** Offsets between which the name can be used. */
  visible: Span;
}

/** Where a name was found to live. */
export type Variable =
  | { readonly kind: "local"; readonly local: Local }
  | { readonly kind: "upvalue"; readonly local: Local; readonly index: number }
  | { readonly kind: "global" };

/** How a function finds one upvalue when it is made: in a cell or in an upvalue of the function around it. */
export interface Capture {
  readonly from: "cell" | "upvalue";
  readonly index: number;
}

export interface FunctionBody {
  readonly kind: "function";
  readonly span: Span;
  readonly name: string;
  readonly parameters: readonly Local[];
  readonly vararg: boolean;
  readonly body: Block;
  readonly captures: readonly Capture[];
  /** How many slots a call needs. */
  readonly slots: number;
  /** Some of its locals are used by inner functions. */
  readonly shares: boolean;
}

export interface Block {
  readonly statements: readonly Statement[];
  /** Number of each label that is jumped to, and the index of the statement to go on with. */
  readonly labels: ReadonlyMap<number, number>;
}

export type ArithmeticOperator = "+" | "-" | "*" | "/" | "%" | "^";
export type ComparisonOperator = "==" | "~=" | "<" | "<=" | ">" | ">=";

export interface NameExpression {
  readonly kind: "name";
  readonly span: Span;
  readonly name: string;
  readonly variable: Variable;
}

export interface IndexExpression {
  readonly kind: "index";
  readonly span: Span;
  readonly object: Expression;
  readonly key: Expression;
  /** The key itself: the name after the dot, or what stands in the brackets. */
  readonly keySpan: Span;
}

export interface CallExpression {
  readonly kind: "call";
  readonly span: Span;
  readonly callee: Expression;
  readonly args: readonly Expression[];
}

export interface MethodExpression {
  readonly kind: "method";
  readonly span: Span;
  readonly object: Expression;
  readonly name: string;
  readonly nameSpan: Span;
  readonly args: readonly Expression[];
}

export interface TableItem {
  /** Nothing for a positional item. */
  readonly key?: Expression;
  readonly value: Expression;
}

export type Expression =
  | { readonly kind: "nil" | "true" | "false" | "vararg"; readonly span: Span }
  | { readonly kind: "number"; readonly span: Span; readonly value: number }
  | { readonly kind: "string"; readonly span: Span /** A byte string. */; readonly value: string }
  | FunctionBody
  | NameExpression
  | IndexExpression
  | CallExpression
  | MethodExpression
  | { readonly kind: "paren"; readonly span: Span; readonly inner: Expression }
  | {
      readonly kind: "arithmetic";
      readonly span: Span;
      readonly operator: ArithmeticOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: "comparison";
      readonly span: Span;
      readonly operator: ComparisonOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: "and" | "or"; readonly span: Span; readonly left: Expression; readonly right: Expression }
  | { readonly kind: "concat"; readonly span: Span /** Two or more. */; readonly operands: readonly Expression[] }
  | { readonly kind: "not" | "negate" | "length"; readonly span: Span; readonly operand: Expression }
  | { readonly kind: "table"; readonly span: Span; readonly items: readonly TableItem[] };

/** What can stand left of `=`. */
export type Target = NameExpression | IndexExpression;

/** A piece of text or an expression among the code of a template. */
export interface Hole {
  readonly kind: "hole";
  readonly span: Span;
  /** Which piece of the template it is. */
  readonly index: number;
  readonly expression?: Expression;
  /** The syntax error of the expression; it spoils nothing else. */
  readonly problem?: LuaProblem;
}

export type Statement =
  | { readonly kind: "local"; readonly span: Span; readonly locals: readonly Local[]; readonly values: readonly Expression[] }
  | { readonly kind: "assign"; readonly span: Span; readonly targets: readonly Target[]; readonly values: readonly Expression[] }
  | { readonly kind: "localFunction"; readonly span: Span; readonly local: Local; readonly body: FunctionBody }
  | { readonly kind: "callStatement"; readonly span: Span; readonly call: CallExpression | MethodExpression }
  | { readonly kind: "do"; readonly span: Span; readonly body: Block }
  | { readonly kind: "while"; readonly span: Span; readonly condition: Expression; readonly body: Block }
  | { readonly kind: "repeat"; readonly span: Span; readonly body: Block; readonly condition: Expression }
  | {
      readonly kind: "if";
      readonly span: Span;
      readonly arms: readonly { readonly condition: Expression; readonly body: Block }[];
      readonly otherwise?: Block;
    }
  | {
      readonly kind: "numericFor";
      readonly span: Span;
      readonly local: Local;
      readonly from: Expression;
      readonly to: Expression;
      readonly by?: Expression;
      readonly body: Block;
    }
  | {
      readonly kind: "genericFor";
      readonly span: Span;
      readonly locals: readonly Local[];
      readonly values: readonly Expression[];
      readonly body: Block;
    }
  | { readonly kind: "return"; readonly span: Span; readonly values: readonly Expression[] }
  | { readonly kind: "break"; readonly span: Span }
  | { readonly kind: "goto"; readonly span: Span; readonly target: GotoTarget }
  | Hole;

/** A label, numbered within its chunk; the number is known when the block that holds it ends. */
export interface GotoTarget {
  label: number;
}

/** A label where it stands (`::name::`), and the jumps to it. */
export interface Label {
  /** The name, without its colons. */
  readonly span: Span;
  /** The names behind `goto`. */
  readonly jumps: readonly Span[];
}

/** A syntax error. */
export interface LuaProblem {
  readonly span: Span;
  readonly message: string;
  readonly related?: readonly { readonly span: Span; readonly message: string }[];
}

/** What `parseChunk` and `parseTemplate` give: a program, runnable when `problems` is empty. */
export interface ParsedChunk {
  /** The source as a function without parameters. */
  readonly main: FunctionBody;
  readonly body: Block;
  /** Of code pieces only; those of expressions are in their holes. */
  readonly problems: readonly LuaProblem[];
  /** Of expressions, in the order of the pieces. */
  readonly holes: readonly Hole[];
  /** Every local, in the order of declaration. */
  readonly locals: readonly Local[];
  /** Every label, in the order of the text. */
  readonly labels: readonly Label[];
}

/** A part of a template: `code`, `expression`, or anything else, which is text. */
export interface Piece {
  readonly kind: string;
  readonly span: Span;
  /** The Lua in it, where that is not all of it. */
  readonly code?: Span;
}
