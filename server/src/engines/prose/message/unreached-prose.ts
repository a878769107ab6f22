import type { SubstitutionError } from "../language/substitution-error.js";

/** The text of a message, and all code that can run before its prose is read. */
interface Surroundings {
  readonly source: string;
  readonly code: string;
}

/** Longer code is not searched: what it mentions is not certain. */
const longestCode = 200_000;

/**
 * Says whether a placeholder fails whatever the code does that did not run: its path is none, what it names never changes,
 * or the code does not even mention what it names.
 */
export function isCertain({ kind, path = "", at }: SubstitutionError, { source, code }: Surroundings): boolean {
  const [root = ""] = path.split(".");
  switch (kind) {
    case "Unclosed":
    case "EmptySegment":
    case "BadPath":
    case "NotATable":
    case "NilItem":
    case "NilArgv":
      return true;
    default:
      break;
  }
  if (root === "prose" || root === "argv" || root === "sys") return true;
  if (code.length > longestCode) return false;
  if (root === "var") return !/\bvar\s*\[/.test(code) && !code.includes(source.slice(at.start, at.end));
  return !/\b(?:_G|rawset|setmetatable)\b/.test(code) && !code.includes(root);
}
