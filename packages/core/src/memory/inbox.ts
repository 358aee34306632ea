import { type Clock, systemClock } from "../ports/clock.ts";
import { BotwrightError, describeError } from "../types/errors.ts";
import type { Inbox, SetAsideMessage } from "../ports/inbox.ts";
import { type Logger, silentLogger } from "../ports/logger.ts";
import type { IncomingMessage } from "../types/message.ts";
import { assertCount } from "./require-count.ts";
import { sizeOf } from "./size-of.ts";

/** Options of {@link createMemoryInbox}. */
export interface MemoryInboxOptions {
  /** Messages that may wait or run at once; `accept` waits when there are more. @default 10_000 */
  capacity?: number;
  /**
   * Bytes that these messages may hold together; `accept` waits when there are more. One that is
   * larger by itself is taken when no other is there. @default 67_108_864
   */
  bytes?: number;
  /**
   * Calls of `accept` that may wait, with as many bytes again; a further one rejects with
   * `INBOX_FULL`, so that the platform brings its message later. @default 10_000
   */
  waiting?: number;
  /** When a handler rejects. */
  retry?: InboxRetry;
  /** How long an id is remembered, in milliseconds. @default 24 hours */
  rememberMs?: number;
  /** Ids that are remembered at most; the oldest is forgotten first. @default 200_000 */
  rememberIds?: number;
  logger?: Logger;
  clock?: Clock;
}

/** How often and when a message is handed out again whose handler rejected. */
export interface InboxRetry {
  /** Attempts in all; then the message is set aside. @default 8 */
  attempts?: number;
  /** Milliseconds before the second attempt; each pause is twice the one before. @default 500 */
  firstMs?: number;
  /** The longest pause in milliseconds. @default 60_000 */
  longestMs?: number;
}

/** A message with the bytes that it counts for. */
interface Held {
  incoming: IncomingMessage;
  bytes: number;
}

type Handler = (incoming: IncomingMessage) => Promise<unknown>;

/** A call of `accept` that waits for room. */
interface Waiter {
  bytes: number;
  admit(): void;
}

/** Messages set aside that are kept; the oldest is forgotten first. */
const MOST_ASIDE = 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
const MIB = 2 ** 20;

/**
 * An inbox in memory: each id once, one message per chat at a time, chats side by side. What waits
 * is lost with the process, so drain it before leaving. Whatever strangers send, it holds no more than
 * its options say.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` when a bound is no whole number above 0
 * @example
 * const inbox = createMemoryInbox();
 * inbox.process(async ({ message }) => console.log(message.text));
 */
