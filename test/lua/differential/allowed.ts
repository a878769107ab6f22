/** One program and what the two engines gave for it. */
export interface Difference {
  readonly program: string;
  readonly theirs: string;
  readonly ours: string;
}

/** Every kind of difference that is meant, with the reason. */
const allowed: readonly { readonly reason: string; applies(row: Difference): boolean }[] = [
  {
    reason: "The border of a table with holes is free to choose: ours is where its list ends, which JSON encoding needs.",
    applies: ({ program }) => /\{1, ?nil, ?3\}|f\(1, nil, 3\)/.test(program) && /#|sort/.test(program),
  },
  {
    reason: "An item with the key 1 beside a positional one: the manual leaves the order open, ours lets the position win.",
    applies: ({ program }) => program.includes('{"x", [1] = "y"}'),
  },
  {
    reason: "A global that was assigned nil is defined (spec/flemma-templates.md, section 3); the runner for LuaJIT cannot tell.",
    applies: ({ program }) => program === "x = nil return x",
  },
  {
    reason: "Errors inside of sort have a position here, that of the call.",
    applies: ({ program, theirs, ours }) => program.includes("sort") && ours === theirs.replace("error: ", "error: c:1: "),
  },
  {
    reason: "break may stand in the middle of a block, and outside of a loop it is reported at once.",
    applies: ({ program, theirs }) => /\bbreak\b/.test(program) && /expected near/.test(theirs),
  },
  {
    reason: "LuaJIT names an operand that and/or chose after the last thing it read; ours names only what is read directly.",
    applies: ({ program, theirs, ours }) =>
      /\b(and|or)\b/.test(program) && theirs.replace(/(local|field|upvalue) '\w+' \((a \w+ value)\)/, "$2") === ours,
  },
];

/** The reason why a difference is meant, or nothing. */
export function allowedDifference(row: Difference): string | undefined {
  return allowed.find(({ applies }) => applies(row))?.reason;
}
