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
import type { Api } from "./api.ts";
import { SERVICE } from "./api-errors.ts";
import { acceptBody, type TransportOptions } from "./transport.ts";
import { type Frame, isFrame, ROBOT_TOPIC, SYSTEM_NEWS } from "./wire.ts";

/** Options of {@link startStream}. */
export interface StreamOptions extends TransportOptions {
  readonly api: Api;
  readonly setConnected: (isConnected: boolean) => void;
  /** The platform refuses for good; receiving has ended. */
  readonly onFailure: (error: unknown) => void;
}

/** One connection after the other, until another line takes over. */
interface Line {
  readonly ending: AbortController;
  readonly loop: Promise<void>;
  /** Another line takes over: this one does not come back. */
  isRetired: boolean;
}

/** Keeps proxies from closing a quiet connection. */
const PING_MS = 30_000;
/** Without a frame or an answer to a ping for so long, the connection is dead. */
const SILENCE_MS = 60_000;
/** The server closes what it has told to go after 10 quiet seconds; what it leaves open is closed later. */
const LINGER_MS = 15_000;
/** The longest pause between two connections. */
const MAX_PAUSE_MS = 60_000;
/** Before the next try to receive a message that the sink refused; the platform may not send it again. */
const RETRY_MS: readonly number[] = [1000, 2000, 4000];

/**
 * Receives by Stream mode. When the server tells a connection to go, the next one is opened, and
 * what comes by the old one is taken until it is closed: it might not be pushed again.
 */
export function startStream(options: StreamOptions): Transport {
  const { api, inbound, logger, clock } = options;
  const lines = new Set<Line>();
  const stopping = new AbortController();

  function startLine(onOpen?: () => void): void {
    const ending = new AbortController();
    const line: Line = { ending, isRetired: false, loop: run() };
    lines.add(line);

    async function run(): Promise<void> {
      // The line has to be there before anything happens on it.
      await Promise.resolve();
      try {
        await runSocketLoop({
          service: SERVICE,
          dial: (signal) => api.openStream(signal),
          open: (socket) => {
            onOpen?.();
            return openSession(line, socket);
          },
          onError: (error) => judge(line, error),
          onConnected(isConnected) {
            // The line that takes over reports from then on.
            if (!line.isRetired) options.setConnected(isConnected);
          },
          silenceMs: () => SILENCE_MS,
          pingEveryMs: PING_MS,
          maxPauseMs: MAX_PAUSE_MS,
          signal: ending.signal,
          clock,
        });
      } catch (error) {
        if (!line.isRetired) options.onFailure(error);
      } finally {
        lines.delete(line);
        ending.abort();
      }
    }
  }

  function judge(line: Line, error: unknown): number | undefined {
    if (line.isRetired || hasCode(error, "PLATFORM_UNAUTHORIZED")) throw error;
    logger.warn("DingTalk: the connection is lost and is made again", describeError(error));
    const seconds = retryAfterOf(error);
    return seconds === undefined ? undefined : seconds * 1000;
  }

  /** Opens a second connection; the first stays until the server closes it, which is the quiet moment. */
  function renew(line: Line): void {
    if (line.isRetired || stopping.signal.aborted) return;
    line.isRetired = true;
    let stopWaiting: (() => void) | undefined;
    line.ending.signal.addEventListener("abort", () => stopWaiting?.());
    startLine(() => {
      stopWaiting ??= clock.after(LINGER_MS, () => {
        void inbound.settle().then(() => line.ending.abort());
      });
    });
  }

  function openSession(line: Line, socket: OpenSocket): SocketSession {
    return {
      onMessage(data) {
        const frame = typeof data === "string" ? parseJson(data) : undefined;
        if (isFrame(frame)) void receive(line, socket, frame);
        else logger.warn("DingTalk: a frame that cannot be read was dropped");
      },
    };
  }

  async function receive(line: Line, socket: OpenSocket, frame: Frame): Promise<void> {
    const topic = textOf(frame.headers["topic"]);
    const messageId = textOf(frame.headers["messageId"]);
    const answer = (code: number, data: object | string): void => {
      // Nothing waits for an answer to a frame without an id, but for that to a ping.
      if (messageId === "" && topic !== "ping") return;
      const id = messageId === "" ? {} : { messageId };
      const headers = { contentType: "application/json", ...id };
      const message = code === 200 ? "OK" : "failed";
      const text = typeof data === "string" ? data : JSON.stringify(data);
      socket.send(JSON.stringify({ code, headers, message, data: text }));
    };
    if (frame.type === "SYSTEM" && topic === "ping") answer(200, textOf(frame["data"]));
    else if (frame.type === "SYSTEM" && topic === "disconnect") renew(line);
    else if (frame.type === "SYSTEM" && SYSTEM_NEWS.has(topic)) return;
    else if (frame.type === "EVENT") answer(200, { status: "SUCCESS", message: "success" });
    else if (frame.type === "CALLBACK" && topic === ROBOT_TOPIC) {
      const isTaken = await take(frame);
      // Without an answer the platform may send it again after the next start.
      if (isTaken || !stopping.signal.aborted) answer(isTaken ? 200 : 500, { response: null });
    } else answer(404, { response: null });
  }

  function refusalPause(error: unknown, failures: number): number | undefined {
    logger.warn("DingTalk: a message was not taken", describeError(error));
    return RETRY_MS[failures];
  }

  async function take(frame: Frame): Promise<boolean> {
    const body = parseJson(textOf(frame["data"]));
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
  startLine();
  return {
    async stop() {
      stopping.abort();
      await inbound.stop();
      const running = [...lines];
      for (const { ending } of running) ending.abort();
      await Promise.all(running.map(({ loop }) => loop));
    },
  };
}
