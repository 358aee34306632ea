import type { IncomingMessage } from "node:http";
import { pipeline, type Readable, type Transform } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { onAbort } from "./abort.ts";
import { tooLarge } from "./errors.ts";
import type { Exchange } from "./exchange.ts";

/** How a body is read. */
export interface BodyContext {
  /** Bytes after decompression. */
  readonly limit: number;
  readonly exchange: Exchange;
}

/**
 * The body as a stream that is read only as fast as the caller takes it, so that a decompression
 * bomb never unfolds further than the cap.
 */
export function toBodyStream(
  message: IncomingMessage,
  { limit, exchange }: BodyContext,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const source = decompress(message, limit);
  // An error shows when the stream is read; until then nobody may listen.
  source.on("error", () => {});
  const chunks: AsyncIterator<Buffer> = source[Symbol.asyncIterator]();
  let size = 0;
  return new ReadableStream(
    {
      start(controller) {
        onAbort(exchange.signal, () => controller.error(exchange.signal.reason));
      },
      async pull(controller) {
        try {
          const { done, value } = await chunks.next();
          if (done === true) {
            controller.close();
            exchange.end();
            return;
          }
          size += value.byteLength;
          if (size > limit) throw tooLarge("response", limit);
          controller.enqueue(new Uint8Array(value));
        } catch (thrown) {
          exchange.fail(thrown);
        }
      },
      cancel(reason) {
        exchange.fail(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Flushing what is there, as browsers do, spares bodies whose last bytes are missing. */
const ZLIB = { finishFlush: constants.Z_SYNC_FLUSH };
const BROTLI = { finishFlush: constants.BROTLI_OPERATION_FLUSH };
const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(ZLIB),
  "x-gzip": () => createGunzip(ZLIB),
  deflate: () => createInflate(ZLIB),
  br: () => createBrotliDecompress(BROTLI),
};

function decompress(message: IncomingMessage, limit: number): Readable {
  const coding = message.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  // Bombs within bombs burn time without showing a byte, and nobody else encodes twice.
  if (coding.includes(",")) throw new Error("the body is encoded more than once");
  const decoder = Object.hasOwn(DECODERS, coding) ? DECODERS[coding]?.() : undefined;
  if (decoder === undefined) return message;
  // Compressed bytes are counted too: some unfold to nothing, for ever.
  const wireLimit = 2 * limit + 1024;
  async function* capped(): AsyncGenerator<Buffer> {
    let size = 0;
    for await (const chunk of message) {
      size += chunk.byteLength;
      if (size > wireLimit) throw tooLarge("response", limit);
      yield chunk;
    }
  }
  return pipeline(capped, decoder, () => {});
}