export function createMemoryInbox(options: MemoryInboxOptions = {}): Inbox {
  const { capacity = 10_000, bytes: mostBytes = 64 * MIB, waiting: mostWaiting = 10_000 } = options;
  const { rememberMs = DAY_MS, rememberIds = 200_000 } = options;
  const { logger = silentLogger, clock = systemClock } = options;
  const { attempts: mostAttempts = 8, firstMs = 500, longestMs = 60_000 } = options.retry ?? {};
  const bounds = {
    capacity,
    bytes: mostBytes,
    waiting: mostWaiting,
    rememberIds,
    attempts: mostAttempts,
  };
  for (const [name, value] of Object.entries(bounds)) assertCount(name, value);
  /** Exact id → when it may be forgotten; in the order of arrival. */
  const seen = new Map<string, number>();
  const lanes = new Map<string, Held[]>();
  /** Who comes later waits behind them. */
  const queue: Waiter[] = [];
  let queuedBytes = 0;
  let open = 0;
  let openBytes = 0;
  let running = 0;
  let closed = false;
  let handler: Handler | undefined;
  const waiters = new Set<() => void>();
  const aside: SetAsideMessage[] = [];

  function forgetOld(now: number): void {
    for (const [id, forgetAt] of seen) {
      if (forgetAt > now && seen.size <= rememberIds) return;
      seen.delete(id);
    }
  }

  function hasRoom(bytes: number): boolean {
    return open === 0 || (open < capacity && openBytes + bytes <= mostBytes);
  }

  function reserve(bytes: number): void {
    open += 1;
    openBytes += bytes;
  }

  function release(bytes: number): void {
    open -= 1;
    openBytes -= bytes;
    admitWaiting();
  }

  /** Lets those in who fit, in their order; once it is closed all, to be told so. */
  function admitWaiting(): void {
    for (let next = queue[0]; next !== undefined; next = queue[0]) {
      if (!closed && !hasRoom(next.bytes)) return;
      queue.shift();
      queuedBytes -= next.bytes;
      reserve(next.bytes);
      next.admit();
    }
  }

  /** Resolves when there is room, which is the caller's from then on. */
  async function takeRoom(bytes: number): Promise<void> {
    if (queue.length === 0 && hasRoom(bytes)) return reserve(bytes);
    const isFull = queue.length > 0 && queuedBytes + bytes > mostBytes;
    if (isFull || queue.length >= mostWaiting) throw inboxFull();
    queuedBytes += bytes;
    await new Promise<void>((resolve) => queue.push({ bytes, admit: resolve }));
  }

  function wake(): void {
    for (const waiter of waiters) waiter();
  }

  /** Resolves when the condition holds; looked at again whenever a message ends. */
  function until(condition: () => boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const check = (): void => {
      if (!condition()) return;
      waiters.delete(check);
      resolve();
    };
    waiters.add(check);
    check();
    return promise;
  }

  /** Hands a message out until it is done or set aside; `false` when the inbox was closed before. */
  async function handleOrRetry(incoming: IncomingMessage, handle: Handler): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      try {
        await handle(incoming);
        return true;
      } catch (thrown) {
        const error = describeError(thrown);
        const { id } = incoming;
        if (attempt >= mostAttempts) {
          logger.error("a message was set aside", { id, attempts: attempt, ...error });
          aside.push({ incoming, attempts: attempt, error });
          if (aside.length > MOST_ASIDE) aside.shift();
          return true;
        }
        const ms = Math.min(longestMs, firstMs * 2 ** (attempt - 1));
        logger.warn("a message could not be handled", { id, attempt, againInMs: ms, ...error });
        await pause(ms);
        if (closed) return false;
      }
    }
  }

  /** Passes so many milliseconds, or less when the inbox is closed. */
  async function pause(ms: number): Promise<void> {
    let isOver = false;
    const cancel = clock.after(ms, () => {
      isOver = true;
      wake();
    });
    await until(() => isOver || closed);
    cancel();
  }

  async function runLane(chat: string, lane: Held[], handle: Handler): Promise<void> {
    running += 1;
    const first = (): Held | undefined => (closed ? undefined : lane[0]);
    for (let next = first(); next !== undefined; next = first()) {
      if (!(await handleOrRetry(next.incoming, handle))) break;
      lane.shift();
      release(next.bytes);
      if (waiters.size > 0) wake();
    }
    running -= 1;
    if (lane.length === 0) lanes.delete(chat);
    wake();
  }

  function startLane(chat: string, lane: Held[]): void {
    if (handler !== undefined) void runLane(chat, lane, handler);
  }

  return {
    async accept(incoming) {
      const now = clock.now();
      forgetOld(now);
      if (seen.has(incoming.id)) return "duplicate";
      if (closed) throw inboxClosed();
      const bytes = sizeOf(incoming);
      await takeRoom(bytes);
      if (closed || seen.has(incoming.id)) {
        release(bytes);
        if (closed) throw inboxClosed();
        return "duplicate";
      }
      seen.set(incoming.id, now + rememberMs);
      const held = { incoming, bytes };
      const chat = incoming.message.from;
      const lane = lanes.get(chat);
      if (lane === undefined) {
        const fresh = [held];
        lanes.set(chat, fresh);
        startLane(chat, fresh);
      } else {
        lane.push(held);
      }
      return "accepted";
    },
    process(handle) {
      if (handler !== undefined) throw alreadyProcessing();
      handler = handle;
      for (const [chat, lane] of lanes) startLane(chat, lane);
    },
    setAside: async () => [...aside],
    drain: () => until(() => open === 0 || closed),
    async close() {
      closed = true;
      admitWaiting();
      wake();
      await until(() => running === 0);
    },
  };
}

function inboxClosed(): BotwrightError {
  return new BotwrightError("the inbox is closed; the message was not taken", {
    code: "INBOX_CLOSED",
  });
}

function inboxFull(): BotwrightError {
  return new BotwrightError(
    "the inbox is full and too many messages wait for room; the message was not taken: try again later",
    { code: "INBOX_FULL" },
  );
}

function alreadyProcessing(): BotwrightError {
  return new BotwrightError("process() was called before; an inbox has one handler", {
    code: "INBOX_ALREADY_PROCESSING",
  });
}
