import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Heap } from "./tidy-heap.js";

/** The heap of this process. */
export function ownHeap(): Heap {
  let collect: (() => void) | undefined;
  return {
    used: () => getHeapStatistics().used_heap_size,
    collect() {
      if (collect === undefined) {
        setFlagsFromString("--expose-gc");
        collect = runInNewContext("gc") as () => void;
      }
      collect();
    },
  };
}
