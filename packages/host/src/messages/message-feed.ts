import { type Clock, systemClock } from "@botwright/core";
import type { Kysely } from "kysely";
import type { Schema } from "../database/schema.ts";
import { listMessages } from "./list-messages.ts";
import type { MessageItem } from "./message-rows.ts";

/** Options of {@link createMessageFeed}. */
export interface MessageFeedOptions {
  readonly db: Kysely<Schema>;
  /** Milliseconds between looks. @default 1000 */
  readonly everyMs?: number;
  readonly clock?: Clock;
}

/** The messages of accounts as they come and are handled, on whichever node. */
export interface MessageFeed {
  /**
   * Gives the newest 50 messages of an account, the oldest first, and then those that are new or have
   * changed among the newest 50. It ends with the signal or with the feed. It looks again when the reader
   * has taken everything up, so nothing piles up for a slow one.
   */
  watch(userId: number, signal: AbortSignal): AsyncIterable<MessageItem>;
  /** Ends all. */
  close(): void;
}

/** Messages that are looked at. */
const NEWEST = 50;

/** Creates the feed. Nothing is read while nobody watches. */
export function createMessageFeed(options: MessageFeedOptions): MessageFeed {
  const { db, everyMs = 1000, clock = systemClock } = options;
  const closing = new AbortController();

  async function* watch(userId: number, signal: AbortSignal): AsyncGenerator<MessageItem> {
    const ending = AbortSignal.any([signal, closing.signal]);
    let known = new Map<number, string>();
    while (!ending.aborted) {
      const { items } = await listMessages(db, userId, {}, { limit: NEWEST });
      for (const item of items.toReversed()) {
        if (known.get(item.id) !== versionOf(item)) yield item;
      }
      known = new Map(items.map((item) => [item.id, versionOf(item)]));
      await pause(ending);
    }
  }

  async function pause(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = clock.after(everyMs, resolve);
    const onAbort = (): void => resolve();
    signal.addEventListener("abort", onAbort, { once: true });
    await promise;
    signal.removeEventListener("abort", onAbort);
    cancel();
  }

  return { watch, close: () => closing.abort() };
}

/** Another text whenever something that changes has changed. */
function versionOf({ state, attempts, retries, process_deaths }: MessageItem): string {
  return [state, attempts, retries, process_deaths].join();
}
