import { shift } from "../../../base/span.js";
import type { ExpressionValue } from "../../engine.js";
import { dataType, type PlaceholderValue } from "../language/substitute.js";
import type { ProseMessageScope } from "./run-message.js";

/** Collects what placeholders gave: one at a place that was read again counts. */
export function createValues({ world, wantsValue = () => true, offsets }: ProseMessageScope) {
  const byStart = new Map<number, ExpressionValue>();
  return {
    add(all: readonly PlaceholderValue[]): void {
      for (const { span, path, data, rendered } of all) {
        if (!wantsValue(span)) continue;
        const site = world.originOf(path);
        const offset = site && offsets.get(site.chunk.id);
        const count = (byStart.get(span.start)?.count ?? 0) + 1;
        const setAt = site && offset !== undefined ? { setAt: shift(site.span, offset) } : {};
        byStart.set(span.start, { span, type: dataType(data), rendered, count, ...setAt });
      }
    },
    list: () => [...byStart.values()],
  };
}
