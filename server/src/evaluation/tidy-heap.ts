/** The heap of a process: its size in bytes, garbage included, and the collection of all garbage. */
export interface Heap {
  used(): number;
  collect(): void;
}

/** A heap of more bytes is collected before it is nearly full: then it would be collected again and again, amid a run. */
const most = 112 * 1024 * 1024;
/** Unless it has grown by fewer bytes since it was collected last: what is left is in use. */
const worthwhile = 48 * 1024 * 1024;

/** Makes what is called when nobody waits: it collects the garbage that very long texts leave. */
export function createTidying(heap: Heap): () => void {
  let left = 0;
  return () => {
    const used = heap.used();
    if (used < most || used < left + worthwhile) return;
    heap.collect();
    left = heap.used();
  };
}
