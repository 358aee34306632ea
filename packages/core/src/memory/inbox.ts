import { type Clock, holdProcess, systemClock } from "../ports/clock.ts";
import { describeError } from "../rules/errors/describe-error.ts";
import type { Inbox, SetAsideMessage } from "../ports/inbox.ts";
import { type Logger, silentLogger } from "../ports/logger.ts";
import type { IncomingMessage } from "../types/message.ts";
import { assertCount } from "../rules/validation/assert-count.ts";
import {
  alreadyProcessing,
  CHAT_FULL,
  guardSetAside,
  inboxClosed,
  MAX_CHAT_MESSAGES,
} from "../rules/inbox-rules.ts";
import { createInboxRoom } from "./inbox-room.ts";
import { sizeOf } from "../rules/size-of.ts";

/** Options of {@link createMemoryInbox}. */
export interface MemoryInboxOptions {
  /** Maximum messages that are queued or being handled; beyond it, `accept` waits. @default 10_000 */
  capacity?: number;
  /**
   * Maximum bytes of these messages; beyond it, `accept` waits. A single larger message is accepted when the inbox is
   * empty. @default 67_108_864
   */
  bytes?: number;
  /**
   * Maximum calls of `accept` that wait, whose messages may have as many bytes as `bytes` again. A further call
   * rejects with `INBOX_FULL`, so that the platform delivers the message later. @default 10_000
   */
  waiting?: number;
  /**
   * Maximum messages of one chat that are queued or being handled; a further message is set aside with
   * `INBOX_CHAT_FULL`. So is a message of a chat that has at least 100 of them and would exceed an eighth of `bytes`.
   * @default 2000
   */
  chatMessages?: number;
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
  /** The maximum delay in milliseconds. @default 60_000 */
  maxMs?: number;
}

/** A queued message and its size. */
interface Held {
  incoming: IncomingMessage;
  bytes: number;
}

/** The queue of a chat. */
interface Lane {
  readonly messages: Held[];
  bytes: number;
}

type Handler = (incoming: IncomingMessage) => Promise<unknown>;

/** A chat with at least this many messages may use one part in {@link CHAT_PARTS} of `bytes`. */
const MANY_MESSAGES = 100;
const CHAT_PARTS = 8;

/** Maximum set-aside messages to keep, of at most `bytes` together; the oldest is dropped first. */
const MAX_SET_ASIDE = 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
const MIB = 2 ** 20;

/**
 * Creates an inbox in memory. It accepts each id once, handles the messages of a chat in order, one at a time, and
 * handles different chats concurrently. Its queue is lost with the process; call `drain` before exiting. Its options
 * limit its memory, whatever it receives.
 *
 * Each chat has a *lane*, a queue that exists while it contains messages; the message in progress stays at its head
 * until it has been handled or set aside. A full inbox applies back-pressure: `accept` waits, and so does the
 * adapter, which must acknowledge the message. A full chat does not, because that would stop the adapter for all
 * other people: a message beyond the chat's limit is set aside.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` when a bound is not a positive integer
 * @example
 * const inbox = createMemoryInbox();
 * inbox.process(async ({ message }) => console.log(message.text));
 */
