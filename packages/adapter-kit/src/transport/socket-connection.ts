import type { Clock } from "@botwright/core";
import { type ClientOptions, WebSocket } from "ws";
import { boundInformational } from "../api/http-exchange.ts";
import { networkError, type NetworkErrorCode } from "../error-codes.ts";
import { createFrameCounter, type MessagesInFlight } from "./socket-load.ts";

/** An open socket, as a {@link SocketSession} uses it. */
export interface OpenSocket {
  /**
   * Sends text or bytes; without effect once the socket is closed. If the other side does not
   * read what is sent, and more than 1 MiB waits, the connection is cut.
   */
  send(data: string | Uint8Array<ArrayBuffer>): void;
  /** Ends this connection; the loop opens the next one. */
  close(): void;
  /**
   * Makes the loop open the next connection. This one stays open beside it until the other side closes
   * it, or until `lingerMs` after the next one has opened.
   */
  handOver(): void;
}

/** Handles one connection, from its opening to its end. */
export interface SocketSession {
  /**
   * Handles a message: a string, or the bytes of a binary one. If it throws or rejects, the connection ends.
   * While the messages in flight have too many bytes, the connection reads nothing more.
   */
  onMessage(data: string | Uint8Array): void | Promise<void>;
  /** Called when the connection has ended, for whatever reason. An error here becomes the reason if there was none. */
  onClose?(): void;
}

/** A connection that has handed over to the next one. */
export interface FormerConnection {
  readonly isOver: () => boolean;
  /** Closes it as soon as its messages are handled, or after a second. */
  end(): void;
}

/** Options of {@link runConnection}; those without a description are options of the loop. */
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
  /** Called when the session has taken the connection over. */
  readonly onOpen: () => void;
  /** Called when a connection has ended for which `onOpen` was called. */
  readonly onEnd: () => void;
}

/** The name of a connection in errors. */
export const CALL = "connection";

/** Milliseconds that the closing handshake may take, and that the messages in flight may take before it. */
const CLOSING_MS = 1000;
/** The most bytes of a message: more than any platform sends, because platforms split long events. */
const MAX_MESSAGE = 2 * 1024 * 1024;
/** The most bytes that wait to be sent: more only gather when the other side does not read. */
const MAX_UNSENT = 1024 * 1024;

const SOCKET_OPTIONS: ClientOptions = {
  // Messages are small: compression would cost memory for each connection, and save little.
  perMessageDeflate: false,
  maxPayload: MAX_MESSAGE,
  // Thousands of small frames can arrive in one chunk, and would otherwise be handled in one turn of the event loop.
  allowSynchronousEvents: false,
  finishRequest(request) {
    boundInformational(request);
    request.end();
  },
};

/** Opens a socket; `undefined` when the URL is invalid, because the constructor's error would contain the URL. */
function openSocket(url: string): WebSocket | undefined {
  try {
    return new WebSocket(url, SOCKET_OPTIONS);
  } catch {
    return undefined;
  }
}

/**
 * Runs one connection; resolves to `undefined` when it was closed, or to a {@link FormerConnection} when it has handed
 * over; rejects when it failed.
 *
 * Several events can end it at once: the signal, an error, silence, the other side. The first
 * failure is the one that is reported. `over` takes effect once, whichever event comes first;
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
    /** How many messages the session is handling. */
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
      // The other side may never answer the close frame.
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

    /** Ends a connection at once, without a closing handshake, because its other side misbehaves. */
    function cut(code: NetworkErrorCode): void {
      lose(code);
      socket.terminate();
    }

    /**
     * Wraps a listener of the socket or of a timer, so that an error ends the connection. Without this, an error
     * in an event listener would end the process.
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
     * Restarts the silence timer: anything that arrives proves that the connection is alive. While the socket is
     * paused, nothing can arrive, so no timer runs.
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

    /** Pauses the socket while the messages in flight have too many bytes. */
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
     * Passes a message to the session. The socket does not wait for it: messages are handled
     * concurrently, so a session that needs their order has to keep it itself.
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
    // The error of `ws` is not passed on, because it might contain the address.
    socket.on("error", () => lose("NETWORK_FAILED"));
    socket.on("close", over);
  });
}
