import { shift } from "../../base/span.js";
import type { CallExpression, Expression } from "../../lua/ast.js";
import { decodeUtf8 } from "../../lua/bytes.js";
import { globalNames } from "../../lua/find-node.js";
import { visitBlock } from "../../lua/visit.js";
import type { ChatDocument, PlacedMessage } from "../../syntax/ast.js";
import type { VolatileValue } from "../rules/volatile-values.js";
import { luaChunks } from "./chunks.js";

const today = 'os.date("%Y-%m-%d")';

/** Calls of `os.time`, `os.date` with a time of day, and `math.random` in the tags of a message. */
export function luaVolatile(document: ChatDocument, { message }: PlacedMessage): VolatileValue[] {
  const chunk = luaChunks(document).find((one) => one.message === message);
  if (chunk === undefined) return [];
  const found: VolatileValue[] = [];
  visitBlock(chunk.parsed.body, {
    expression(node) {
      const name = node.kind === "call" ? volatileName(node) : undefined;
      if (name === undefined) return;
      const span = shift(node.span, chunk.start);
      found.push({ name, span, instead: name === "math.random" ? undefined : { span, text: today } });
    },
  });
  return found;
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
