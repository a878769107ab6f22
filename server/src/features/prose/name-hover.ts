import type { Snapshot } from "../../workspace/snapshot.js";
import type { Hover } from "../hover.js";
import { useAt } from "../lua/names.js";
import { proseNames } from "./environment.js";

/** What a name is that only messages of prose have, where Lua code names it. */
export function proseNameHover({ document }: Snapshot, offset: number): Hover | undefined {
  const use = document.engine === "prose" ? useAt(document, offset) : undefined;
  if (use?.binding.kind !== "global") return undefined;
  const described = proseNames.get(use.name);
  if (described === undefined) return undefined;
  const { kind, detail, doc } = described;
  const signature = kind === "function" ? `${use.name}${detail}` : `${use.name}: ${detail}`;
  return {
    span: use.span,
    blocks: [
      { kind: "block", language: "lua", text: signature },
      { kind: "line", text: doc },
    ],
  };
}
