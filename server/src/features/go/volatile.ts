import { type Span, shift, span } from "../../base/span.js";
import type { Command, Operand, Pipe } from "../../engines/go/syntax/ast.js";
import type { ChatDocument } from "../../syntax/ast.js";
import { unknown } from "../lua/shape.js";
import { volatileVariables } from "../lua/volatile.js";
import type { VolatileValue } from "../rules/volatile-values.js";
import type { GoAction, GoMessage } from "./actions.js";
import { goMessages } from "./actions.js";
import { goBlocks } from "./blocks.js";
import { fieldUses } from "./fields.js";
import { goFlow } from "./flow.js";
import { type GoEnvironment, operandValue, pipeOf } from "./pipes.js";
import { templateUses } from "./templates.js";

/** `now` and `.time.now`, and dates of them, in what the message at an index prints. */
export function goVolatile(document: ChatDocument, index: number): VolatileValue[] {
  const home = goMessages(document).find((one) => one.index === index);
  if (home === undefined) return [];
  const flow = goFlow(document, { shape: unknown, path: [] });
  const hidden = unrunActions(document, home);
  const variables = volatileVariables(document);
  return home.actions
    .filter((action) => !hidden.has(action))
    .flatMap((action) => {
      const pipe = pipeOf(action);
      const environment = flow.get(action) as GoEnvironment;
      return pipe === undefined ? [] : [...volatileIn(pipe, environment), ...variablesIn(action, environment, variables)];
    })
    .map(({ name, span: at, instead }) => {
      return { name, span: shift(at, home.start), instead: instead && { ...instead, span: shift(instead.span, home.start) } };
    });
}

/** Variables of the frontmatter that are other ones with every send. */
function variablesIn(action: GoAction, environment: GoEnvironment, variables: ReadonlySet<string>): VolatileValue[] {
  if (variables.size === 0) return [];
  return fieldUses(action, environment).flatMap(({ name, span: at, owner: { path } }) => {
    const isInput = path?.length === 1 && path[0] === "inputs" && variables.has(name);
    return isInput ? [{ name: `.inputs.${name}`, span: at, instead: undefined }] : [];
  });
}

/** Where the message at an index defines templates that it does not run, in UTF-16 offsets of the document. */
export function unrunSpans(document: ChatDocument, index: number): Span[] {
  const home = goMessages(document).find((one) => one.index === index);
  return home === undefined ? [] : [...unrunActions(document, home)].map((action) => shift(action.span, home.start));
}

function unrunActions(document: ChatDocument, home: GoMessage): ReadonlySet<GoAction> {
  const uses = templateUses(document).filter((use) => use.home === home);
  const run = new Set(uses.flatMap(({ kind, name }) => (kind === "define" ? [] : [name])));
  const names = new Map(uses.map(({ action, name }) => [action, name]));
  const hidden = new Set<GoAction>();
  for (const { kind, open, end } of goBlocks(home)) {
    const name = names.get(open);
    if (kind !== "define" || (name !== undefined && run.has(name))) continue;
    const from = home.actions.indexOf(open);
    const to = end === undefined ? home.actions.length : home.actions.indexOf(end, from);
    for (const action of home.actions.slice(from, to)) hidden.add(action);
  }
  return hidden;
}

function volatileIn(whole: Pipe, environment: GoEnvironment): VolatileValue[] {
  const found: VolatileValue[] = [];
  const left: Pipe[] = [whole];
  for (let pipe = left.pop(); pipe !== undefined; pipe = left.pop()) {
    for (const [index, command] of pipe.commands.entries()) {
      for (const operand of command.operands) {
        const inner = operand.kind === "chain" ? operand.of : operand;
        if (inner.kind === "pipe") left.push(inner);
        const name = volatileName(operand, environment);
        if (name === undefined) continue;
        const at = dateAround(pipe, index) ?? operand.span;
        const text = today(environment);
        found.push({ name, span: operand.span, instead: text === undefined ? undefined : { span: at, text } });
      }
    }
  }
  return found.sort((a, b) => a.span.start - b.span.start);
}

function volatileName(operand: Operand, environment: GoEnvironment): string | undefined {
  if (operand.kind === "identifier") return operand.name === "now" ? "now" : undefined;
  if (operand.kind !== "field" && operand.kind !== "variable") return undefined;
  const { path } = operandValue(operand, environment);
  const isNow = path?.length === 2 && path[0] === "time" && path[1] === "now";
  return isNow ? ".time.now" : undefined;
}

/** The date that is made of a value: `date layout now`, or `now | date layout`. */
function dateAround({ commands }: Pipe, index: number): Span | undefined {
  const command = commands[index] as Command;
  if (isDate(command)) return spanOf(command);
  const next = commands[index + 1];
  return command.operands.length === 1 && next !== undefined && isDate(next) ? span(spanOf(command).start, spanOf(next).end) : undefined;
}

function isDate({ operands: [first] }: Command): boolean {
  return first?.kind === "identifier" && first.name === "date";
}

function spanOf({ operands }: Command): Span {
  return span((operands[0] as Operand).span.start, (operands.at(-1) as Operand).span.end);
}

/** How the day of today is written there. */
function today({ dot, scope }: GoEnvironment): string | undefined {
  if (dot.path?.length === 0) return ".time.today";
  return scope.path?.length === 0 ? "$.time.today" : undefined;
}
