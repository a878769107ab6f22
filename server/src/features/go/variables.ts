import type { Span } from "../../base/span.js";
import type { Token } from "../../engines/go/syntax/tokens.js";
import type { ChatDocument } from "../../syntax/ast.js";
import { type GoAction, type GoMessage, goMessages, keywordOf } from "./actions.js";

/** A place where a variable of a template is named; `$` is none. Spans are those of the message. */
export interface VariableUse {
  /** With its dollar sign. */
  readonly name: string;
  readonly span: Span;
  readonly role: "declaration" | "write" | "read";
  /** What is named: a declaration names itself; undefined where there is none. */
  readonly declaration: VariableUse | undefined;
}

/** The variables that may be used somewhere, the innermost first. */
export interface Visible {
  readonly declaration: VariableUse;
  readonly outer: Visible | undefined;
}

/** The variables of a message. */
export interface GoVariables {
  /** In the order of the text. */
  readonly uses: readonly VariableUse[];
  /** By the offset they start at. */
  readonly byStart: ReadonlyMap<number, VariableUse>;
  /** What may be used in an action, without those that it declares itself. */
  readonly visible: ReadonlyMap<GoAction, Visible | undefined>;
}

const known = new WeakMap<readonly GoAction[], GoVariables>();

/** The variables of a message: they live to the end of the block, and never in another template. */
export function goVariables({ actions }: Pick<GoMessage, "actions">): GoVariables {
  const found = known.get(actions) ?? collect(actions);
  known.set(actions, found);
  return found;
}

interface OpenBlock {
  readonly before: Visible | undefined;
  /** What its head declared is there in every branch. */
  head: Visible | undefined;
}

function collect(actions: readonly GoAction[]): GoVariables {
  const uses: VariableUse[] = [];
  const visible = new Map<GoAction, Visible | undefined>();
  const blocks: OpenBlock[] = [];
  let scope: Visible | undefined;
  for (const action of actions) {
    const word = keywordOf(action)?.text;
    const block = blocks.at(-1);
    if (word === "else" && block !== undefined) scope = block.head;
    visible.set(action, scope);
    const after = readUses(action, scope, uses);
    switch (word) {
      case "if":
      case "with":
      case "range":
        blocks.push({ before: scope, head: after });
        scope = after;
        break;
      case "define":
      case "block":
        blocks.push({ before: scope, head: undefined });
        scope = undefined;
        break;
      case "else":
        if (block !== undefined) block.head = after;
        scope = after;
        break;
      case "end":
        if (block !== undefined) scope = block.before;
        blocks.pop();
        break;
      default:
        scope = after;
    }
  }
  return { uses, byStart: new Map(uses.map((use) => [use.span.start, use])), visible };
}

/** Adds the uses of an action; gives what may be used behind it. A variable is there once its pipeline is over. */
function readUses({ tokens }: GoAction, before: Visible | undefined, uses: VariableUse[]): Visible | undefined {
  let scope = before;
  const pipes: VariableUse[][] = [[]];
  const finish = (): void => {
    for (const declaration of pipes.pop() ?? []) scope = { declaration, outer: scope };
  };
  for (const [index, { kind, start, end, text }] of tokens.entries()) {
    if (kind === "open") pipes.push([]);
    else if (kind === "shut") finish();
    else if (kind === "variable" && text !== "$") {
      const role = roleAt(tokens, index);
      const named = { name: text, span: { start, end }, role };
      const use = role === "declaration" ? declared(named) : { ...named, declaration: visibleAs(text, scope) };
      uses.push(use);
      if (role === "declaration") pipes.at(-1)?.push(use);
    }
  }
  while (pipes.length > 0) finish();
  return scope;
}

function declared(named: Omit<VariableUse, "declaration">): VariableUse {
  const use: { -readonly [key in keyof VariableUse]: VariableUse[key] } = { ...named, declaration: undefined };
  use.declaration = use;
  return use;
}

function roleAt(tokens: readonly Token[], index: number): VariableUse["role"] {
  const next = tokens[index + 1];
  const isFirst = next?.text === "," && tokens[index + 2]?.kind === "variable";
  const sign = (isFirst ? tokens[index + 3] : next)?.kind;
  return sign === "declare" ? "declaration" : sign === "assign" ? "write" : "read";
}

function visibleAs(name: string, scope: Visible | undefined): VariableUse | undefined {
  for (let at = scope; at !== undefined; at = at.outer) if (at.declaration.name === name) return at.declaration;
  return undefined;
}

/** The variables that may be used, the innermost first; of several with one name the innermost. */
export function visibleDeclarations(scope: Visible | undefined): VariableUse[] {
  const found = new Map<string, VariableUse>();
  for (let at = scope; at !== undefined; at = at.outer) {
    const { declaration } = at;
    if (!found.has(declaration.name)) found.set(declaration.name, declaration);
  }
  return [...found.values()];
}

/** A use of a variable, and the message it stands in. */
export interface PlacedUse {
  readonly home: GoMessage;
  readonly use: VariableUse;
}

/** The variable at a UTF-16 offset of the document. */
export function variableAt(document: ChatDocument, offset: number): PlacedUse | undefined {
  for (const home of goMessages(document)) {
    const at = offset - home.start;
    if (at < 0 || at > home.source.length) continue;
    const use = goVariables(home).uses.find(({ span }) => span.start <= at && at <= span.end);
    if (use !== undefined) return { home, use };
  }
  return undefined;
}

/** All uses of what a use names, in the order of the text. One without a declaration is alone with those of its name. */
export function usesOfVariable({ home, use }: PlacedUse): VariableUse[] {
  const { declaration, name } = use;
  return goVariables(home).uses.filter((one) => one.declaration === declaration && (declaration !== undefined || one.name === name));
}
