import type { Clock } from "@botwright/core";
import { type ClientOptions, WebSocket } from "ws";
import { boundInformational } from "../api/http-exchange.ts";
import { networkError, type NetworkErrorCode } from "../error-codes.ts";
import { createFrameCounter, type MessagesInFlight } from "./socket-load.ts";

/** An open socket, as a session uses it. */
export interface OpenSocket {
  /**
   * Sends text or bytes; without effect once the socket is closed. A connection whose other side does
   * not read what is sent is given up.
   */
  send(data: string | Uint8Array<ArrayBuffer>): void;
  /** Ends this connection; the loop makes the next one. */
  close(): void;
  /**
   * Has the loop make the next connection, beside which this one stays open until the other side closes
   * it, or `lingerMs` after the next one is open.
   */
  handOver(): void;
}

/** What is done with one connection, from its opening to its end. */
export interface SocketSession {
  /**
   * A message: text, or bytes of a binary one. What it throws or rejects with ends the connection.
   * While it works on too many bytes of messages, nothing more is read.
   */
  onMessage(data: string | Uint8Array): void | Promise<void>;
  /** The connection has ended, for whatever reason. What it throws counts as the reason, if there was none. */
  onClose?(): void;
}

/** A connection that has handed over to the next one. */
export interface FormerConnection {
  readonly isOver: () => boolean;
  /** Closes it, as soon as its messages are done or a second has passed. */
  end(): void;
}

/** Options of {@link runConnection}; those that are not described are of the loop. */
export interface ConnectionOptions {
  readonly service: string;
  readonly open: (socket: OpenSocket) => SocketSession;
  readonly silenceMs: () => number;
  readonly refusal?: ((header: (name: string) => string) => Error | undefined) | undefined;
  readonly pingEveryMs?: number | undefined;
  readonly signal: AbortSignal;
  readonly openMs?: number | undefined;
  readonly clock: Clock;
  readonly inFlight: MessagesInFlight;
  /** The session has taken the connection over. */
  readonly onOpen: () => void;
  /** A connection has ended of which `onOpen` was told. */
  readonly onEnd: () => void;
}

/** What errors call a connection. */
export const CALL = "connection";

/** How long the closing of a connection may take, and the end of its messages before it, in milliseconds. */
const CLOSING_MS = 1000;
/** Bytes of a frame: larger than any of a platform, whose long events come in several. */
const MAX_MESSAGE = 2 * 1024 * 1024;
/** Bytes that wait to be sent: so many only gather when the other side does not read. */
const MAX_UNSENT = 1024 * 1024;

const SOCKET_OPTIONS: ClientOptions = {
  // Frames are small: compression would cost memory for each connection, and save next to nothing.
  perMessageDeflate: false,
  maxPayload: MAX_MESSAGE,
  // Thousands of small frames arrive in one piece, and would else be handled in one turn.
  allowSynchronousEvents: false,
  finishRequest(request) {
    boundInformational(request);
    request.end();
  },
};

/** `undefined` when this is no address of a socket; the error of its constructor would show it. */
function openSocket(url: string): WebSocket | undefined {
  try {
    return new WebSocket(url, SOCKET_OPTIONS);
  } catch {
    return undefined;
  }
}

/**
 * One connection; resolves when it was closed, or to what it still is once it has handed over; rejects
 * when it broke.
 *
 * It can end for several reasons at once: the signal, an error, silence, the other side. The first
 * failure is the one that is reported. `over` has an effect once, whichever event comes first;
 * later events of the socket do not change the result.
 */
