import type { IncomingMessage } from "node:http";
import { pipeline, type Readable } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { Attempt } from "./attempt.js";
import { TransportError } from "./transport-error.js";

/**
 * We ask for no compression; proxies and gateways compress all the same. Every piece is decoded as soon as it is there.
 * Throws a `TransportError` at an encoding that nobody knows.
 */
export function decompressed(message: IncomingMessage, encoding: string, attempt: Attempt): Readable {
  const gzip = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
  const brotli = { flush: constants.BROTLI_OPERATION_FLUSH, finishFlush: constants.BROTLI_OPERATION_FLUSH };
  switch (encoding.trim().toLowerCase()) {
    case "":
    case "identity":
      return message;
    case "gzip":
    case "x-gzip":
      return through(createGunzip(gzip));
    case "deflate":
      return through(createInflate(gzip));
    case "br":
      return through(createBrotliDecompress(brotli));
    default:
      throw new TransportError(`The reply is encoded as '${encoding}', which was not asked for.`, { phase: "body", isPassing: false });
  }

  function through<T extends ReturnType<typeof createGunzip> | ReturnType<typeof createBrotliDecompress>>(stream: T): T {
    attempt.own(stream);
    pipeline(message, stream, () => {});
    return stream;
  }
}
