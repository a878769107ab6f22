import type { ModelInfo, ThinkingBudget } from "./model-info.js";

/** How much is thought; "silent" leaves it to the provider and says nothing of it, "off" turns it off explicitly. */
export type ThinkingSetting =
  | { readonly kind: "silent" }
  | { readonly kind: "off" }
  | { readonly kind: "on"; readonly budget?: number; readonly effort?: string };

/** What options say of thinking; each is absent where nobody said it. */
export interface ThinkingOptions {
  /** A level, a budget in tokens, or false for not at all. */
  readonly level?: unknown;
  /** Somebody chose the level: it is not the default. */
  readonly isChosen?: boolean;
  /** Tokens, before the level; 0 and less for not at all. */
  readonly budget?: unknown;
  /** A word that is passed on, before the level. */
  readonly effort?: unknown;
}

/** What is said of parameters by their names, with who said it. */
interface Parameters {
  readonly [name: string]: { readonly value: unknown; readonly origin: string };
}

/** What parameters say of thinking. */
export function thinkingOptions(parameters: Parameters): ThinkingOptions {
  const level = parameters["thinking.level"];
  return {
    level: level?.value,
    isChosen: level !== undefined && level.origin !== "default",
    budget: parameters.thinking_budget?.value,
    effort: (parameters.effort ?? parameters.reasoning)?.value,
  };
}

/** A model, if anybody knows it, and in what its provider measures thinking. */
export interface Thinker {
  readonly info: ModelInfo | undefined;
  readonly measure: "budget" | "effort";
}

type Level = keyof typeof levelTokens;

/** Tokens for each level of a model that has no table of its own (spec/providers-and-send.md §1.1). */
const levelTokens = { minimal: 128, low: 2048, medium: 8192, high: 16384, max: 32768 } as const;

/** So many tokens and fewer are that level. */
const levelEnds: readonly (readonly [number, Level])[] = [
  [256, "minimal"],
  [4096, "low"],
  [12288, "medium"],
  [24576, "high"],
];

/** What a model that nobody knows is told for each level. */
const usualWords: Readonly<Record<Level, string>> = { minimal: "minimal", low: "low", medium: "medium", high: "high", max: "high" };

/**
 * What options say of thinking comes to for a model (spec/providers-and-send.md §1.1, "Thinking resolution"). Of a model that
 * does not think nothing is said, and of one that nobody knows only where somebody chose.
 */
export function thinkingFor(options: ThinkingOptions, thinker: Thinker): ThinkingSetting {
  const { info, measure } = thinker;
  if (info !== undefined && info.thinking === undefined) return { kind: "silent" };
  const tokens = typeof options.budget === "number" ? Math.max(0, options.budget) : undefined;
  const takesWord = info === undefined ? measure === "effort" || tokens === undefined : hasWords(info);
  const { level, isChosen, effort } = options;
  const amount = tokens || (level as Level | number | false) || "high";
  if (typeof effort === "string" && takesWord) return effort === "none" ? { kind: "off" } : { ...on(amount, thinker), effort };
  if (tokens !== undefined) return tokens === 0 ? { kind: "off" } : on(tokens, thinker);
  if (level === undefined || level === null || (info === undefined && !isChosen)) return { kind: "silent" };
  return level === false || level === 0 ? { kind: "off" } : on(amount, thinker);
}

function hasWords({ thinking }: ModelInfo): boolean {
  return thinking?.kind === "effort" || thinking?.kind === "budget-and-effort";
}

/** `amount` is a level or a number of tokens. */
function on(amount: Level | number, { info, measure }: Thinker): Extract<ThinkingSetting, { kind: "on" }> {
  const thinking = info?.thinking;
  switch (thinking?.kind) {
    case "budget":
      return { kind: "on", budget: budgetOf(amount, thinking) };
    case "effort":
      return { kind: "on", effort: thinking.map[levelOf(amount)] };
    case "budget-and-effort":
      return { kind: "on", budget: budgetOf(amount, thinking.budget), effort: thinking.map[levelOf(amount)] };
    case "optional":
    case "forced":
      return { kind: "on" };
    case undefined:
      return measure === "effort"
        ? { kind: "on", effort: usualWords[levelOf(amount)] }
        : { kind: "on", budget: typeof amount === "number" ? amount : levelTokens[amount] };
  }
}

function budgetOf(amount: Level | number, table: ThinkingBudget): number {
  const most = table.max ?? Number.POSITIVE_INFINITY;
  const tokens = typeof amount === "number" ? amount : amount === "max" ? (table.max ?? table.high) : table[amount];
  return Math.min(most, Math.max(table.min, tokens));
}

function levelOf(amount: Level | number): Level {
  if (typeof amount !== "number") return amount;
  return levelEnds.find(([end]) => amount <= end)?.[1] ?? "max";
}
