import { type Clock, NetworkError, systemClock } from "@botwright/core";
import { createBackoff, pause } from "./backoff.ts";
import { NETWORK_ADVICE } from "./error-codes.ts";

/** An open socket, as a session uses it. */
export interface OpenSocket {
  /** Sends text or bytes; without effect once the socket is closed. */
  send(data: string | Uint8Array<ArrayBuffer>): void;
  /** Ends this connection; the loop makes the next one. */
  close(): void;
}

/** What is done with one connection, from its opening to its end. */
export interface SocketSession {
  /** A message: text, or bytes of a binary one. What it throws or rejects with ends the connection. */
  onMessage(data: string | Uint8Array): void | Promise<void>;
  /** The connection has ended, for whatever reason. */
  onClose?(): void;
}

/** Options of {@link runSocketLoop}. */
export interface SocketLoopOptions {
  /** Name of the platform, for error texts. */
  readonly service: string;
  /** Finds the address of the next connection; it may hold a secret and shows up in no error. */
  readonly dial: (signal: AbortSignal) => Promise<string>;
  /** Takes an open connection over. */
  readonly open: (socket: OpenSocket) => SocketSession;
  /**
   * Judges a failed or lost connection: milliseconds to wait, or `undefined` for the growing default
   * of 1 s to 30 s. What it throws ends the loop.
   */
  readonly onError: (error: unknown) => number | undefined | Promise<number | undefined>;
  /** Milliseconds of silence after which a connection counts as dead; asked for each message. */
  readonly silenceMs: () => number;
  /** Ends the loop and its connection. */
  readonly signal: AbortSignal;
  /** For opening a connection, in milliseconds. @default 15_000 */
  readonly openMs?: number;
  readonly clock?: Clock;
}

/** A connection that lived for so long was a good one: the next failure is the first again. */
const STABLE_MS = 60_000;

/**
 * Keeps one WebSocket connection until the signal is aborted: dials, opens, watches for silence, and
 * comes back after a growing pause with jitter.
 *
 * @throws what `onError` throws
 */
export async function runSocketLoop(options: SocketLoopOptions): Promise<void> {
  const { onError, signal, clock = systemClock } = options;
  const backoff = createBackoff();
  while (!signal.aborted) {
    const startedAt = clock.now();
    let failure: unknown;
    try {
      const url = await options.dial(signal);
      if (signal.aborted) return;
      await runConnection(url, options);
      failure = lost(options.service, "NETWORK_FAILED");
    } catch (error) {
      failure = error;
    }
    if (signal.aborted) return;
    if (clock.now() - startedAt > STABLE_MS) backoff.reset();
    const wait = (await onError(failure)) ?? backoff.next();
    if (wait > 0) await pause(wait, signal, clock);
  }
}

/** One connection; resolves when it was closed, rejects when it broke. */
function runConnection(url: string, options: SocketLoopOptions): Promise<void> {
  const { service, signal, silenceMs, openMs = 15_000, clock = systemClock } = options;
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    socket.binaryType = "arraybuffer";
    let session: SocketSession | undefined;
    let failure: unknown;
    let isOver = false;
    let stopTimer = clock.after(openMs, () => fail(lost(service, "NETWORK_TIMEOUT")));

    function over(): void {
      if (isOver) return;
      isOver = true;
      stopTimer();
      signal.removeEventListener("abort", close);
      session?.onClose?.();
      if (failure === undefined) resolve();
      else reject(failure);
    }

    function close(): void {
      socket.close();
      // The other side may never answer the closing.
      over();
    }

    function fail(error: unknown): void {
      failure ??= error;
      close();
    }

    function heard(): void {
      stopTimer();
      stopTimer = clock.after(silenceMs(), () => fail(lost(service, "NETWORK_TIMEOUT")));
    }

    async function take(data: unknown): Promise<void> {
      try {
        if (typeof data === "string") await session?.onMessage(data);
        else if (data instanceof ArrayBuffer) await session?.onMessage(new Uint8Array(data));
      } catch (error) {
        fail(error);
      }
    }

    signal.addEventListener("abort", close);
    socket.addEventListener("open", () => {
      if (isOver) return;
      heard();
      session = options.open({
        send: (data) => {
          if (socket.readyState === WebSocket.OPEN) socket.send(data);
        },
        close,
      });
    });
    socket.addEventListener("message", ({ data }) => {
      if (isOver) return;
      heard();
      void take(data);
    });
    // Its event tells nothing but that it failed, and might hold the address.
    socket.addEventListener("error", () => fail(lost(service, "NETWORK_FAILED")));
    socket.addEventListener("close", over);
  });
}

function lost(service: string, code: "NETWORK_FAILED" | "NETWORK_TIMEOUT"): NetworkError {
  return new NetworkError(`${service} connection: ${NETWORK_ADVICE[code]}`, { code });
}
