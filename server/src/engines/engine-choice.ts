import { type Diagnostic, diagnostic } from "../base/diagnostic.js";
import { type EngineName, engineNames } from "../base/engine-name.js";
import { type Span, shift } from "../base/span.js";
import type { ConfigMember, ConfigNode, ConfigTable } from "../config/config-node.js";
import { parseData } from "../config/parse-data.js";
import { inner } from "../config/written-places.js";
import type { Expression, Statement, Target } from "../lua/ast.js";
import { decodeUtf8 } from "../lua/bytes.js";
import { globalNames } from "../lua/find-node.js";
import { parseChunk } from "../lua/parse.js";
import { visitBlock } from "../lua/visit.js";
import type { ChatDocument } from "../syntax/ast.js";

/** What the frontmatter says of the template language, found without running it. Spans are document offsets. */
export interface EngineChoice {
  /** The language that is written; undefined when none is, or none that exists. */
  readonly engine: EngineName | undefined;
  /** Where it is written, quotes excluded. */
  readonly span: Span | undefined;
  readonly problems: readonly Diagnostic[];
}

const path = ["flemma", "opt", "templating", "engine"];
const nothing: EngineChoice = { engine: undefined, span: undefined, problems: [] };

/** Reads the choice of the engine off the frontmatter: a literal only (spec/flemma-templates.md §6). Runs nothing. */
export function engineChoice({ frontmatter, source }: Pick<ChatDocument, "frontmatter" | "source">): EngineChoice {
  if (frontmatter === undefined) return nothing;
  const code = source.slice(frontmatter.body.start, frontmatter.body.end);
  const found = frontmatter.language.toLowerCase() === "lua" ? luaChoice(code) : dataChoice(frontmatter.language, code);
  const at = frontmatter.body.start;
  return {
    engine: found.engine,
    span: found.span && shift(inner(code, found.span), at),
    problems: found.problems.map((problem) => ({ ...problem, span: shift(problem.span, at) })),
  };
}

/** The language that frontmatter with this code chooses, if any. */
export function chosenEngine(language: string, code: string): EngineName | undefined {
  return (language.toLowerCase() === "lua" ? luaChoice(code) : dataChoice(language, code)).engine;
}

/** Says whether frontmatter cannot even be read: what it chooses may stand in the part that is broken. */
export function isBrokenCode(language: string, code: string): boolean {
  const problems = language.toLowerCase() === "lua" ? parseChunk(code).problems : (parseData(language, code)?.problems ?? []);
  return problems.length > 0;
}

/** Of several choices the last one counts, as it does when the code runs. Code that is broken elsewhere still says what it says. */
function luaChoice(code: string): EngineChoice {
  // Parsing is for those who may have chosen.
  if (!code.includes("engine")) return nothing;
  const { body, problems } = parseChunk(code);
  let choice = nothing;
  const faults: Diagnostic[] = [];
  const topLevel = new Set(body.statements);
  visitBlock(body, {
    statement(node) {
      for (const { value, target } of choicesOf(node)) {
        const literal = topLevel.has(node) ? value : undefined;
        if (literal?.kind === "string") choice = { engine: nameOf(decodeUtf8(literal.value)), span: literal.span, problems: [] };
        else if (literal?.kind === "nil") choice = nothing;
        else faults.push(notLiteral(inner(code, (value ?? target).span)));
      }
    },
  });
  return { ...choice, problems: problems.length > 0 ? [] : faults };
}

/** The values that a statement assigns to the option, alone or as a member of the tables around it. */
function choicesOf(node: Statement): { readonly target: Target; readonly value: Expression | undefined }[] {
  if (node.kind !== "assign") return [];
  return node.targets.flatMap((target, index) => {
    const names = namesOf(target);
    if (names === undefined || names.length < 2 || names.some((name, at) => name !== path[at])) return [];
    const value = node.values[index];
    const inside = path.slice(names.length);
    return inside.length === 0 ? [{ target, value }] : memberOf(value, inside).map((member) => ({ target, value: member }));
  });
}

function memberOf(value: Expression | undefined, path: readonly string[]): Expression[] {
  if (path.length === 0) return value === undefined ? [] : [value];
  if (value?.kind !== "table") return [];
  return value.items.flatMap(({ key, value: item }) => {
    const name = key?.kind === "string" ? decodeUtf8(key.value) : undefined;
    if (name === path.join(".")) return [item];
    return name === path[0] ? memberOf(item, path.slice(1)) : [];
  });
}

/** The names of a chain from a global, whose third may be a dotted path as it may on top of the options. */
function namesOf(node: Expression): string[] | undefined {
  return globalNames(node)?.flatMap((name, index) => (index === 2 ? name.split(".") : [name]));
}

function dataChoice(language: string, code: string): EngineChoice {
  // As above; a name can also be written in escapes.
  if (!code.includes("engine") && !code.includes("\\")) return nothing;
  const root = parseData(language, code)?.root;
  const node = root && lastMember(root, "flemma");
  const choices = node?.kind === "table" ? node.members.flatMap(choiceIn) : [];
  const choice = choices.at(-1);
  if (choice?.kind !== "scalar" || typeof choice.value !== "string") return nothing;
  return { engine: nameOf(choice.value), span: choice.span, problems: [] };
}

/** What a member on top of the options says of the engine: `templating`, or the dotted path. */
function choiceIn({ name, node }: ConfigMember): ConfigNode[] {
  if (name === "templating.engine") return [node];
  const member = name === "templating" && node.kind === "table" ? lastMember(node, "engine") : undefined;
  return member === undefined ? [] : [member];
}

function lastMember({ members }: ConfigTable, name: string): ConfigNode | undefined {
  return members.findLast((member) => member.name === name)?.node;
}

function nameOf(text: string): EngineName | undefined {
  return engineNames.find((name) => name === text);
}

/** The fault of a choice that only running the frontmatter would tell. */
export function notLiteral(span: Span): Diagnostic {
  const text = 'The template language must be a literal at the top level: flemma.opt.templating.engine = "lua".';
  return diagnostic("engine/not-literal", span, text);
}
