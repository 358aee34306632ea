import { type Clock, systemClock } from "../ports/clock.ts";
import { BotwrightError } from "../types/errors.ts";
import { describeError } from "../rules/errors/describe-error.ts";
import type { Inbox, SetAsideMessage } from "../ports/inbox.ts";
import { type Logger, silentLogger } from "../ports/logger.ts";
import type { IncomingMessage } from "../types/message.ts";
import { assertCount } from "../rules/validation/assert-count.ts";
import { sizeOf } from "../rules/size-of.ts";

/** Options of {@link createMemoryInbox}. */
export interface MemoryInboxOptions {
  /** Messages that may wait or run at once; beyond this, `accept` waits. @default 10_000 */
  capacity?: number;
  /**
   * Bytes that these messages may hold together; beyond this, `accept` waits. A single larger message is
   * accepted when the inbox is empty. @default 67_108_864
   */
  bytes?: number;
  /**
   * Calls of `accept` that may wait, and again as many bytes; further calls reject with `INBOX_FULL`, so
   * that the platform delivers the message later. @default 10_000
   */
  waiting?: number;
  /** Retries after a handler has rejected. */
  retry?: InboxRetry;
  /** Milliseconds for which an accepted id is remembered. @default 24 hours */
  rememberMs?: number;
  /** Number of ids to remember; the oldest is forgotten first. @default 200_000 */
  rememberIds?: number;
  logger?: Logger;
  clock?: Clock;
}

/** When and how often a message is handled again after its handler rejected. */
export interface InboxRetry {
  /** Attempts in total; then the message is set aside. @default 8 */
  attempts?: number;
  /** Milliseconds before the second attempt; each further delay doubles. @default 500 */
  firstMs?: number;
  /** The longest delay in milliseconds. @default 60_000 */
  maxMs?: number;
}

/** A queued message and its size. */
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

/** Number of set-aside messages to keep; the oldest is dropped first. */
const MAX_SET_ASIDE = 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
const MIB = 2 ** 20;

/**
 * An inbox in memory. It accepts each id once, handles the messages of a chat in order, one at a time, and
 * handles different chats concurrently. Its queue is lost with the process; call `drain` before exiting.
 * Its memory is bounded by its options, whatever it receives.
 *
 * Each chat has a *lane*, a queue that exists while it contains messages; the message in progress stays at
 * its head until it has been handled or set aside. A full inbox applies back-pressure: `accept` waits, and
 * with it the adapter that must acknowledge the message.
 *
 * Longer than other files: accepting, handling and setting aside share the lanes and their sizes.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` when a bound is not a positive integer
 * @example
 * const inbox = createMemoryInbox();
 * inbox.process(async ({ message }) => console.log(message.text));
 */
export function createMemoryInbox(options: MemoryInboxOptions = {}): Inbox {
  const { capacity = 10_000, bytes: maxBytes = 64 * MIB, waiting: maxWaiting = 10_000 } = options;
  const { rememberMs = DAY_MS, rememberIds = 200_000 } = options;
  const { logger = silentLogger, clock = systemClock } = options;
  const { attempts: maxAttempts = 8, firstMs = 500, maxMs = 60_000 } = options.retry ?? {};
  const bounds = {
    capacity,
    bytes: maxBytes,
    waiting: maxWaiting,
    rememberIds,
    attempts: maxAttempts,
  };
  for (const [name, value] of Object.entries(bounds)) assertCount(name, value);
  /** Exact id → time after which it may be forgotten; in order of arrival. */
  const seen = new Map<string, number>();
  /** Queued messages by chat. */
  const lanes = new Map<string, Held[]>();
  /** Waiting calls of `accept`, in order; later calls queue behind them even if they would fit. */
  const queue: Waiter[] = [];
  let queuedBytes = 0;
  let open = 0;
  let openBytes = 0;
  let running = 0;
  let closed = false;
  let handler: Handler | undefined;
  let onSetAside: Parameters<Inbox["process"]>[1];
  const waiters = new Set<() => void>();
  const aside: SetAsideMessage[] = [];

  /**
   * Forgets expired ids, and the oldest ids beyond the bound. Ids are in order of expiry, so that this stops
   * at the first one to keep.
   */
  function forgetOld(now: number): void {
    for (const [id, forgetAt] of seen) {
      if (forgetAt > now && seen.size <= rememberIds) return;
      seen.delete(id);
    }
  }

  /** Whether a message of this size fits; a message larger than the bound fits into an empty inbox. */
  function hasRoom(bytes: number): boolean {
    return open === 0 || (open < capacity && openBytes + bytes <= maxBytes);
  }

  function reserve(bytes: number): void {
    open += 1;
    openBytes += bytes;
  }

  /** Frees a message's room, which may admit waiting calls. */
  function release(bytes: number): void {
    open -= 1;
    openBytes -= bytes;
    admitWaiting();
  }

  /** Admits waiting calls in order while there is room; after `close` all of them, which then reject. */
  function admitWaiting(): void {
    for (let next = queue[0]; next !== undefined; next = queue[0]) {
      if (!closed && !hasRoom(next.bytes)) return;
      queue.shift();
      queuedBytes -= next.bytes;
      reserve(next.bytes);
      next.admit();
    }
  }

  /** Resolves when there is room and reserves it for the caller. */
  async function takeRoom(bytes: number): Promise<void> {
    if (queue.length === 0 && hasRoom(bytes)) return reserve(bytes);
    const isFull = queue.length > 0 && queuedBytes + bytes > maxBytes;
    if (isFull || queue.length >= maxWaiting) throw inboxFull();
    queuedBytes += bytes;
    await new Promise<void>((resolve) => queue.push({ bytes, admit: resolve }));
  }

  /** Lets every waiting condition of {@link until} be checked again. */
  function wake(): void {
    for (const waiter of waiters) waiter();
  }

  /** Resolves when the condition holds; checks it again after each event (`wake`). */
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

  /**
   * Handles a message, with retries, until it succeeds or is set aside; `false` if the inbox was closed
   * first.
   */
  async function handleOrRetry(incoming: IncomingMessage, handle: Handler): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      try {
        await handle(incoming);
        return true;
      } catch (thrown) {
        const error = describeError(thrown);
        const { id } = incoming;
        if (attempt >= maxAttempts) {
          logger.error("a message was set aside", { id, attempts: attempt, ...error });
          const message = { incoming, attempts: attempt, error };
          aside.push(message);
          if (aside.length > MAX_SET_ASIDE) aside.shift();
          onSetAside?.(message);
          return true;
        }
        const ms = Math.min(maxMs, firstMs * 2 ** (attempt - 1));
        logger.warn("a message could not be handled", { id, attempt, againInMs: ms, ...error });
        await pause(ms);
        if (closed) return false;
      }
    }
  }

  /** Waits this many milliseconds, or until the inbox is closed. */
  async function pause(ms: number): Promise<void> {
    let isOver = false;
    const cancel = clock.after(ms, () => {
      isOver = true;
      wake();
    });
    await until(() => isOver || closed);
    cancel();
  }

  /**
   * Handles a chat's messages one after another until its lane is empty or the inbox is closed. A message
   * leaves the lane only after it has been handled, so that a message accepted meanwhile joins the same
   * lane and does not start a second one.
   */
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
      // While this call waited for room, the inbox may have been closed, or another call may have accepted
      // the same id. From this check to `seen.set` nothing is asynchronous, so that one call wins.
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
    process(handle, onAside) {
      if (handler !== undefined) throw alreadyProcessing();
      handler = handle;
      onSetAside = onAside;
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
