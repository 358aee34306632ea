import type { IncomingMessage } from "node:http";
import { pipeline, type Transform } from "node:stream";
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
} from "node:zlib";
import { onAbort } from "../abort.ts";
import { readBatches } from "./body-batches.ts";
import { tooLarge } from "../errors.ts";
import type { Exchange } from "./exchange.ts";
import type { LoadMeter } from "../load/load-meter.ts";

/** The limits and services that reading a body uses. */
export interface BodyContext {
  /** Maximum bytes after decompression. */
  readonly limit: number;
  readonly exchange: Exchange;
  readonly meter: LoadMeter;
}

/**
 * Creates a body stream that is read only as fast as the caller consumes it, so that a decompression bomb
 * expands at most to the limit.
 */
export function toBodyStream(
  message: IncomingMessage,
  { limit, exchange, meter }: BodyContext,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  // Errors surface when the stream is read; until then there may be no listener.
  message.on("error", () => {});
  const chunks = decompress(message, limit, meter)[Symbol.asyncIterator]();
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
          controller.enqueue(value);
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

/** Flushes all data that has arrived, as browsers do, so that bodies without their last bytes are readable. */
const ZLIB = { finishFlush: constants.Z_SYNC_FLUSH, chunkSize: 64 * 1024 };
const BROTLI = { finishFlush: constants.BROTLI_OPERATION_FLUSH, chunkSize: 64 * 1024 };

/** Creates the decoder of a coding for a body that begins with this byte. */
const DECODERS: Readonly<Record<string, (first: number) => Transform>> = {
  gzip: () => createGunzip(ZLIB),
  "x-gzip": () => createGunzip(ZLIB),
  // Some servers send the compressed data without the zlib header, whose lower four bits are 8. Browsers read both.
  deflate: (first) => ((first & 0x0f) === 8 ? createInflate(ZLIB) : createInflateRaw(ZLIB)),
  br: () => createBrotliDecompress(BROTLI),
};

type Chunks = AsyncIterable<Uint8Array<ArrayBuffer>>;

function decompress(message: IncomingMessage, limit: number, meter: LoadMeter): Chunks {
  const coding = message.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  // Nested compression can consume time without output, and legitimate servers do not use it.
  if (coding.includes(",")) throw new Error("the body is encoded more than once");
  const createDecoder = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined;
  const packed = readBatches(message, (bytes) => meter.chunk(bytes));
  return createDecoder === undefined ? packed : unpack(packed, createDecoder, { limit, meter });
}

async function* unpack(
  packed: Chunks,
  createDecoder: (first: number) => Transform,
  { limit, meter }: Pick<BodyContext, "limit" | "meter">,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const chunks = packed[Symbol.asyncIterator]();
  const begin = await chunks.next();
  if (begin.done === true) return;
  // Compressed bytes are limited too, because some bodies never decompress to anything.
  const packedLimit = 2 * limit + 1024;
  async function* counted(): AsyncGenerator<Uint8Array> {
    let size = 0;
    for (let next = begin; next.done !== true; next = await chunks.next()) {
      size += next.value.byteLength;
      if (size > packedLimit) throw tooLarge("response", limit);
      meter.packed(next.value.byteLength);
      yield next.value;
    }
  }
  const decoder = createDecoder(begin.value[0] ?? 0);
  const unpacked: AsyncIterable<Buffer> = pipeline(counted, decoder, () => {});
  for await (const chunk of unpacked) {
    meter.unpacked(chunk.byteLength);
    // Copied, because the chunk is a view of a buffer that zlib reuses.
    yield new Uint8Array(chunk);
  }
}
