import { type Clock, systemClock } from "../clock.ts";
import { BotwrightError, describeError } from "../errors.ts";
import type { Inbox } from "../inbox.ts";
import { type Logger, silentLogger } from "../logger.ts";
import type { IncomingMessage } from "../message.ts";

/** Options of {@link createMemoryInbox}. */
export interface MemoryInboxOptions {
  /** Messages that may wait or run at once; `accept` waits when there are more. @default 10_000 */
  capacity?: number;
  /** How long an id is remembered, in milliseconds. @default 24 hours */
  rememberMs?: number;
  logger?: Logger;
  clock?: Clock;
}

type Handler = (incoming: IncomingMessage) => Promise<unknown>;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * An inbox in memory: each id once, one message per chat at a time, chats side by side. What waits
 * is lost with the process, so drain it before leaving.
 *
 * @example
 * const inbox = createMemoryInbox();
 * inbox.process(async ({ message }) => console.log(message.text));
 */
export function createMemoryInbox(options: MemoryInboxOptions = {}): Inbox {
  const { capacity = 10_000, rememberMs = DAY_MS } = options;
  const { logger = silentLogger, clock = systemClock } = options;
  /** Exact id → when it may be forgotten; in the order of arrival. */
  const seen = new Map<string, number>();
  const lanes = new Map<string, IncomingMessage[]>();
  let open = 0;
  let running = 0;
  /** Calls of `accept` that wait for room; who comes later waits behind them. */
  let queued = 0;
  let closed = false;
  let handler: Handler | undefined;
  const waiters = new Set<() => void>();

  function forgetOld(now: number): void {
    for (const [id, forgetAt] of seen) {
      if (forgetAt > now) return;
      seen.delete(id);
    }
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

  async function runLane(chat: string, lane: IncomingMessage[], handle: Handler): Promise<void> {
    running += 1;
    const first = (): IncomingMessage | undefined => (closed ? undefined : lane[0]);
    for (let next = first(); next !== undefined; next = first()) {
      try {
        await handle(next);
      } catch (error) {
        logger.error("a message could not be handled", { id: next.id, ...describeError(error) });
      }
      lane.shift();
      open -= 1;
      if (waiters.size > 0) wake();
    }
    running -= 1;
    if (lane.length === 0) lanes.delete(chat);
    wake();
  }

  function startLane(chat: string, lane: IncomingMessage[]): void {
    if (handler !== undefined) void runLane(chat, lane, handler);
  }

  return {
    async accept(incoming) {
      const now = clock.now();
      forgetOld(now);
      if (seen.has(incoming.id)) return "duplicate";
      if (open >= capacity || queued > 0) {
        queued += 1;
        await until(() => open < capacity || closed);
        queued -= 1;
      }
      if (closed) throw inboxClosed();
      if (seen.has(incoming.id)) return "duplicate";
      seen.set(incoming.id, now + rememberMs);
      open += 1;
      const chat = incoming.message.from;
      const lane = lanes.get(chat);
      if (lane === undefined) {
        const fresh = [incoming];
        lanes.set(chat, fresh);
        startLane(chat, fresh);
      } else {
        lane.push(incoming);
      }
      return "accepted";
    },
    process(handle) {
      if (handler !== undefined) throw alreadyProcessing();
      handler = handle;
      for (const [chat, lane] of lanes) startLane(chat, lane);
    },
    drain: () => until(() => open === 0 || closed),
    async close() {
      closed = true;
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

function alreadyProcessing(): BotwrightError {
  return new BotwrightError("process() was called before; an inbox has one handler", {
    code: "INBOX_ALREADY_PROCESSING",
  });
}
