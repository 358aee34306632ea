import type { IncomingMessage } from "node:http";
import { finished } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";

/** How many bytes are collected before the connection is paused. */
const BATCH_BYTES = 64 * 1024;

/**
 * Reads a body in large batches: all chunks that arrive within one turn of the event loop form one batch,
 * however small they are. Nothing is read before the first batch is requested, and little more than
 * one batch is buffered while the caller does not read.
 *
 * @param onChunk called with the size of each chunk of the HTTP message
 */
export async function* readBatches(
  message: IncomingMessage,
  onChunk: (bytes: number) => void,
): AsyncGenerator<Buffer<ArrayBuffer>, void, undefined> {
  let chunks: Buffer[] = [];
  let size = 0;
  let end: { error: Error | null | undefined } | undefined;
  let waiting: PromiseWithResolvers<void> | undefined;
  finished(message, { writable: false }, (error) => {
    end = { error };
    waiting?.resolve();
  });
  message.on("data", (chunk: Buffer) => {
    onChunk(chunk.byteLength);
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= BATCH_BYTES) message.pause();
    waiting?.resolve();
  });
  for (;;) {
    if (size === 0 && end === undefined) {
      waiting = Promise.withResolvers<void>();
      await waiting.promise;
    }
    if (end === undefined && size < BATCH_BYTES) await nextTurn();
    if (size > 0) {
      const batch = Buffer.concat(chunks);
      chunks = [];
      size = 0;
      yield batch;
      message.resume();
    } else if (end?.error) {
      throw end.error;
    } else if (end !== undefined) {
      return;
    }
  }
}
