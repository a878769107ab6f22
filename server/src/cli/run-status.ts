import { type RunState, stateText } from "../send/run-state.js";
import { createStateTeller } from "../send/state-teller.js";
import type { Io, Output } from "./io.js";

/** Tells on standard error what a run is doing until its text comes. */
export interface RunStatus {
  /** The outside, with output that keeps clear of the status. */
  readonly io: Io;
  enter(state: RunState): void;
  /** Nothing more is told. */
  done(): void;
}

/** A line that changes on a terminal; elsewhere a line for every wait that a person may wonder about. */
export function createRunStatus(io: Io): RunStatus {
  return io.stderr.isTTY ? changingLine(io) : lines(io);
}

const clearLine = "\r\x1b[K";

function changingLine(io: Io): RunStatus {
  let isShown = false;
  /** In the middle of a line of text, a status would erase it. */
  let isLineStart = true;
  const teller = createStateTeller((text) => {
    if (!isLineStart) return;
    io.stderr.write(`${clearLine}${text}`);
    isShown = true;
  });

  function clear(): void {
    if (isShown) io.stderr.write(clearLine);
    isShown = false;
  }

  function clearOf(output: Output): Output {
    return {
      isTTY: output.isTTY,
      write(text) {
        if (text === "") return;
        clear();
        output.write(text);
        if (output.isTTY) isLineStart = text.endsWith("\n");
      },
    };
  }

  function done(): void {
    teller.done();
    clear();
  }

  return {
    io: { ...io, stdout: clearOf(io.stdout), stderr: clearOf(io.stderr) },
    enter(state) {
      if (state.kind === "checking") return;
      // The text itself shows that it comes.
      if (state.kind === "writing") done();
      else teller.enter(state);
    },
    done,
  };
}

function lines(io: Io): RunStatus {
  let last = "";
  return {
    io,
    enter(state) {
      if (state.kind !== "waiting" && state.kind !== "paused") return;
      const text = stateText(state, 0);
      if (text !== last) io.stderr.write(`${text}\n`);
      last = text;
    },
    done() {},
  };
}
