import { TransportError, type TransportPhase, timeoutError, transportError } from "./transport-error.js";

/** One connection on its way: whatever ends it early ends all of it. */
export interface Attempt {
  /** What is waited for now, and for how many ms at most. */
  expect(phase: TransportPhase, most: number): void;
  /** Whatever is opened is closed with the attempt. */
  own<T extends { destroy(): unknown; on(name: "error", listener: (error: Error) => void): unknown }>(part: T): T;
  onBreak(listener: (error: Error) => void): void;
  breakOff(error: Error): void;
  close(): void;
}

/** Makes an attempt that the signal ends. */
export function createAttempt(signal: AbortSignal): Attempt {
  const parts: { destroy(): unknown }[] = [];
  const listeners: ((error: Error) => void)[] = [];
  let phase: TransportPhase = "connect";
  let timer: NodeJS.Timeout | undefined;
  let broken: Error | undefined;

  function close(): void {
    clearTimeout(timer);
    signal.removeEventListener("abort", aborted);
    for (const part of parts) part.destroy();
  }

  function breakOff(error: Error): void {
    if (broken !== undefined) return;
    broken = error instanceof TransportError ? error : transportError(error, phase);
    close();
    for (const listener of listeners) listener(broken);
  }

  function aborted(): void {
    breakOff(new TransportError("The request was cancelled.", { phase, isPassing: false }));
  }

  if (signal.aborted) aborted();
  else signal.addEventListener("abort", aborted);
  return {
    expect(next, most) {
      phase = next;
      clearTimeout(timer);
      if (most > 0) timer = setTimeout(() => breakOff(timeoutError(next, most)), most);
    },
    own(part) {
      parts.push(part);
      part.on("error", breakOff);
      if (broken !== undefined) part.destroy();
      return part;
    },
    onBreak(listener) {
      if (broken === undefined) listeners.push(listener);
      else listener(broken);
    },
    breakOff,
    close,
  };
}
