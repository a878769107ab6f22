import { type GoAction, type GoMessage, keywordOf } from "./actions.js";

/** A block of a Go template. */
export interface GoBlock {
  readonly kind: "if" | "with" | "range" | "define" | "block";
  readonly open: GoAction;
  /** Its `else`s, in their order. */
  readonly middles: readonly GoAction[];
  /** Absent where it is missing. */
  readonly end: GoAction | undefined;
  /** The block it stands in. */
  readonly outer: GoBlock | undefined;
}

type OpenBlock = { -readonly [key in keyof GoBlock]: GoBlock[key] } & { middles: GoAction[] };

const known = new WeakMap<readonly GoAction[], readonly GoBlock[]>();

/** The blocks of a message in the order they begin, also where actions of it are broken. */
export function goBlocks({ actions }: Pick<GoMessage, "actions">): readonly GoBlock[] {
  const found = known.get(actions) ?? collect(actions);
  known.set(actions, found);
  return found;
}

function collect(actions: readonly GoAction[]): GoBlock[] {
  const blocks: OpenBlock[] = [];
  let inner: OpenBlock | undefined;
  for (const action of actions) {
    const word = keywordOf(action)?.text;
    switch (word) {
      case "if":
      case "with":
      case "range":
      case "define":
      case "block":
        inner = { kind: word, open: action, middles: [], end: undefined, outer: inner };
        blocks.push(inner);
        break;
      case "else":
        inner?.middles.push(action);
        break;
      case "end":
        if (inner !== undefined) inner.end = action;
        inner = inner?.outer as OpenBlock | undefined;
    }
  }
  return blocks;
}

/** The block that an action opens, divides or closes. */
export function blockOf(home: GoMessage, action: GoAction): GoBlock | undefined {
  return goBlocks(home).find(({ open, middles, end }) => open === action || end === action || middles.includes(action));
}

/** The blocks that are open at an offset of the message, the innermost first. */
export function openBlocks(home: GoMessage, at: number): GoBlock[] {
  const around = goBlocks(home).filter(({ open, end }) => open.span.end <= at && (end === undefined || at < end.span.end));
  return around.reverse();
}
