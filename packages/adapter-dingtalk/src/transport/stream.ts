import {
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
  /** The platform refuses the credentials; receiving has ended. */
  readonly onFailure: (error: unknown) => void;
}

/** A loop that keeps one connection open: it reconnects until another loop replaces it. */
interface ConnectionLoop {
  readonly ending: AbortController;
  readonly done: Promise<void>;
  /** Another loop has replaced this one, which does not reconnect. */
  isReplaced: boolean;
}

/** Keeps proxies from closing an idle connection. */
const PING_MS = 30_000;
/** Milliseconds without a frame or pong after which a connection counts as dead. */
const SILENCE_MS = 60_000;
/**
 * How long a replaced connection stays open at most. The server closes it itself after 10 seconds
 * without a push.
 */
const LINGER_MS = 15_000;
/** The longest pause between two connections. */
const MAX_PAUSE_MS = 60_000;
/** Pauses in milliseconds before a message that the sink refused is passed to it again. */
const RETRY_MS: readonly number[] = [1000, 2000, 4000];

/**
 * Receives by Stream mode, a WebSocket that DingTalk pushes JSON frames through:
 *
 * 1. A call registers the connection and gives the socket's address with a ticket. A ticket opens
 *    one socket, so each reconnect registers anew.
 * 2. The server pushes `SYSTEM` frames (ping, disconnect), `EVENT` frames and `CALLBACK` frames. The
 *    adapter answers a frame under its `messageId`.
 * 3. A message is acknowledged with 200 only after the sink has it, and with 500 when the sink keeps
 *    refusing. DingTalk does not promise to push again what was not acknowledged, so the adapter
 *    itself retries the sink. If the process dies between the sink and the acknowledgement, or the
 *    answer is lost, the push may come again: the inbox knows it by its `msgId`.
 * 4. Before the server closes a connection it sends `disconnect`. The adapter then opens the next
 *    connection, and receives by the old one too until it is closed: what is pushed there may not be
 *    repeated on the new one.
 */
export function startStream(options: StreamOptions): Transport {
  const { api, inbound, logger, clock } = options;
  const loops = new Set<ConnectionLoop>();
  const stopping = new AbortController();

  /**
   * Starts a connection loop beside those that are running. `onOpen` is called each time that it
   * has opened a connection.
   */
  function startLoop(onOpen?: () => void): void {
    const ending = new AbortController();
    const loop: ConnectionLoop = { ending, isReplaced: false, done: run() };
    loops.add(loop);

    async function run(): Promise<void> {
      // Runs once `loop` is assigned and listed.
      await Promise.resolve();
      try {
        await runSocketLoop({
          service: SERVICE,
          dial: (signal) => api.openStream(signal),
          open: (socket) => {
            onOpen?.();
            return openSession(loop, socket);
          },
          onError: (error) => onError(loop, error),
          onConnected(isConnected) {
            // From then on the loop that replaces this one reports.
            if (!loop.isReplaced) options.setConnected(isConnected);
          },
          silenceMs: () => SILENCE_MS,
          pingEveryMs: PING_MS,
          maxPauseMs: MAX_PAUSE_MS,
          signal: ending.signal,
          clock,
        });
      } catch (error) {
        if (!loop.isReplaced) options.onFailure(error);
      } finally {
        loops.delete(loop);
        ending.abort();
      }
    }
  }

  /** The pause before the next connection in milliseconds; `undefined` leaves it to the loop. */
  function onError(loop: ConnectionLoop, error: unknown): number | undefined {
    // Throwing ends the loop: a replaced one is not needed any more, and new attempts with refused
    // credentials would be refused too.
    if (loop.isReplaced || hasCode(error, "PLATFORM_UNAUTHORIZED")) throw error;
    logger.warn("DingTalk: the connection is lost and is made again", describeError(error));
    const seconds = retryAfterOf(error);
    return seconds === undefined ? undefined : seconds * 1000;
  }

  /** Starts the loop that replaces this one, whose connection stays until the server closes it. */
  function replace(loop: ConnectionLoop): void {
    if (loop.isReplaced || stopping.signal.aborted) return;
    loop.isReplaced = true;
    let cancelTimer: (() => void) | undefined;
    loop.ending.signal.addEventListener("abort", () => cancelTimer?.());
    // The timer starts when the new connection is open: until then only the old one receives.
    startLoop(() => {
      cancelTimer ??= clock.after(LINGER_MS, () => {
        // Messages that the sink has not answered yet must still be acknowledged on this
        // connection.
        void inbound.settle().then(() => loop.ending.abort());
      });
    });
  }

  function openSession(loop: ConnectionLoop, socket: OpenSocket): SocketSession {
    return {
      onMessage(data) {
        const frame = typeof data === "string" ? parseJson(data) : undefined;
        if (isFrame(frame)) void receive(loop, socket, frame);
        else logger.warn("DingTalk: a frame that cannot be read was dropped");
      },
    };
  }

  async function receive(
    loop: ConnectionLoop,
    socket: OpenSocket,
    frame: KnownFrame,
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
    else if (frame.type === "SYSTEM" && topic === "disconnect") replace(loop);
    else if (frame.type === "SYSTEM" && SYSTEM_NOTICES.has(topic)) return;
    else if (frame.type === "EVENT") answer(200, { status: "SUCCESS", message: "success" });
    else if (frame.type === "CALLBACK" && topic === ROBOT_TOPIC) {
      const isAccepted = await accept(frame);
      // A message that a stop has interrupted is left without an answer: DingTalk may push it again
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
   * Passes a message to the sink, with retries; `false` when it refused all, or the adapter stops.
   * A message that cannot be read is accepted, because a repeat would be the same.
   */
  async function accept(frame: KnownFrame): Promise<boolean> {
    const body = parseJson(textOf(frame.data));
    if (body === undefined) {
      logger.warn("DingTalk: a message that cannot be read was dropped");
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
  startLoop();
  return {
    async stop() {
      stopping.abort();
      // The connections stay open until the messages in flight are done, so that they can be
      // acknowledged.
      await inbound.stop();
      const running = [...loops];
      for (const { ending } of running) ending.abort();
      await Promise.all(running.map(({ done }) => done));
    },
  };
}