export function runConnection(
  url: string,
  options: ConnectionOptions,
): Promise<FormerConnection | undefined> {
  const { service, signal, silenceMs, pingEveryMs, openMs = 15_000 } = options;
  const { clock, refusal, inFlight } = options;
  return new Promise((resolve, reject) => {
    const opened = openSocket(url);
    if (opened === undefined) {
      return reject(networkError({ service, call: CALL, code: "NETWORK_FAILED" }));
    }
    const socket: WebSocket = opened;
    const isWorth = createFrameCounter(clock);
    let session: SocketSession | undefined;
    let failure: unknown;
    let isReported = false;
    let isOver = false;
    let isEnding = false;
    /** Messages that the session works on. */
    let pending = 0;
    let stopWatch = clock.after(openMs, () => lose("NETWORK_TIMEOUT"));
    let stopPings: (() => void) | undefined;
    let stopWaiting: (() => void) | undefined;

    function over(): void {
      if (isOver) return;
      isOver = true;
      stopWatch();
      stopPings?.();
      stopWaiting?.();
      signal.removeEventListener("abort", close);
      try {
        session?.onClose?.();
      } catch (error) {
        failure ??= error;
      }
      if (isReported) options.onEnd();
      if (failure === undefined) resolve(undefined);
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

    function lose(code: NetworkErrorCode): void {
      fail(networkError({ service, call: CALL, code }));
    }

    /** Ends a connection whose other side does not behave, and so is not asked to close it. */
    function cut(code: NetworkErrorCode): void {
      lose(code);
      socket.terminate();
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
          if (!isOver) run(...args);
        } catch (error) {
          fail(error);
        }
      };
    }

    /**
     * Restarts the silence timer: anything that arrives proves that the connection is alive. What is
     * not read cannot prove it.
     */
    function heard(): void {
      stopWatch();
      if (!socket.isPaused) stopWatch = clock.after(silenceMs(), () => lose("NETWORK_TIMEOUT"));
    }

    /** Counts a frame; returns false, and ends the connection, when there are too many small ones. */
    function takes(bytes: number): boolean {
      const isFine = isWorth(bytes);
      if (!isFine) cut("NETWORK_BAD_ANSWER");
      return isFine;
    }

    const resume = guarded(() => {
      stopWaiting = undefined;
      socket.resume();
      heard();
    });

    /** Reads nothing more while too many bytes of messages are in flight. */
    function pauseIfFull(): void {
      if (!inFlight.isFull() || stopWaiting !== undefined) return;
      stopWaiting = inFlight.whenRoom(resume);
      socket.pause();
      stopWatch();
    }

    function ping(everyMs: number): void {
      stopPings = clock.after(everyMs, () => {
        socket.ping();
        ping(everyMs);
      });
    }

    function send(data: string | Uint8Array<ArrayBuffer>): void {
      if (socket.readyState !== WebSocket.OPEN) return;
      if (socket.bufferedAmount > MAX_UNSENT) cut("NETWORK_FAILED");
      else socket.send(data);
    }

    function end(): void {
      isEnding = true;
      if (pending === 0) close();
      else clock.after(CLOSING_MS, close);
    }

    /**
     * Passes a message to the session. It is not awaited by the socket: messages are handled
     * concurrently, and a session that needs their order has to see to it.
     */
    async function take(data: Buffer, isBinary: boolean): Promise<void> {
      const done = inFlight.begin(data.length);
      pending += 1;
      pauseIfFull();
      try {
        await session?.onMessage(isBinary ? data : data.toString("utf8"));
      } catch (error) {
        fail(error);
      } finally {
        pending -= 1;
        done();
        if (isEnding && pending === 0) close();
      }
    }

    signal.addEventListener("abort", close);
    socket.on(
      "open",
      guarded(() => {
        heard();
        if (pingEveryMs !== undefined) ping(pingEveryMs);
        session = options.open({
          send,
          close,
          handOver: () => resolve({ isOver: () => isOver, end }),
        });
        if (isOver) return session.onClose?.();
        isReported = true;
        options.onOpen();
        pauseIfFull();
      }),
    );
    socket.on(
      "message",
      guarded((data: Buffer, isBinary: boolean) => {
        if (!takes(data.length)) return;
        heard();
        void take(data, isBinary);
      }),
    );
    socket.on(
      "ping",
      guarded((data: Buffer) => void takes(data.length)),
    );
    socket.on(
      "pong",
      guarded((data: Buffer) => {
        if (takes(data.length)) heard();
      }),
    );
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
