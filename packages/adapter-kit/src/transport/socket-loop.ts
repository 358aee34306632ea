import { type Clock, systemClock } from "@botwright/core";
import { type ClientOptions, WebSocket } from "ws";
import { createBackoff, pause } from "../backoff.ts";
import { networkError } from "../error-codes.ts";

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
  /** The connection has ended, for whatever reason. What it throws counts as the reason, if there was none. */
  onClose?(): void;
}

/** Options of {@link runSocketLoop}. */
export interface SocketLoopOptions {
  /** Name of the platform, for error texts. */
  readonly service: string;
  /** Finds the address of the next connection; it may hold a secret and shows up in no error. */
  readonly dial: (signal: AbortSignal) => Promise<string>;
  /** Takes an open connection over. What it throws ends the connection. */
  readonly open: (socket: OpenSocket) => SocketSession;
  /**
   * Judges a failed or lost connection: milliseconds to wait, or `undefined` for the growing default
   * of 1 s to {@link maxPauseMs}. What it throws ends the loop.
   */
  readonly onError: (error: unknown) => number | undefined | Promise<number | undefined>;
  /**
   * Milliseconds without a message or pong after which a connection counts as dead; asked each time
   * that something has come.
   */
  readonly silenceMs: () => number;
  /**
   * Makes the error for an HTTP answer that refuses the connection, from its headers.
   * @default a network failure
   */
  readonly refusal?: (header: (name: string) => string) => Error | undefined;
  /** Is called when a connection is open, and when one has ended or could not be made. */
  readonly onConnected?: (isConnected: boolean) => void;
  /** Interval of WebSocket pings, in milliseconds. @default no pings */
  readonly pingEveryMs?: number;
  /**
   * The longest pause between two connections, in milliseconds, or a function that returns it.
   * @default 30_000
   */
  readonly maxPauseMs?: number | (() => number);
  /** Ends the loop and its connection. */
  readonly signal: AbortSignal;
  /** For opening a connection, in milliseconds. @default 15_000 */
  readonly openMs?: number;
  readonly clock?: Clock;
}

/** Milliseconds after which a connection counts as stable: the pauses then start again with the shortest. */
const STABLE_MS = 60_000;
const CLOSING_MS = 1000;
/** Bytes of a frame: larger than any of a platform, whose long events come in several. */
const MAX_MESSAGE = 2 * 1024 * 1024;

/**
 * Keeps one WebSocket connection until the signal is aborted: dials, opens, watches for silence, and
 * comes back after a growing pause with jitter.
 *
 * @throws what `onError` throws
 */
export async function runSocketLoop(options: SocketLoopOptions): Promise<void> {
  const { service, onError, onConnected, signal, maxPauseMs = 30_000 } = options;
  const { clock = systemClock } = options;
  const backoff = createBackoff({ maxMs: maxPauseMs });
  while (!signal.aborted) {
    let openedAt: number | undefined;
    let failure: unknown;
    try {
      const url = await options.dial(signal);
      if (signal.aborted) return;
      await runConnection(url, {
        ...options,
        onConnected(isConnected) {
          openedAt = clock.now();
          onConnected?.(isConnected);
        },
      });
      failure = networkError({ service, call: CALL, code: "NETWORK_FAILED" });
    } catch (error) {
      failure = error;
    }
    if (signal.aborted) return;
    onConnected?.(false);
    if (openedAt !== undefined && clock.now() - openedAt > STABLE_MS) backoff.reset();
    const wait = (await onError(failure)) ?? backoff.next();
    if (wait > 0) await pause(wait, signal, clock);
  }
}

/** What errors call a connection. */
const CALL = "connection";

/** `undefined` when this is no address of a socket; the error of its constructor would show it. */
function openSocket(url: string, options: ClientOptions): WebSocket | undefined {
  try {
    return new WebSocket(url, options);
  } catch {
    return undefined;
  }
}

