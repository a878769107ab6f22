import type { FaultName } from "../../support/fake-providers/faults.js";

/** What must become of a send. */
export interface Outcome {
  /** `delivered`: what came before the fault, marked as aborted. */
  readonly written: "all" | "delivered" | "nothing";
  /** How often the provider is asked; left out where that is not said. */
  readonly requests?: number;
}

const whole: Outcome = { written: "all", requests: 1 };
const retried: Outcome = { written: "all", requests: 2 };
const refused: Outcome = { written: "nothing", requests: 1 };
const givenUp: Outcome = { written: "nothing", requests: 3 };
const unanswered: Outcome = { written: "nothing" };
const aborted: Outcome = { written: "delivered", requests: 1 };

/** What must become of a send with each fault (spec/providers-and-send.md §1.1, "Recommended retry policy", and §5.2). */
export const outcomes: Readonly<Record<FaultName, Outcome>> = {
  none: whole,
  "chunk-bytes": whole,
  "chunk-random-1": whole,
  "chunk-random-2": whole,
  "chunk-in-characters": whole,
  "chunk-in-field": whole,
  "chunk-in-crlf": whole,
  "chunk-in-blank-line": whole,
  "drip-bytes": whole,
  "drip-events": whole,
  crlf: whole,
  cr: whole,
  bom: whole,
  comments: whole,
  "other-fields": whole,
  "no-space": whole,
  "multi-line-data": whole,
  gzip: whole,
  br: whole,
  "last-line-end-missing": whole,
  pings: whole,
  "duplicate-start": whole,
  "duplicate-frames": whole,
  "duplicate-terminal": whole,
  "duplicate-numbered-text": whole,
  "out-of-order-index": whole,
  "unknown-events": whole,
  "missing-usage": whole,
  "usage-twice": whole,
  "null-deltas": whole,
  "close-before-headers": retried,
  "close-before-headers-always": givenUp,
  "reset-before-headers": retried,
  "hang-before-headers": unanswered,
  "hang-after-headers": unanswered,
  "hang-after-text": aborted,
  "reset-after-headers": unanswered,
  "reset-in-event": aborted,
  "reset-before-terminal": aborted,
  "end-after-headers": unanswered,
  "end-after-text": aborted,
  "end-in-event": aborted,
  "end-in-tool": aborted,
  "end-before-terminal": aborted,
  "close-after-text": aborted,
  "close-before-terminal": aborted,
  "error-first": retried,
  "error-first-always": givenUp,
  "error-middle": aborted,
  "error-last": aborted,
  glued: aborted,
  "not-json": aborted,
  "json-error-as-200": unanswered,
  "empty-200": unanswered,
  "html-200": unanswered,
  "html-502": givenUp,
  "bad-request": refused,
  "context-too-long": refused,
  unauthorized: refused,
  forbidden: refused,
  "not-found": refused,
  "too-large": refused,
  quota: refused,
  "rate-retry-after-1": retried,
  "rate-retry-after-ms": retried,
  "rate-retry-after-date": retried,
  "rate-no-retry-after": retried,
  "rate-retry-after-3600": refused,
  "rate-should-not-retry": refused,
  "unavailable-once": retried,
  "overloaded-always": givenUp,
  "server-error-twice": { written: "all", requests: 3 },
  "key-in-html": givenUp,
  "key-in-text": refused,
  "key-in-headers": refused,
  "key-in-stream": aborted,
  "key-in-redirect": refused,
  redirect: refused,
};
