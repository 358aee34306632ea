import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import type { HostEnv } from "./host-env.ts";

/** An event for the browser's `EventSource`. */
export interface StreamEvent {
  /** @default "message" */
  readonly event?: string;
  /** Becomes JSON. */
  readonly data: unknown;
}

/** Turns of a source without events after which a comment is written, so that proxies keep the stream. */
const HEARTBEAT_TURNS = 15;
/** Turns of a source after which the session is looked at. */
const SESSION_TURNS = 10;

/**
 * Answers with events. The source is asked for its next events when those before were written, so that a
 * slow reader costs no memory. The stream ends when the reader leaves, the source ends, or the session
 * does.
 *
 * @param open makes the source, which gives events, or none, about once a second; its first ones are
 * awaited, so that its error becomes the answer
 */
export async function answerEvents(
  c: Context<HostEnv>,
  audience: "user" | "admin",
  open: (signal: AbortSignal) => AsyncIterable<readonly StreamEvent[]>,
): Promise<Response> {
  const aborter = new AbortController();
  const source = open(aborter.signal)[Symbol.asyncIterator]();
  let next = await source.next();
  const { gate } = c.var;
  const { headers } = c.req.raw;
  // Without it, nginx holds events back.
  c.header("X-Accel-Buffering", "no");
  return streamSSE(c, async (stream) => {
    stream.onAbort(() => aborter.abort());
    let quiet = 0;
    try {
      for (let turn = 1; next.done !== true && !stream.aborted; turn++) {
        quiet = next.value.length === 0 ? quiet + 1 : 0;
        for (const { event, data } of next.value) {
          const json = JSON.stringify(data);
          await stream.writeSSE({ ...(event !== undefined && { event }), data: json });
        }
        if (quiet % HEARTBEAT_TURNS === HEARTBEAT_TURNS - 1) await stream.write(": \n\n");
        if (turn % SESSION_TURNS === 0) await gate.authenticate(headers, audience);
        next = await source.next();
      }
    } catch {
      // The session has ended, or the database is away: the reader connects again, and is answered.
    } finally {
      aborter.abort();
      await source.return?.();
    }
  });
}
