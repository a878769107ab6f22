import type { Expression } from "../../lua/ast.js";
import { decodeUtf8 } from "../../lua/bytes.js";
import { createLookup } from "../../lua/classify.js";
import type { Token } from "../../lua/lex.js";
import { originsOf } from "../lua/origins.js";
import { expressionBefore, openerOf } from "../lua/receiver.js";
import type { CursorPlace } from "../lua/unfinished.js";

/** What may be written at a place: a value of an option, an entry of the table that is one, or what a list is changed by. */
export interface Slot {
  readonly kind: "value" | "entry" | "operand";
  readonly path: readonly string[];
}

/** Reads places of options off the tokens in front of them, so that it works in code that is not finished. */
export interface SlotReader {
  /** The names of the chain that ends with a token, `flemma` first; local names for parts of it are looked through. */
  namesBefore(last: number): readonly string[] | undefined;
  /** The names behind `flemma.opt` of the chain that ends with a token. */
  optionBefore(last: number): readonly string[] | undefined;
  /** The option whose table has an entry behind the token `last`, which is `{`, `,` or `;`. */
  tableAt(last: number): readonly string[] | undefined;
  slotAfter(last: number): Slot | undefined;
}

/** The methods of a list of options. */
export const listMethods: readonly string[] = ["append", "prepend", "remove"];

const closers = new Set([")", "]", "}"]);
const operators = new Set(["+", "-", "^"]);
const separators = new Set(["{", ",", ";"]);
/** Names lead to names, and tables lie in tables, no further than this. */
const deepest = 64;

/** Makes the reader of the tokens of one place; they are read backwards from the cursor. */
export function createSlotReader({ chunk, document }: CursorPlace, tokens: readonly Token[]): SlotReader {
  const find = createLookup(chunk.parsed);
  const typeAt = (index: number): string => tokens[index]?.type ?? "";

  function namesOf(node: Expression, depth: number): readonly string[] | undefined {
    if (depth > deepest) return undefined;
    switch (node.kind) {
      case "name":
        return namesOfVariable(node.name, node.span.start, depth);
      case "index": {
        const owner = node.key.kind === "string" ? namesOf(node.object, depth + 1) : undefined;
        return owner && node.key.kind === "string" ? [...owner, decodeUtf8(node.key.value)] : undefined;
      }
      case "method":
        return listMethods.includes(node.name) ? namesOf(node.object, depth + 1) : undefined;
      case "paren":
        return namesOf(node.inner, depth + 1);
      case "arithmetic":
        return namesOf(node.left, depth + 1);
      default:
        return undefined;
    }
  }

  function namesOfVariable(name: string, start: number, depth: number): readonly string[] | undefined {
    const local = find(name, start);
    if (local === undefined) return name === "flemma" ? ["flemma"] : undefined;
    const [origin, ...others] = originsOf(document).locals.get(local) ?? [];
    if (others.some(({ path }) => path.length === 0) || origin?.value.kind !== "expression" || origin.value.result > 0) return undefined;
    return namesOf(origin.value.expression, depth + 1);
  }

  function namesBefore(last: number): readonly string[] | undefined {
    const expression = expressionBefore(chunk.source, tokens, last);
    return expression && namesOf(expression, 0);
  }

  function optionBefore(last: number): readonly string[] | undefined {
    const [first, second, ...path] = namesBefore(last) ?? [];
    return first === "flemma" && second === "opt" ? path : undefined;
  }

  function slotAfter(last: number, depth = 0): Slot | undefined {
    const type = typeAt(last);
    if (depth > deepest) return undefined;
    if (type === "=") return assigned(last, depth);
    if (type === "==" || type === "~=") return slot("value", optionBefore(last - 1));
    if (separators.has(type)) return entry(last, depth);
    if (type === "(" || type === "name") return argument(type === "(" ? last - 1 : last);
    return operators.has(type) ? operand(last) : undefined;
  }

  function assigned(sign: number, depth: number): Slot | undefined {
    const isBracketed = typeAt(sign - 1) === "]" && typeAt(sign - 2) === "string" && typeAt(sign - 3) === "[";
    const key = tokens[isBracketed ? sign - 2 : sign - 1];
    const before = isBracketed ? sign - 4 : sign - 2;
    const owner = key !== undefined && separators.has(typeAt(before)) ? tableAt(before, depth) : undefined;
    if (owner !== undefined && key !== undefined) return slot("value", [...owner, isBracketed ? decodeUtf8(key.text) : key.text]);
    return slot("value", optionBefore(sign - 1));
  }

  function entry(last: number, depth: number): Slot | undefined {
    const open = openBefore(last);
    const around = open === undefined || typeAt(open) !== "{" ? undefined : slotAfter(open - 1, depth + 1);
    if (around === undefined || around.kind === "entry") return undefined;
    return around.kind === "operand" ? around : { kind: "entry", path: around.path };
  }

  function tableAt(last: number, depth = 0): readonly string[] | undefined {
    const found = separators.has(typeAt(last)) ? entry(last, depth) : undefined;
    return found?.kind === "entry" ? found.path : undefined;
  }

  function argument(name: number): Slot | undefined {
    const isMethod = typeAt(name - 1) === ":" && listMethods.includes(tokens[name]?.text ?? "");
    return isMethod ? slot("operand", optionBefore(name - 2)) : undefined;
  }

  /** What stands left of an operator may be an operand of another one: `list + "a" - "b"`. */
  function operand(operator: number): Slot | undefined {
    for (let at = operator; operators.has(typeAt(at)); ) {
      const start = typeAt(at - 1) === "string" ? at - 1 : typeAt(at - 1) === "}" ? openerOf(tokens, at - 1) : undefined;
      if (start === undefined || !operators.has(typeAt(start - 1))) return slot("operand", optionBefore(at - 1));
      at = start - 1;
    }
    return undefined;
  }

  /** The innermost bracket that is open behind a token; none where the body of a function lies between. */
  function openBefore(last: number): number | undefined {
    let blocks = 0;
    for (let at = last; at >= 0; at--) {
      const type = typeAt(at);
      if (closers.has(type)) at = openerOf(tokens, at) ?? -1;
      else if (type === "{" || type === "(" || type === "[") return at;
      else if (type === "end" || type === "until") blocks++;
      else if (["function", "if", "do", "repeat"].includes(type) && blocks-- === 0) return undefined;
    }
    return undefined;
  }

  return { namesBefore, optionBefore, tableAt, slotAfter };
}

/** `flemma.opt` as a whole can be given a value, but is no list. */
function slot(kind: Slot["kind"], path: readonly string[] | undefined): Slot | undefined {
  return path === undefined || (path.length === 0 && kind === "operand") ? undefined : { kind, path };
}
