import { describeError, type Logger, QuotaError, silentLogger } from "@botwright/core";
import type { Context } from "hono";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import type { SessionEnds } from "../auth/session-ends.ts";
import type { HostEnv } from "./host-env.ts";

/** Options of {@link createEventStreams}. */
export interface EventStreamsOptions {
  readonly sessionEnds: SessionEnds;
  /** The most streams that one account may have open on this node at once. @default 40 */
  readonly most?: number;
  /** Milliseconds between checks that the client is connected and its session still valid. @default 15_000 */
  readonly everyMs?: number;
  readonly logger?: Logger | undefined;
}

/** Server-sent events of accounts. */
export interface EventStreams {
  /**
   * Sends values as events in JSON, until the values end, the client disconnects, the session ends, or its user gets
   * another role.
   *
   * @param events must stop when its signal is aborted
   * @throws {QuotaError} `STREAM_LIMIT`
   */
  send<T>(
    c: Context<HostEnv>,
    events: (signal: AbortSignal) => AsyncIterable<T>,
  ): Promise<Response>;
}

/** Creates the streams of a node, which all its endpoints share. */
export function createEventStreams(options: EventStreamsOptions): EventStreams {
  const { sessionEnds, most = 40, everyMs = 15_000, logger = silentLogger } = options;
  const open = new Map<number, number>();

  function count(userId: number, by: 1 | -1): void {
    const now = (open.get(userId) ?? 0) + by;
    if (now > most) throw tooMany(most);
    if (now > 0) open.set(userId, now);
    else open.delete(userId);
  }

  return {
    async send(c, events) {
      // The answer to HEAD has no body, and a stream that no client reads would never end.
      if (c.req.method === "HEAD") {
        return c.body(null, 200, { "Content-Type": "text/event-stream" });
      }
      const { gate, principal } = c.var;
      const { id, role, sessionId } = principal;
      const { headers } = c.req.raw;
      count(id, 1);
      // Without this header, nginx buffers events.
      c.header("X-Accel-Buffering", "no");
      return streamSSE(c, async (stream) => {
        const ending = new AbortController();
        const end = (): void => ending.abort();
        stream.onAbort(end);
        const look = (): void => {
          gate
            .authenticate(headers, "user")
            .then(async (now) => (now.role === role ? beat(stream) : end()), end)
            .catch(end);
        };
        const unwatch = sessionId === null ? undefined : sessionEnds.watch(sessionId, look);
        // Checked at once, because the session may have ended after the request was authorized.
        look();
        const timer = setInterval(look, everyMs);
        try {
          for await (const event of events(ending.signal)) {
            await stream.writeSSE({ data: JSON.stringify(event) });
          }
        } catch (error) {
          // Browsers' event sources reconnect by themselves.
          logger.warn("a stream of events has failed", describeError(error));
        } finally {
          clearInterval(timer);
          unwatch?.();
          count(id, -1);
        }
      });
    },
  };
}

/** Sends a comment, which clients ignore, because proxies close idle connections. */
async function beat(stream: SSEStreamingApi): Promise<void> {
  await stream.write(": \n\n");
}

function tooMany(most: number): QuotaError {
  return new QuotaError(`you have ${most} streams of events open: close one first`, {
    code: "STREAM_LIMIT",
  });
}