/**
 * One connection; resolves when it was closed, rejects when it broke.
 *
 * It can end for several reasons at once: the signal, an error, silence, the other side. The first
 * failure is the one that is reported. `over` has an effect once, whichever event comes first;
 * later events of the socket do not change the result.
 */
function runConnection(url: string, options: SocketLoopOptions): Promise<void> {
  const { service, signal, silenceMs, pingEveryMs, openMs = 15_000 } = options;
  const { clock = systemClock, refusal } = options;
  return new Promise((resolve, reject) => {
    // Frames are small: compression would cost memory for each connection, and save next to nothing.
    const opened = openSocket(url, { perMessageDeflate: false, maxPayload: MAX_MESSAGE });
    if (opened === undefined) {
      return reject(networkError({ service, call: CALL, code: "NETWORK_FAILED" }));
    }
    const socket: WebSocket = opened;
    let session: SocketSession | undefined;
    let failure: unknown;
    let isOver = false;
    let stopWatch = clock.after(openMs, () => lose("NETWORK_TIMEOUT"));
    let stopPings: (() => void) | undefined;

    function over(): void {
      if (isOver) return;
      isOver = true;
      stopWatch();
      stopPings?.();
      signal.removeEventListener("abort", close);
      try {
        session?.onClose?.();
      } catch (error) {
        failure ??= error;
      }
      if (failure === undefined) resolve();
      else reject(failure);
    }

    function close(): void {
      socket.close();
      // The other side may never answer the closing.
      clock.after(CLOSING_MS, () => socket.terminate());
      over();
    }

    function fail(error: unknown): void {
      failure ??= error;
      close();
    }

    function lose(code: "NETWORK_FAILED" | "NETWORK_TIMEOUT"): void {
      fail(networkError({ service, call: CALL, code }));
    }

    /**
     * A listener of the socket, or a timer. What it throws ends the connection: from a listener of an
     * event nobody would catch it, and it would end the process.
     */
    function guarded<Args extends unknown[]>(
      run: (...args: Args) => void,
    ): (...args: Args) => void {
      return (...args) => {
        try {
          run(...args);
        } catch (error) {
          fail(error);
        }
      };
    }

    /** Restarts the silence timer: anything that arrives proves that the connection is alive. */
    function heard(): void {
      if (isOver) return;
      stopWatch();
      stopWatch = clock.after(silenceMs(), () => lose("NETWORK_TIMEOUT"));
    }

    function ping(everyMs: number): void {
      stopPings = clock.after(everyMs, () => {
        socket.ping();
        ping(everyMs);
      });
    }

    /**
     * Passes a message to the session. It is not awaited by the socket: messages are handled
     * concurrently, and a session that needs their order has to see to it.
     */
    async function take(data: string | Uint8Array): Promise<void> {
      try {
        await session?.onMessage(data);
      } catch (error) {
        fail(error);
      }
    }

    signal.addEventListener("abort", close);
    socket.on(
      "open",
      guarded(() => {
        if (isOver) return;
        heard();
        if (pingEveryMs !== undefined) ping(pingEveryMs);
        session = options.open({
          send: (data) => {
            if (socket.readyState === WebSocket.OPEN) socket.send(data);
          },
          close,
        });
        options.onConnected?.(true);
      }),
    );
    socket.on(
      "message",
      guarded((data: Buffer, isBinary) => {
        if (isOver) return;
        heard();
        void take(isBinary ? data : data.toString("utf8"));
      }),
    );
    socket.on("pong", guarded(heard));
    if (refusal !== undefined) {
      socket.on(
        "unexpected-response",
        guarded((_request, { headers }) => {
          const header = (name: string): string => [headers[name] ?? []].flat().join(", ");
          fail(refusal(header) ?? networkError({ service, call: CALL, code: "NETWORK_FAILED" }));
        }),
      );
    }
    // Its own error might hold the address.
    socket.on("error", () => lose("NETWORK_FAILED"));
    socket.on("close", over);
  });
}
