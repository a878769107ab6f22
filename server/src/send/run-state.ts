/** What a run is doing, from the first look at the document to the last piece of the reply. */
export type RunState =
  | { readonly kind: "checking" }
  /** Something that the document needs is not ready yet. */
  | { readonly kind: "waiting"; readonly boundary: string }
  | { readonly kind: "connecting" }
  /** Nothing comes for a reason that a person may want to know: "retrying in 3 s (429)". */
  | { readonly kind: "paused"; readonly reason: string }
  /** `units` are UTF-16 units of what has come and is not written yet. */
  | { readonly kind: "thinking"; readonly units: number }
  | { readonly kind: "tool-use"; readonly name: string; readonly units: number }
  /** `bytes` of the reply have come, in UTF-8. */
  | { readonly kind: "writing"; readonly bytes: number };

/** A state for a person, at a glance; `ms` have passed since this kind of it began. */
export function stateText(state: RunState, ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const since = seconds === 0 ? "" : ` · ${seconds} s`;
  switch (state.kind) {
    case "checking":
      return `checking${since}`;
    case "waiting":
      return `waiting for ${state.boundary}${since}`;
    case "connecting":
      return `waiting for the provider${since}`;
    case "paused":
      return state.reason;
    case "thinking":
      return `thinking ${thousands(state.units)}${since}`;
    case "tool-use":
      return `tool ${state.name}…${since}`;
    case "writing":
      return `writing ${sizeText(state.bytes)}`;
  }
}

/** 7 for 7, 1.2k for 1234. */
function thousands(count: number): string {
  return count < 1000 ? String(count) : `${(count / 1000).toFixed(1)}k`;
}

/** A number of bytes for a person: `812 B`, `3.4 kB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
