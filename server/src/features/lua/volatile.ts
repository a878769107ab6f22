import { shift } from "../../base/span.js";
import type { CallExpression, Expression } from "../../lua/ast.js";
import { decodeUtf8 } from "../../lua/bytes.js";
import { globalNames } from "../../lua/find-node.js";
import { visitBlock } from "../../lua/visit.js";
import type { ChatDocument, PlacedMessage } from "../../syntax/ast.js";
import type { VolatileValue } from "../rules/volatile-values.js";
import { frontmatterLua, messageLua } from "./chunks.js";

const today = 'os.date("%Y-%m-%d")';

const variables = new WeakMap<ChatDocument, ReadonlySet<string>>();

/** The variables that Lua frontmatter sets to such a value, or to one that is made of it; functions do so when they are called. */
export function volatileVariables(document: ChatDocument): ReadonlySet<string> {
  const known = variables.get(document) ?? collectVariables(document);
  variables.set(document, known);
  return known;
}

function collectVariables(document: ChatDocument): Set<string> {
  const names = new Set<string>();
  const { frontmatter, source } = document;
  // Most frontmatter has none, and need not be looked at any closer.
  const isCandidate = frontmatter !== undefined && /\bos\b|\bmath\b/.test(source.slice(frontmatter.body.start, frontmatter.body.end));
  const chunk = isCandidate ? frontmatterLua(document) : undefined;
  for (const statement of chunk?.parsed.body.statements ?? []) {
    if (statement.kind !== "assign" || statement.values.some(({ kind }) => kind === "function")) continue;
    let isVolatile = false;
    visitBlock(
      { statements: [statement], labels: new Map() },
      {
        expression(node) {
          isVolatile ||= node.kind === "call" && volatileName(node) !== undefined;
        },
      },
    );
    if (isVolatile) for (const target of statement.targets) names.add(globalNames(target)?.[0] ?? "");
  }
  return names;
}

/** Calls of `os.time`, `os.date` with a time of day, and `math.random` in the tags of a message. */
export function luaVolatile(document: ChatDocument, placed: PlacedMessage): VolatileValue[] {
  const chunk = messageLua(document, placed);
  if (chunk === undefined) return [];
  const found: VolatileValue[] = [];
  visitBlock(chunk.parsed.body, {
    expression(node) {
      const name = node.kind === "call" ? volatileName(node) : variableName(node, document);
      if (name === undefined) return;
      const span = shift(node.span, chunk.start);
      found.push({ name, span, instead: node.kind !== "call" || name === "math.random" ? undefined : { span, text: today } });
    },
  });
  return found;
}

function variableName(node: Expression, document: ChatDocument): string | undefined {
  const isGlobal = node.kind === "name" && node.variable.kind === "global";
  return isGlobal && volatileVariables(document).has(node.name) ? node.name : undefined;
}

function volatileName({ callee, args }: CallExpression): string | undefined {
  const name = globalNames(callee)?.join(".");
  switch (name) {
    case "os.time":
      return args.length === 0 ? name : undefined;
    case "os.date":
      return args.length < 2 && hasTime(args[0]) ? name : undefined;
    case "math.random":
      return name;
    default:
      return undefined;
  }
}

/** Says whether a format has a directive for less than a day; one that is not known may have. */
function hasTime(format: Expression | undefined): boolean {
  if (format?.kind !== "string") return true;
  const text = decodeUtf8(format.value);
  return /^!?\*t/.test(text) || /%[EO]?[cHIMSpXTRrs]/.test(text.replaceAll("%%", ""));
}