export function createMemoryInbox(options: MemoryInboxOptions = {}): Inbox {
  const { capacity = 10_000, bytes: maxBytes = 64 * MIB, waiting: maxWaiting = 10_000 } = options;
  const { chatMessages = MAX_CHAT_MESSAGES, rememberMs = DAY_MS, rememberIds = 200_000 } = options;
  const { logger = silentLogger, clock = systemClock } = options;
  const { attempts: maxAttempts = 8, firstMs = 500, maxMs = 60_000 } = options.retry ?? {};
  const bounds = {
    capacity,
    bytes: maxBytes,
    waiting: maxWaiting,
    chatMessages,
    rememberIds,
    attempts: maxAttempts,
  };
  for (const [name, value] of Object.entries(bounds)) assertCount(name, value);
  /** For each exact id, the time after which it may be forgotten; in order of arrival. */
  const seen = new Map<string, number>();
  /** Queued messages by chat. */
  const lanes = new Map<string, Lane>();
  const room = createInboxRoom({ capacity, bytes: maxBytes, waiting: maxWaiting });
  let running = 0;
  let closed = false;
  let handler: Handler | undefined;
  let onSetAside: Parameters<Inbox["process"]>[1];
  const waiters = new Set<() => void>();
  const aside: { message: SetAsideMessage; bytes: number }[] = [];
  let asideBytes = 0;

  /**
   * Forgets expired ids, and the oldest ids beyond `rememberIds`. The ids are in order of expiry, so the loop stops
   * at the first id to keep.
   */
  function forgetOld(now: number): void {
    for (const [id, forgetAt] of seen) {
      if (forgetAt > now && seen.size <= rememberIds) return;
      seen.delete(id);
    }
  }

  function hasChatRoom(chat: string, bytes: number): boolean {
    const { messages, bytes: used } = lanes.get(chat) ?? { messages: [], bytes: 0 };
    if (messages.length >= chatMessages) return false;
    return messages.length < MANY_MESSAGES || used + bytes <= maxBytes / CHAT_PARTS;
  }

  function putAside(bytes: number, message: SetAsideMessage): void {
    const { incoming, attempts, error } = message;
    logger.error("a message was set aside", { id: incoming.id, attempts, ...error });
    aside.push({ message, bytes });
    asideBytes += bytes;
    while (aside.length > MAX_SET_ASIDE || (aside.length > 1 && asideBytes > maxBytes)) {
      asideBytes -= aside.shift()?.bytes ?? 0;
    }
    onSetAside?.(message);
  }

  /** Makes every waiting {@link until} check its condition again. */
  function wake(): void {
    for (const waiter of waiters) waiter();
  }

  /** Returns the room of a message; after the last message, `drain` resolves. */
  function giveBack(bytes: number): void {
    room.release(bytes);
    if (waiters.size > 0) wake();
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
   * Handles a message, with retries, until it succeeds or is set aside; returns `false` if the inbox was closed
   * first.
   */
  async function handleOrRetry({ incoming, bytes }: Held, handle: Handler): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      try {
        await handle(incoming);
        return true;
      } catch (thrown) {
        const error = describeError(thrown);
        const { id } = incoming;
        if (attempt >= maxAttempts) {
          putAside(bytes, { incoming, attempts: attempt, error });
          return true;
        }
        const ms = Math.min(maxMs, firstMs * 2 ** (attempt - 1));
        logger.warn("a message could not be handled", { id, attempt, againInMs: ms, ...error });
        await pause(ms);
        if (closed) return false;
      }
    }
  }

  /**
   * Waits `ms` milliseconds, or until the inbox is closed. Keeps the process alive, because a message is unhandled.
   */
  async function pause(ms: number): Promise<void> {
    let isOver = false;
    const release = holdProcess();
    const cancel = clock.after(ms, () => {
      isOver = true;
      wake();
    });
    await until(() => isOver || closed);
    cancel();
    release();
  }

  /**
   * Handles a chat's messages one after another until its lane is empty or the inbox is closed. A message
   * leaves the lane only after it has been handled, so that a message accepted meanwhile joins the same
   * lane and does not start a second one.
   */
  async function runLane(chat: string, lane: Lane, handle: Handler): Promise<void> {
    const { messages } = lane;
    running += 1;
    const first = (): Held | undefined => (closed ? undefined : messages[0]);
    for (let next = first(); next !== undefined; next = first()) {
      if (!(await handleOrRetry(next, handle))) break;
      messages.shift();
      lane.bytes -= next.bytes;
      giveBack(next.bytes);
    }
    running -= 1;
    if (messages.length === 0) lanes.delete(chat);
    wake();
  }

  function startLane(chat: string, lane: Lane): void {
    if (handler !== undefined) void runLane(chat, lane, handler);
  }

  /** Puts a message into its chat's lane. The caller must have reserved its room. */
  function enqueue(held: Held): void {
    const chat = held.incoming.message.from;
    const lane = lanes.get(chat);
    if (lane === undefined) {
      const fresh = { messages: [held], bytes: held.bytes };
      lanes.set(chat, fresh);
      startLane(chat, fresh);
    } else {
      lane.messages.push(held);
      lane.bytes += held.bytes;
    }
  }

  return {
    async accept(incoming) {
      const now = clock.now();
      forgetOld(now);
      if (seen.has(incoming.id)) return "duplicate";
      if (closed) throw inboxClosed();
      const bytes = sizeOf(incoming);
      const chat = incoming.message.from;
      const waits = hasChatRoom(chat, bytes);
      if (waits) await room.take(bytes);
      // While this call waited for room, the inbox may have been closed, or another call may have accepted
      // the same id. From this check to `seen.set` nothing is asynchronous, so that one call wins.
      const isRefused = closed || seen.has(incoming.id);
      const isAccepted = !isRefused && waits && hasChatRoom(chat, bytes);
      if (waits && !isAccepted) giveBack(bytes);
      if (closed) throw inboxClosed();
      if (isRefused) return "duplicate";
      seen.set(incoming.id, now + rememberMs);
      if (isAccepted) enqueue({ incoming, bytes });
      else putAside(bytes, { incoming, attempts: 0, error: CHAT_FULL });
      return "accepted";
    },
    process(handle, onAside) {
      if (handler !== undefined) throw alreadyProcessing();
      handler = handle;
      onSetAside = guardSetAside(onAside, logger);
      for (const [chat, lane] of lanes) startLane(chat, lane);
    },
    setAside: async () => aside.map(({ message }) => message),
    drain: () => until(() => room.isEmpty || closed),
    async close() {
      closed = true;
      room.close();
      wake();
      await until(() => running === 0);
    },
  };
}
