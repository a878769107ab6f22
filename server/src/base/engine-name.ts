/** The template languages. */
export const engineNames = ["lua", "prose", "go"] as const;

/** One of `engineNames`. */
export type EngineName = (typeof engineNames)[number];
