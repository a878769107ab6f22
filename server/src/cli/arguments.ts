import { parseArgs } from "node:util";
import { didYouMean, suggest } from "../base/suggest.js";
import { UsageError } from "./io.js";
import type { OptionInfo } from "./options.js";

/** The options and operands of one invocation, checked against the command's table. */
export interface Arguments {
  /** Value of an option, if it was given; of a repeated option the last. */
  value(name: string): string | undefined;
  /** The values of an option that may be repeated, in their order. */
  values(name: string): readonly string[];
  /** Whether a switch was given. */
  has(name: string): boolean;
  readonly operands: readonly string[];
}

const helpOption: OptionInfo = { help: "Print this help." };

/** Reads `argv` (without the command's name). Throws a `UsageError` for what the table does not know. */
export function parseArguments(argv: readonly string[], known: { readonly [name: string]: OptionInfo }): Arguments {
  const infos: { readonly [name: string]: OptionInfo } = { ...known, help: helpOption };
  const options = Object.fromEntries(
    Object.entries(infos).map(([name, { value }]) => [name, { type: value === undefined ? ("boolean" as const) : ("string" as const) }]),
  );
  const { tokens } = parseArgs({
    args: [...argv],
    options: { ...options, help: { type: "boolean", short: "h" } },
    strict: false,
    tokens: true,
  });
  const given = new Map<string, readonly string[]>();
  const values = (name: string): readonly string[] => given.get(name) ?? [];
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") operands.push(token.value);
    if (token.kind !== "option") continue;
    const info = Object.hasOwn(infos, token.name) ? infos[token.name] : undefined;
    if (info === undefined) throw unknownOption(token.rawName, Object.keys(infos));
    given.set(token.name, [...values(token.name), checkedValue(token.rawName, info, token)]);
  }
  return { value: (name) => values(name).at(-1), values, has: (name) => given.has(name), operands };
}

function checkedValue(rawName: string, info: OptionInfo, token: { value: string | undefined; inlineValue: boolean | undefined }): string {
  const { value } = token;
  if (info.value === undefined) {
    if (value !== undefined) throw new UsageError(`Option ${rawName} takes no value.`);
    return "";
  }
  if (value === undefined || (!token.inlineValue && value.length > 1 && value.startsWith("-"))) {
    throw new UsageError(`Option ${rawName} needs a value: ${rawName}=${info.value}.`);
  }
  if (info.choices !== undefined && !info.choices.includes(value)) {
    const names = suggest(value, info.choices);
    const choices = `Choose one of ${info.choices.join(", ")}.`;
    throw new UsageError(`Unknown ${rawName.replace(/^-+/, "")} '${value}'.${names.length > 0 ? didYouMean(names) : ` ${choices}`}`);
  }
  return value;
}

function unknownOption(rawName: string, names: readonly string[]): UsageError {
  const suggestions = suggest(rawName.replace(/^-+/, ""), names).map((name) => `--${name}`);
  return new UsageError(`Unknown option '${rawName}'.${didYouMean(suggestions)}`);
}

/** Reads a whole number that is at least `least`, or throws a `UsageError`. */
export function wholeNumber(option: string, text: string, least: 0 | 1): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : -1;
  if (number < least) throw new UsageError(`Option --${option} needs a whole number from ${least} on, not '${text}'.`);
  return number;
}
