import {
  createDroppedFrames,
  hasCode,
  type OpenSocket,
  parseJson,
  retry,
  retryAfterOf,
  runSocketLoop,
  type SocketSession,
  textOf,
  type Transport,
} from "@botwright/adapter-kit";
import { describeError } from "@botwright/core";
import type { Api } from "../api.ts";
import { SERVICE } from "../api/errors.ts";
import { acceptBody, type TransportOptions } from "../transport.ts";
import {
  type FrameAnswer,
  type FrameResult,
  isFrame,
  type KnownFrame,
  ROBOT_TOPIC,
  SYSTEM_NOTICES,
} from "../wire.ts";

/** Options of {@link startStream}. */
export interface StreamOptions extends TransportOptions {
  readonly api: Api;
  readonly setConnected: (isConnected: boolean) => void;
  /** Called when the platform refuses the credentials and receiving has ended. */
  readonly onFailure: (error: unknown) => void;
}

/** Keeps proxies from closing an idle connection. */
const PING_MS = 30_000;
/** Milliseconds without a frame or pong after which a connection counts as dead. */
const SILENCE_MS = 60_000;
/**
 * Milliseconds that a connection which the server wants closed stays open beside the next one. The server itself closes
 * it after 10 seconds without a push.
 */
const LINGER_MS = 15_000;
/** The longest pause between two connections, in milliseconds. */
const MAX_PAUSE_MS = 60_000;
/** Pauses in milliseconds before the adapter passes a refused message to the sink again. */
const RETRY_MS: readonly number[] = [1000, 2000, 4000];

/**
 * Receives by Stream mode, a WebSocket that DingTalk pushes JSON frames through:
 *
 * 1. A call registers the connection and returns the socket's URL with a ticket. A ticket opens
 *    one socket, so each reconnect registers again.
 * 2. The server pushes `SYSTEM` frames (ping, disconnect), `EVENT` frames and `CALLBACK` frames. The
 *    adapter answers a frame under its `messageId`.
 * 3. The adapter acknowledges a message with 200 only after the sink has accepted it, and with 500 when the sink keeps
 *    refusing it. DingTalk does not promise to repeat an unacknowledged message, so the adapter
 *    itself retries the sink. If the process dies between the sink and the acknowledgement, or the
 *    answer is lost, the push may come again: the inbox recognizes its `msgId`.
 * 4. Before the server closes a connection it sends `disconnect`. The adapter then opens the next
 *    connection (after a pause if the old one is younger than a minute), and still receives by the old one
 *    until it is closed, because messages that are pushed there may not be repeated on the new one.
 */
export function startStream(options: StreamOptions): Transport {
  const { api, inbound, logger, clock } = options;
  const stopping = new AbortController();
  const ending = new AbortController();

  /** The pause before the next connection in milliseconds; `undefined` leaves it to the loop. */
  function onError(error: unknown): number | undefined {
    // New attempts with refused credentials would be refused too.
    if (hasCode(error, "PLATFORM_UNAUTHORIZED")) throw error;
    logger.warn("DingTalk: the connection is lost and is made again", describeError(error));
    const seconds = retryAfterOf(error);
    return seconds === undefined ? undefined : seconds * 1000;
  }

  function open(socket: OpenSocket): SocketSession {
    const drop = createDroppedFrames({ service: SERVICE, socket, logger });
    return {
      async onMessage(data) {
        const frame = typeof data === "string" ? parseJson(data) : undefined;
        if (isFrame(frame)) await receive(socket, frame, drop);
        else drop("DingTalk: a frame that cannot be read was dropped");
      },
    };
  }

  async function receive(
    socket: OpenSocket,
    frame: KnownFrame,
    drop: (message: string) => void,
  ): Promise<void> {
    const topic = textOf(frame.headers.topic);
    const messageId = textOf(frame.headers.messageId);
    const answer = (code: number, result: FrameResult | string): void => {
      // The server waits for no answer to a frame without an id, except to a ping.
      if (messageId === "" && topic !== "ping") return;
      const said: FrameAnswer = {
        code,
        headers: { contentType: "application/json", ...(messageId !== "" && { messageId }) },
        message: code === 200 ? "OK" : "failed",
        data: typeof result === "string" ? result : JSON.stringify(result),
      };
      socket.send(JSON.stringify(said));
    };
    if (frame.type === "SYSTEM" && topic === "ping") answer(200, textOf(frame.data));
    else if (frame.type === "SYSTEM" && topic === "disconnect") {
      if (!stopping.signal.aborted) socket.handOver();
    } else if (frame.type === "SYSTEM" && SYSTEM_NOTICES.has(topic)) return;
    else if (frame.type === "EVENT") answer(200, { status: "SUCCESS", message: "success" });
    else if (frame.type === "CALLBACK" && topic === ROBOT_TOPIC) {
      const isAccepted = await accept(frame, drop);
      // A message that a stop has interrupted stays without an answer, so that DingTalk may push it again
      // after the next start.
      if (isAccepted || !stopping.signal.aborted) {
        answer(isAccepted ? 200 : 500, { response: null });
      }
    } else answer(404, { response: null });
  }

  /** The pause before the sink is called again; `undefined` after the last attempt. */
  function refusalPause(error: unknown, failures: number): number | undefined {
    logger.warn("DingTalk: a message was not taken", describeError(error));
    return RETRY_MS[failures];
  }

  /**
   * Passes a message to the sink, with retries; `false` when the sink refuses each attempt, or the adapter stops.
   * A message that cannot be read counts as accepted, because a repeat would be the same.
   */
  async function accept(frame: KnownFrame, drop: (message: string) => void): Promise<boolean> {
    const body = parseJson(textOf(frame.data));
    if (body === undefined) {
      drop("DingTalk: a message that cannot be read was dropped");
      return true;
    }
    const { signal } = stopping;
    try {
      return await retry(() => acceptBody(body, options), { waitMs: refusalPause, signal, clock });
    } catch {
      return false;
    }
  }

  options.setConnected(false);
  const loop = runSocketLoop({
    service: SERVICE,
    dial: (signal) => api.openStream(signal),
    open,
    onError,
    onConnected: options.setConnected,
    silenceMs: () => SILENCE_MS,
    pingEveryMs: PING_MS,
    maxPauseMs: MAX_PAUSE_MS,
    lingerMs: LINGER_MS,
    signal: ending.signal,
    clock,
  }).catch(options.onFailure);
  return {
    async stop() {
      stopping.abort();
      // The connections stay open until the messages in flight have settled, so that they can be
      // acknowledged.
      await inbound.stop();
      ending.abort();
      await loop;
    },
  };
}
