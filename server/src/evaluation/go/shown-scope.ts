import { cutText } from "../../base/cut-text.js";
import type { Json } from "../../base/json.js";
import { type GoMap, type GoValue, kindOf } from "../../engines/go/values/go-value.js";
import { mapGet, mapKeys } from "../../engines/go/values/maps.js";
import { floatOf } from "../../engines/go/values/numbers.js";

/** So much of a scope is told: levels, members of a map or a list, and UTF-16 units of a text. */
const deepest = 5;
const mostMembers = 100;
const longest = 100;

/** A scope as completion shows it, without the variables of the frontmatter: those are told by themselves. */
export function shownScope(scope: GoMap): { readonly [name: string]: Json } {
  return shownMap(scope, "inputs", 0);
}

function shownMap(map: GoMap, without: string | undefined, depth: number): { readonly [name: string]: Json } {
  const keys = mapKeys(map).filter((key) => key !== without);
  return Object.fromEntries(keys.slice(0, mostMembers).map((key) => [key, shown(mapGet(map, key), depth + 1)]));
}

function shown(value: GoValue, depth: number): Json {
  switch (kindOf(value)) {
    case "string":
      return cutText(value as string, longest);
    case "bool":
      return value as boolean;
    case "int":
      return Number(value);
    case "float64":
      return floatOf(value) ?? null;
    case "list":
      return depth >= deepest ? [] : (value as readonly GoValue[]).slice(0, mostMembers).map((member) => shown(member, depth + 1));
    case "map":
      return depth >= deepest ? {} : shownMap(value as GoMap, undefined, depth);
    default:
      return null;
  }
}
