import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import { type Fault, offsetOf, plainFrame } from "./fault.js";
import type { StreamedEvent } from "./wire.js";

/** Told how far a stream has come. */
export interface Delivery {
  /** So many events have been written whole. */
  sent(count: number): void;
  /** Resolves when a stream that stands at its gate may go on. */
  released(): Promise<unknown>;
  /** The stream stands still for good; only the other side can end it. */
  held(): void;
}

/** Writes events as server-sent events, with what goes wrong. Resolves when nothing more will be written. */
export async function deliver(
  response: ServerResponse,
  events: readonly StreamedEvent[],
  parts: { fault: Fault; delivery: Delivery },
): Promise<void> {
  const { fault, delivery } = parts;
  const frames = events.map((event, index) => Buffer.from((fault.frame ?? plainFrame)(event, index)));
  const ends: number[] = [];
  for (const frame of frames) ends.push((ends.at(-1) ?? 0) + frame.length);
  const bytes = Buffer.concat(frames);
  const end = fault.stop === undefined ? bytes.length : offsetOf(fault.stop.after, events, ends);
  const cuts = [...(fault.cuts?.(bytes, ends) ?? []).filter((cut) => cut > 0 && cut < end), end];

  response.socket?.setNoDelay(true);
  response.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    ...(fault.encoding && { "content-encoding": fault.encoding }),
  });
  response.flushHeaders();
  const write = writer(response, fault.encoding);
  let from = 0;
  let count = 0;
  for (const cut of cuts) {
    if (response.destroyed) return;
    await write(bytes.subarray(from, cut));
    from = cut;
    while (count < ends.length && (ends[count] as number) <= from) count++;
    delivery.sent(count);
    if (fault.gate !== undefined && count === fault.gate + 1) await delivery.released();
    await (fault.pause === undefined ? new Promise(setImmediate) : new Promise((resolve) => setTimeout(resolve, fault.pause)));
  }
  finish(response, fault.stop?.how ?? "end", { delivery, write });
}

function finish(response: ServerResponse, how: "end" | "close" | "reset" | "hang", parts: { delivery: Delivery; write: Write }): void {
  switch (how) {
    case "end":
      parts.write.end();
      return;
    case "close":
      response.socket?.end();
      return;
    case "reset":
      response.socket?.resetAndDestroy();
      return;
    case "hang":
      parts.delivery.held();
  }
}

interface Write {
  (bytes: Buffer): Promise<void>;
  end(): void;
}

/** Everything written is on its way at once, also where it is packed. */
function writer(response: ServerResponse, encoding: Fault["encoding"]): Write {
  if (encoding === undefined) {
    const write = async (bytes: Buffer) => {
      if (bytes.length > 0 && !response.write(bytes) && !response.destroyed)
        await Promise.race([once(response, "drain"), once(response, "close")]);
    };
    return Object.assign(write, { end: () => void response.end() });
  }
  const packer =
    encoding === "gzip" ? createGzip({ flush: constants.Z_SYNC_FLUSH }) : createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH });
  packer.pipe(response);
  const write = (bytes: Buffer) => new Promise<void>((resolve) => packer.write(bytes, () => resolve()));
  return Object.assign(write, { end: () => void packer.end() });
}
