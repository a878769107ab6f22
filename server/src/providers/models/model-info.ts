/** What the catalogue knows of a model. Limits are in tokens. Prices are list prices and make estimates only. */
export interface ModelInfo {
  readonly id: string;
  readonly provider: string;
  /** So many tokens a prompt may have. */
  readonly inputLimit: number;
  /** So many tokens a reply may have, thinking included. */
  readonly outputLimit: number;
  /** A lower limit of the reply than this makes no sense to the model. */
  readonly minOutput?: number;
  /** Absent where nobody knows it. */
  readonly price?: Price;
  /** How its thinking is asked for; a model without it does not think. */
  readonly thinking?: Thinking;
}

/** USD per million tokens. A cache that has no price of its own costs what input costs. */
export interface Price {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
}

/** How the thinking of a model is asked for (spec/providers-and-send.md §1.1, "Thinking resolution", and §1.5). */
export type Thinking =
  | ({ readonly kind: "budget" } & ThinkingBudget)
  | { readonly kind: "effort"; readonly map: EffortMap }
  /** Takes a budget and a word at once. */
  | { readonly kind: "budget-and-effort"; readonly budget: ThinkingBudget; readonly map: EffortMap }
  /** Thinks or not, as the request says, and has no measure for how much. */
  | { readonly kind: "optional" }
  /** Thinks whatever the request says. */
  | { readonly kind: "forced" };

/** Tokens of thinking for each level. Without a `max` only the limit of the reply bounds a budget, and the level `max` means `high`. */
export interface ThinkingBudget {
  readonly min: number;
  readonly max?: number;
  readonly minimal: number;
  readonly low: number;
  readonly medium: number;
  readonly high: number;
}

/** The provider's word for each level. */
export type EffortMap = Readonly<Record<"minimal" | "low" | "medium" | "high" | "max", string>>;
