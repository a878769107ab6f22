import { type Span, span } from "../../../base/span.js";
import { quote } from "../text/quote.js";
import { unquote } from "../text/unquote.js";
import type { Command, Operand, Pipe, VariableNode } from "./ast.js";
import { characterConstant, numberConstant } from "./constant.js";
import { nodeText } from "./node-text.js";
import { type ActionReader, Mistake, next, nextWord, peek, peekWord, unexpected } from "./reader.js";
import type { Token, TokenKind } from "./tokens.js";

/** How deep parentheses may go, as in Go. */
const deepest = 10_000;

/** A pipeline that is being read. */
interface OpenPipe {
  readonly context: string;
  readonly end: "close" | "shut";
  readonly at: number;
  readonly start: number;
  readonly variables: VariableNode[];
  isAssignment: boolean;
  readonly commands: Command[];
  /** The command that is being read. */
  operands: Operand[] | undefined;
}

const operandKinds: ReadonlySet<TokenKind> = new Set<TokenKind>([
  "bool",
  "character",
  "dot",
  "field",
  "identifier",
  "number",
  "nil",
  "raw",
  "string",
  "variable",
  "open",
]);

/** Reads a pipeline up to the end of its action, which is taken. Throws a `Mistake`. Parentheses take no stack. */
export function parsePipe(reader: ActionReader, context: string): Pipe {
  const outer: OpenPipe[] = [];
  let pipe = beginPipe(reader, context, peekWord(reader));
  for (;;) {
    if (pipe.operands === undefined) {
      const token = nextWord(reader);
      if (token.kind === pipe.end) {
        const finished = finishPipe(pipe, token);
        const around = outer.pop();
        if (around === undefined) return finished;
        pipe = around;
        afterOperand(reader, pipe, finished);
        continue;
      }
      if (!operandKinds.has(token.kind)) unexpected(reader, token, pipe.context);
      reader.index--;
      pipe.operands = [];
    }
    const token = nextWord(reader);
    if (token.kind === "open") {
      if (outer.length >= deepest) throw new Mistake("max expression depth exceeded", token);
      outer.push(pipe);
      pipe = beginPipe(reader, "parenthesized pipeline", token);
    } else afterOperand(reader, pipe, term(reader, token));
  }
}

/** Begins a pipeline, at its parenthesis if it has one, and reads the variables that take its value. */
function beginPipe(reader: ActionReader, context: string, { kind, start }: Token): OpenPipe {
  const pipe: OpenPipe = {
    context,
    end: kind === "open" && context === "parenthesized pipeline" ? "shut" : "close",
    at: peekWord(reader).start,
    start,
    variables: [],
    isAssignment: false,
    commands: [],
    operands: undefined,
  };
  while (peekWord(reader).kind === "variable" && readVariable(reader, pipe)) {}
  return pipe;
}

/** Reads a variable if it takes the value; says whether another one may follow. */
function readVariable(reader: ActionReader, pipe: OpenPipe): boolean {
  const before = reader.index;
  const token = next(reader);
  const after = peekWord(reader);
  const isComma = after.kind === "mark" && after.text === ",";
  if (after.kind !== "assign" && after.kind !== "declare" && !isComma) {
    reader.index = before;
    return false;
  }
  nextWord(reader);
  pipe.variables.push({ kind: "variable", at: token.start, name: token.text, fields: [], span: span(token.start, token.end) });
  reader.variables.push(token.text);
  if (!isComma) {
    pipe.isAssignment = after.kind === "assign";
    return false;
  }
  if (pipe.context !== "range" || pipe.variables.length > 1) throw new Mistake(`too many declarations in ${pipe.context}`, token);
  const { kind } = peekWord(reader);
  if (kind === "variable" || kind === "close" || kind === "shut") return true;
  throw new Mistake("range can only initialize variables", peekWord(reader));
}

function finishPipe({ at, start, variables, isAssignment, commands, context, end }: OpenPipe, close: Token): Pipe {
  if (commands.length === 0) throw new Mistake(`missing value for ${context}`, close);
  for (let index = 1; index < commands.length; index++) {
    const first = (commands[index] as Command).operands[0] as Operand;
    if (first.kind === "bool" || first.kind === "dot" || first.kind === "nil" || first.kind === "number" || first.kind === "string") {
      throw new Mistake(`non executable command in pipeline stage ${index + 1}`, first.span);
    }
  }
  const last = (commands.at(-1) as Command).operands.at(-1) as Operand;
  return { kind: "pipe", at, variables, isAssignment, commands, span: span(start, end === "shut" ? close.end : last.span.end) };
}

/** Adds an operand to the command, and ends the command where it ends. */
function afterOperand(reader: ActionReader, pipe: OpenPipe, node: Operand | undefined): void {
  const operands = pipe.operands as Operand[];
  if (node !== undefined) operands.push(peek(reader).kind === "field" ? withFields(reader, node) : node);
  const token = next(reader);
  if (token.kind === "space") return;
  if (token.kind === "close" || token.kind === "shut") reader.index--;
  else if (token.kind !== "pipe") unexpected(reader, token, "operand");
  const [first] = operands as [Operand];
  pipe.commands.push({ kind: "command", at: first.at, operands });
  pipe.operands = undefined;
}

function withFields(reader: ActionReader, node: Operand): Operand {
  const first = peek(reader);
  const names: string[] = [];
  let end = first.end;
  for (; peek(reader).kind === "field"; end = next(reader).end) names.push(peek(reader).text.slice(1));
  const whole: Span = span(node.span.start, end);
  switch (node.kind) {
    case "field":
      return { kind: node.kind, at: first.start, names: [...node.names, ...names], span: whole };
    case "variable":
      return { kind: node.kind, at: first.start, name: node.name, fields: names, span: whole };
    case "pipe":
    case "identifier":
      return { kind: "chain", at: first.start, of: node, fields: names, span: whole };
    default:
      throw new Mistake(`unexpected . after term ${quote(nodeText(node))}`, first);
  }
}

/** Reads what is no parenthesis; undefined, and nothing taken, where the token is no operand. */
function term(reader: ActionReader, token: Token): Operand | undefined {
  const { kind, start: at, text } = token;
  const where = span(at, token.end);
  switch (kind) {
    case "identifier":
      if (!reader.isFunction(text)) throw new Mistake(`function ${quote(text)} not defined`, token);
      return { kind, name: text, at, span: where };
    case "dot":
      return { kind, at, span: where };
    case "nil":
      return { kind, at, span: where };
    case "variable":
      if (!reader.variables.includes(text)) {
        throw new Mistake(`undefined variable ${quote(text)}`, token, { candidates: [...reader.variables] });
      }
      return { kind, name: text, fields: [], at, span: where };
    case "field":
      return { kind, names: [text.slice(1)], at, span: where };
    case "bool":
      return { kind, value: text === "true", at, span: where };
    case "number":
    case "character": {
      const constant = kind === "number" ? numberConstant(text) : characterConstant(text);
      if ("problem" in constant) throw new Mistake(constant.problem, token);
      return { kind: "number", text, int: constant.int, isUnsigned: constant.isUnsigned, float: constant.float, at, span: where };
    }
    case "string":
    case "raw": {
      const value = unquote(text);
      if (value === undefined) throw new Mistake("invalid syntax", token);
      return { kind: "string", source: text, value, at, span: where };
    }
    default:
      reader.index--;
      return undefined;
  }
}
