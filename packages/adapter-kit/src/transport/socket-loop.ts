import { type Clock, systemClock } from "@botwright/core";
import { createBackoff, pause } from "../backoff.ts";
import { networkError } from "../error-codes.ts";
import {
  CALL,
  type FormerConnection,
  type OpenSocket,
  runConnection,
  type SocketSession,
} from "./socket-connection.ts";
import { createMessagesInFlight } from "./socket-load.ts";

/** Options of {@link runSocketLoop}. */
export interface SocketLoopOptions {
  /** The platform's name, for error texts. */
  readonly service: string;
  /** Resolves to the URL of the next connection; it may hold a secret and appears in no error. */
  readonly dial: (signal: AbortSignal) => Promise<string>;
  /** Starts a session on an open connection. If it throws, the connection ends. */
  readonly open: (socket: OpenSocket) => SocketSession;
  /**
   * Judges a failed or lost connection. Returns the milliseconds to wait, or `undefined` for the growing default
   * of 1 s to {@link maxPauseMs}. If it throws, the loop ends.
   */
  readonly onError: (error: unknown) => number | undefined | Promise<number | undefined>;
  /**
   * Milliseconds without a message or pong after which a connection counts as dead; called after each
   * message or pong.
   */
  readonly silenceMs: () => number;
  /**
   * Makes the error for an HTTP answer that refuses the WebSocket handshake, from its headers.
   * @default a network failure
   */
  readonly refusal?: (header: (name: string) => string) => Error | undefined;
  /** Called when a connection has opened, and when the last one has ended or an attempt has failed. */
  readonly onConnected?: (isConnected: boolean) => void;
  /** Interval of WebSocket pings, in milliseconds. @default no pings */
  readonly pingEveryMs?: number;
  /**
   * The longest pause between two connections, in milliseconds, or a function that returns it.
   * @default 30_000
   */
  readonly maxPauseMs?: number | (() => number);
  /**
   * Milliseconds that a connection which has handed over stays open beside the next one.
   * @default 15_000
   */
  readonly lingerMs?: number;
  /** Ends the loop and its connections. */
  readonly signal: AbortSignal;
  /** How long opening a connection may take, in milliseconds. @default 15_000 */
  readonly openMs?: number;
  readonly clock?: Clock;
}

/** Milliseconds after which a connection counts as stable, so that the pauses start again with the shortest. */
const STABLE_MS = 60_000;
/** How many connections that have handed over may stay open; the oldest is closed beyond that. */
const MAX_FORMER = 2;

/**
 * Keeps one WebSocket connection until the signal is aborted: gets the URL, connects, watches for silence, and
 * reconnects after a growing pause with jitter. When a stable connection hands over, the loop opens the next one
 * at once; when a young one does, the pauses grow as after a loss, because a faulty server
 * may ask for a handover again and again.
 *
 * @throws what `onError` throws
 */
export async function runSocketLoop(options: SocketLoopOptions): Promise<void> {
  const { service, onError, onConnected, signal, maxPauseMs = 30_000, lingerMs = 15_000 } = options;
  const { clock = systemClock } = options;
  const backoff = createBackoff({ maxMs: maxPauseMs });
  const former = createFormerConnections(clock, lingerMs);
  const inFlight = createMessagesInFlight();
  let openedAt: number | undefined;
  let openCount = 0;

  function reportLoss(): void {
    if (openCount === 0 && !signal.aborted) onConnected?.(false);
  }

  /** Resolves when the connection has handed over; rejects when it has ended. */
  async function runNext(): Promise<FormerConnection> {
    const url = await options.dial(signal);
    signal.throwIfAborted();
    const handedOver = await runConnection(url, {
      ...options,
      clock,
      inFlight,
      onOpen() {
        openedAt = clock.now();
        openCount += 1;
        former.endLater();
        onConnected?.(true);
      },
      onEnd() {
        openCount -= 1;
        reportLoss();
      },
    });
    if (handedOver !== undefined) return handedOver;
    throw networkError({ service, call: CALL, code: "NETWORK_FAILED" });
  }

  /** The pause that `onError` asks for after a lost connection or a failed attempt. */
  async function judge(failure: unknown): Promise<number | undefined> {
    reportLoss();
    return onError(failure);
  }

  try {
    while (!signal.aborted) {
      openedAt = undefined;
      let handedOver: FormerConnection | undefined;
      let failure: unknown;
      try {
        handedOver = await runNext();
        former.add(handedOver);
      } catch (error) {
        failure = error;
      }
      if (signal.aborted) return;
      const isStable = openedAt !== undefined && clock.now() - openedAt > STABLE_MS;
      if (isStable) backoff.reset();
      const asked = handedOver === undefined ? await judge(failure) : isStable ? 0 : undefined;
      const wait = asked ?? backoff.next();
      if (wait > 0) await pause(wait, signal, clock);
    }
  } finally {
    former.end();
  }
}

/** The connections of a loop that have handed over. */
interface FormerConnections {
  /** Adds a connection; if there are too many, ends the oldest. */
  add(connection: FormerConnection): void;
  /** Ends the current ones after `lingerMs`. */
  endLater(): void;
  /** Ends all. */
  end(): void;
}

function createFormerConnections(clock: Clock, lingerMs: number): FormerConnections {
  /** Oldest first. */
  let open: FormerConnection[] = [];
  const cancels = new Set<() => void>();
  return {
    add(connection) {
      open = [...open.filter((each) => !each.isOver()), connection];
      endAll(open.splice(0, open.length - MAX_FORMER));
    },
    endLater() {
      const now = [...open];
      if (now.length === 0) return;
      const cancel = clock.after(lingerMs, () => {
        cancels.delete(cancel);
        endAll(now);
      });
      cancels.add(cancel);
    },
    end() {
      for (const cancel of cancels) cancel();
      endAll(open);
    },
  };
}

function endAll(connections: readonly FormerConnection[]): void {
  for (const each of connections) if (!each.isOver()) each.end();
}
