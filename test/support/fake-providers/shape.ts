/** Where a value stands in a body: names of members and indices of lists. */
export type Path = readonly (string | number)[];

/** The first thing that is wrong with a body; each wire says it in its own words. */
export interface Problem {
  readonly kind: "missing" | "unknown" | "type" | "value";
  readonly path: Path;
  /** What should stand there, as in "a string". */
  readonly expected: string;
}

/** Says what is wrong with a value, or nothing. */
export type Shape = (value: unknown, path: Path) => Problem | undefined;

/** Says whether a value is a JSON object. */
export function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function typed(expected: string, fits: (value: unknown) => boolean): Shape {
  return (value, path) => (fits(value) ? undefined : { kind: "type", path, expected });
}

/** Any value at all. */
export const anything: Shape = () => undefined;
/** Any string. */
export const text: Shape = typed("a string", (value) => typeof value === "string");
/** A boolean. */
export const flag: Shape = typed("a boolean", (value) => typeof value === "boolean");
/** A JSON object with whatever is in it. */
export const dictionary: Shape = typed("an object", isObject);

/** A string that fits a pattern. */
export function matching(pattern: RegExp): Shape {
  return (value, path) =>
    text(value, path) ??
    (pattern.test(value as string) ? undefined : { kind: "value", path, expected: `a string matching ${pattern.source}` });
}

/** An integer from `least` to `most`. */
export function integer(least: number, most = Number.MAX_SAFE_INTEGER): Shape {
  return (value, path) => {
    if (!Number.isInteger(value)) return { kind: "type", path, expected: "an integer" };
    const isInside = (value as number) >= least && (value as number) <= most;
    return isInside ? undefined : { kind: "value", path, expected: `an integer from ${least} to ${most}` };
  };
}

/** A number from `least` to `most`. */
export function decimal(least: number, most: number): Shape {
  return (value, path) => {
    if (typeof value !== "number") return { kind: "type", path, expected: "a number" };
    return value >= least && value <= most ? undefined : { kind: "value", path, expected: `a number from ${least} to ${most}` };
  };
}

/** One of these values. */
export function either(...values: readonly unknown[]): Shape {
  return (value, path) =>
    values.includes(value) ? undefined : { kind: "value", path, expected: values.map((one) => JSON.stringify(one)).join(" or ") };
}

/** A list with at least so many items. */
export function list(of: Shape, least = 0): Shape {
  return (value, path) => {
    if (!Array.isArray(value)) return { kind: "type", path, expected: "an array" };
    if (value.length < least) return { kind: "value", path, expected: `an array of at least ${least} items` };
    return first(value.map((item, index) => [of, item, [...path, index]] as const));
  };
}

/** An object with these members and no others. */
export function record(required: Readonly<Record<string, Shape>>, optional: Readonly<Record<string, Shape>> = {}): Shape {
  return (value, path) => {
    if (!isObject(value)) return { kind: "type", path, expected: "an object" };
    const unknown = Object.keys(value).find((name) => !(name in required) && !(name in optional));
    if (unknown !== undefined) return { kind: "unknown", path: [...path, unknown], expected: "nothing" };
    const missing = Object.keys(required).find((name) => value[name] === undefined);
    if (missing !== undefined) return { kind: "missing", path: [...path, missing], expected: "a value" };
    const shapes = { ...required, ...optional };
    return first(Object.entries(value).map(([name, member]) => [shapes[name] ?? anything, member, [...path, name]] as const));
  };
}

/** An object whose member `tag` says which shape it has. */
export function tagged(tag: string, shapes: Readonly<Record<string, Shape>>): Shape {
  return (value, path) => {
    if (!isObject(value)) return { kind: "type", path, expected: "an object" };
    const shape = shapes[String(value[tag])];
    if (shape !== undefined) return shape(value, path);
    const kind = value[tag] === undefined ? "missing" : "value";
    return { kind, path: [...path, tag], expected: Object.keys(shapes).join(" or ") };
  };
}

/** A string or something else. */
export function textOr(other: Shape): Shape {
  return (value, path) => (typeof value === "string" ? undefined : other(value, path));
}

function first(checks: readonly (readonly [Shape, unknown, Path])[]): Problem | undefined {
  for (const [shape, value, path] of checks) {
    const problem = shape(value, path);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
