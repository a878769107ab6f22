import type { Pipe } from "../../engines/go/syntax/ast.js";
import type { ChatDocument } from "../../syntax/ast.js";
import { type GoAction, type GoMessage, goMessages, keywordOf } from "./actions.js";
import { type GoEnvironment, pipeOf, pipeValue } from "./pipes.js";
import { templateUses } from "./templates.js";
import { eitherOf, type GoKnown, itemOf, keyOf, unknownValue } from "./value.js";
import { goVariables, type VariableUse } from "./variables.js";

/** What names mean in every action of a document, without running it. */
export type GoFlow = ReadonlyMap<GoAction, GoEnvironment>;

/** Follows the dot and the variables through the templates of a document, whose scope is `root`. */
export function goFlow(document: ChatDocument, root: GoKnown): GoFlow {
  const first = follow(document, root, new Map());
  const calls = new Map<string, GoKnown>();
  for (const { name, kind, action } of templateUses(document)) {
    const environment = first.get(action);
    if (kind === "define" || environment === undefined) continue;
    const pipe = pipeOf(action);
    const given = pipe === undefined ? unknownValue : pipeValue(pipe, environment);
    const before = calls.get(name);
    calls.set(name, before === undefined ? given : eitherOf(before, given));
  }
  return calls.size === 0 ? first : follow(document, root, calls);
}

/** `calls` says what the templates are run with. */
function follow(document: ChatDocument, root: GoKnown, calls: ReadonlyMap<string, GoKnown>): GoFlow {
  const names = new Map(templateUses(document).map(({ action, name }) => [action, name]));
  const flow = new Map<GoAction, GoEnvironment>();
  for (const home of goMessages(document))
    followMessage(home, { root, flow, dotOf: (action) => calls.get(names.get(action) ?? "") ?? unknownValue });
  return flow;
}

interface FlowWorld {
  readonly root: GoKnown;
  readonly flow: Map<GoAction, GoEnvironment>;
  /** What the template that an action defines is run with. */
  dotOf(definition: GoAction): GoKnown;
}

function followMessage(home: GoMessage, { root, flow, dotOf }: FlowWorld): void {
  const { byStart, uses } = goVariables(home);
  const values = new Map<VariableUse, GoKnown>();
  const written = new Set(uses.flatMap(({ role, declaration }) => (role === "write" && declaration ? [declaration] : [])));
  const variable = (start: number): GoKnown => known(byStart.get(start)?.declaration);
  const known = (declaration: VariableUse | undefined): GoKnown => (declaration && values.get(declaration)) ?? unknownValue;
  const outer: GoEnvironment[] = [];
  let here: GoEnvironment = { dot: root, scope: root, variable };

  const declare = ({ variables, isAssignment }: Pipe, given: readonly GoKnown[]): void => {
    for (const [index, { span }] of variables.entries()) {
      const declaration = byStart.get(span.start)?.declaration;
      if (declaration === undefined) continue;
      const value = given[index] ?? unknownValue;
      const now = isAssignment ? eitherOf(known(declaration), value) : value;
      // What is assigned again may be something else wherever it is read.
      values.set(declaration, written.has(declaration) ? { shape: now.shape } : now);
    }
  };

  for (const action of home.actions) {
    const word = keywordOf(action)?.text;
    if (word === "else") here = { ...here, dot: outer.at(-1)?.dot ?? here.dot };
    flow.set(action, here);
    const pipe = pipeOf(action);
    const value = pipe === undefined ? unknownValue : pipeValue(pipe, here);
    if (pipe !== undefined) {
      const given = word !== "range" ? [value] : pipe.variables.length > 1 ? [keyOf(value), itemOf(value)] : [itemOf(value)];
      declare(pipe, given);
    }
    switch (word) {
      case "if":
      case "with":
      case "range":
        outer.push(here);
        if (word !== "if") here = { ...here, dot: word === "with" ? value : itemOf(value) };
        break;
      case "define":
      case "block": {
        outer.push(here);
        const dot = word === "block" ? value : dotOf(action);
        here = { dot, scope: dot, variable };
        break;
      }
      case "else":
        if (action.tokens[1]?.text === "with") here = { ...here, dot: value };
        break;
      case "end":
        here = outer.pop() ?? here;
    }
  }
}
