import type { Command, IdentifierNode, List, Operand, Pipe } from "../syntax/ast.js";
import type { GoFunction } from "./parameter.js";
import type { Evaluate, Execute } from "./run.js";

/** A call of a function by its name. */
export interface Call {
  readonly name: IdentifierNode;
  /** What messages call a failed call: the command, or the name alone. */
  readonly node: Command | IdentifierNode;
  /** The arguments. */
  readonly operands: readonly Operand[];
  /** Whether the value of the command before is the last argument. */
  readonly hasFinal: boolean;
}

/** What the parts of the compiler need of each other. */
export interface Compiler {
  readonly functions: ReadonlyMap<string, GoFunction>;
  readonly compilePipe: (pipe: Pipe) => Evaluate;
  readonly compileCall: (call: Call) => Evaluate;
  readonly compileList: (list: List) => Execute;
  /** An operand as it is compiled, watched where somebody wants to know its value. */
  readonly watched: (operand: Operand, evaluate: Evaluate) => Evaluate;
  /** How deep in expressions it is. */
  depth: number;
}
