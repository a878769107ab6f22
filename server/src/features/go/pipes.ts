import { functionSignatures } from "../../engines/go/functions/signatures.js";
import type { Command, Operand, Pipe } from "../../engines/go/syntax/ast.js";
import { parsePipe } from "../../engines/go/syntax/parse-pipe.js";
import { Mistake } from "../../engines/go/syntax/reader.js";
import type { Token } from "../../engines/go/syntax/tokens.js";
import { type MemberShape, type Shape, unknown } from "../lua/shape.js";
import { type GoAction, keywordOf } from "./actions.js";
import { eitherOf, fieldOf, type GoKnown, itemOf, shaped, unknownValue } from "./value.js";

/** What names mean at a place. */
export interface GoEnvironment {
  readonly dot: GoKnown;
  /** What `$` is. */
  readonly scope: GoKnown;
  /** The variable that is named at an offset of the message. */
  variable(start: number): GoKnown;
}

const known = new WeakMap<GoAction, { readonly pipe: Pipe | undefined }>();

/** The pipeline of an action, behind the words and the name that it begins with; undefined where there is none that can be read. */
export function pipeOf(action: GoAction): Pipe | undefined {
  const found = known.get(action) ?? { pipe: parsedPipe(action) };
  known.set(action, found);
  return found.pipe;
}

function parsedPipe(action: GoAction): Pipe | undefined {
  const word = keywordOf(action)?.text;
  const skipped = word === undefined ? 0 : word === "template" || word === "block" || word === "else" ? 2 : 1;
  const from = action.tokens[skipped];
  return from === undefined || word === "define" || word === "end"
    ? undefined
    : readPipe(action.lexed, from, word === "range" ? word : "command");
}

/** The pipeline that tokens are, which need no end. */
export function pipeOfTokens(tokens: readonly Token[]): Pipe | undefined {
  const end = tokens.at(-1)?.end ?? 0;
  const [first] = tokens;
  return first && readPipe([...tokens, { kind: "close", start: end, end, text: "}}" }], first, "command");
}

function readPipe(tokens: readonly Token[], from: Token, context: "range" | "command"): Pipe | undefined {
  const variables = tokens.flatMap(({ kind, text }) => (kind === "variable" ? [text] : []));
  const reader = { tokens, index: tokens.indexOf(from), seen: 0, variables, isFunction: () => true, startedElsewhere: () => "" };
  if (tokens.at(-1)?.kind !== "close") return undefined;
  try {
    return parsePipe(reader, context);
  } catch (mistake) {
    if (mistake instanceof Mistake) return undefined;
    throw mistake;
  }
}

/** Deeper parentheses are not looked into: they would not fit on the stack. */
const deepest = 50;

/** What is known of the value of a pipeline. */
export function pipeValue(pipe: Pipe, environment: GoEnvironment): GoKnown {
  return valueWithin({ environment, depth: 0 }, pipe);
}

/** What is known of an operand. */
export function operandValue(operand: Operand, environment: GoEnvironment): GoKnown {
  return valueOfOperand({ environment, depth: 0 }, operand);
}

interface Within {
  readonly environment: GoEnvironment;
  /** How many pipelines are around. */
  readonly depth: number;
}

function valueWithin({ environment, depth }: Within, { commands }: Pipe): GoKnown {
  if (depth > deepest) return unknownValue;
  const inner = { environment, depth: depth + 1 };
  let value: GoKnown | undefined;
  for (const command of commands) value = commandValue(inner, command, value);
  return value ?? unknownValue;
}

function commandValue(within: Within, { operands }: Command, piped: GoKnown | undefined): GoKnown {
  const [first, ...rest] = operands;
  if (first?.kind !== "identifier") return first === undefined || rest.length > 0 ? unknownValue : valueOfOperand(within, first);
  const values = rest.map((operand) => ({ value: valueOfOperand(within, operand), operand }));
  return callValue(first.name, piped === undefined ? values : [...values, { value: piped, operand: undefined }]);
}

function valueOfOperand(within: Within, operand: Operand): GoKnown {
  const { environment } = within;
  switch (operand.kind) {
    case "dot":
      return environment.dot;
    case "field":
      return operand.names.reduce(fieldOf, environment.dot);
    case "variable": {
      const value = operand.name === "$" ? environment.scope : environment.variable(operand.span.start);
      return operand.fields.reduce(fieldOf, value);
    }
    case "chain": {
      const value = operand.of.kind === "pipe" ? valueWithin(within, operand.of) : callValue(operand.of.name, []);
      return operand.fields.reduce(fieldOf, value);
    }
    case "pipe":
      return valueWithin(within, operand);
    case "identifier":
      return callValue(operand.name, []);
    case "string":
      return shaped({ kind: "string", text: operand.source });
    case "number":
      return shaped({ kind: "number", text: operand.text });
    case "bool":
      return shaped({ kind: "boolean", text: String(operand.value) });
    case "nil":
      return shaped({ kind: "nil" });
  }
}

interface Argument {
  readonly value: GoKnown;
  /** Absent where it comes from the pipe. */
  readonly operand: Operand | undefined;
}

const results: { readonly [result: string]: Shape } = {
  string: { kind: "string" },
  bool: { kind: "boolean" },
  int: { kind: "number" },
  float64: { kind: "number" },
  number: { kind: "number" },
};

function callValue(name: string, args: readonly Argument[]): GoKnown {
  const [first, second] = args;
  switch (name) {
    case "index":
      return args.slice(1).reduce((value, { operand }) => memberValue(value, operand), first?.value ?? unknownValue);
    case "get":
      return first === undefined ? unknownValue : memberValue(first.value, second?.operand);
    case "first":
    case "last":
      return first === undefined ? unknownValue : shaped(itemOf(first.value).shape);
    case "default":
      return first !== undefined && second !== undefined ? eitherOf(second.value, first.value) : unknownValue;
    case "or":
    case "coalesce":
      return args.map(({ value }) => value).reduce(eitherOf, unknownValue);
    case "required":
      return second?.value ?? unknownValue;
    case "rest":
    case "initial":
    case "uniq":
    case "reverse":
    case "compact":
      return shaped(first?.value.shape ?? unknown);
    case "append":
    case "without":
      return shaped(first?.value.shape ?? unknown);
    case "list":
      return shaped({
        kind: "table",
        members: new Map(),
        count: args.length,
        item: args.map(({ value }) => value).reduce(eitherOf, unknownValue).shape,
      });
    case "dict":
      return shaped({ kind: "table", members: dictMembers(args), count: 0, item: unknown });
    default:
      return shaped(results[functionSignatures.get(name)?.result ?? ""] ?? unknown);
  }
}

function memberValue(value: GoKnown, key: Operand | undefined): GoKnown {
  return key?.kind === "string" ? fieldOf(value, key.value) : itemOf(value);
}

function dictMembers(args: readonly Argument[]): Map<string, MemberShape> {
  const members = new Map<string, MemberShape>();
  for (let index = 0; index + 1 < args.length; index += 2) {
    const { operand } = args[index] as Argument;
    if (operand?.kind === "string") members.set(operand.value, { shape: (args[index + 1] as Argument).value.shape });
  }
  return members;
}
