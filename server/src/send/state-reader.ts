import type { StreamEvent } from "../providers/provider.js";
import type { RunState } from "./run-state.js";

/** Makes who hears all events of a stream, and tells with each what the run is doing by then. */
export function createStateReader(tell: (state: RunState) => void): (event: StreamEvent) => void {
  let bytes = 0;
  return (event) => {
    if (event.kind === "text") bytes += Buffer.byteLength(event.text);
    const state = stateOf(event, bytes);
    if (state !== undefined) tell(state);
  };
}

/** What the run does once an event has come; undefined when the event tells nothing of it. */
function stateOf(event: StreamEvent, bytes: number): RunState | undefined {
  switch (event.kind) {
    case "text":
      return bytes === 0 ? undefined : { kind: "writing", bytes };
    case "progress":
      return event.of === "thinking"
        ? { kind: "thinking", units: event.units }
        : { kind: "tool-use", name: event.name ?? "", units: event.units };
    case "waiting":
      return { kind: "paused", reason: event.reason };
    case "thinking":
    case "tool-use":
    case "done":
    case "failed":
      return undefined;
  }
}
