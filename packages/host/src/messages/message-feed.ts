import { BotwrightError, type Clock, systemClock } from "@botwright/core";
import type { Kysely } from "kysely";
import type { Schema } from "../database/schema.ts";
import { listMessages } from "./list-messages.ts";
import type { MessageItem } from "./message-rows.ts";

/** Options of {@link createMessageFeed}. */
export interface MessageFeedOptions {
  readonly db: Kysely<Schema>;
  /** Milliseconds between looks. @default 1000 */
  readonly everyMs?: number;
  /** Watchers of one account on one node. @default 5 */
  readonly perAccount?: number;
  /** Watchers of one node. @default 500 */
  readonly perNode?: number;
  readonly clock?: Clock;
}

/** The messages of accounts as they come and are handled, on whichever node. */
export interface MessageFeed {
  /**
   * Gives the newest 50 messages of an account at once, the oldest first, and then every second those that
   * are new or have changed among the newest 50: an empty list where none has. It ends with the signal or
   * with the feed. The next look is taken when the last one was taken up, so nothing piles up for a slow
   * reader.
   *
   * @throws {BotwrightError} `TOO_MANY_WATCHERS`
   */
  watch(userId: number, signal: AbortSignal): AsyncIterable<readonly MessageItem[]>;
  /** Ends all. */
  close(): void;
}

/** Messages that are looked at. */
const NEWEST = 50;

/** Creates the feed. Nothing is read while nobody watches. */
export function createMessageFeed(options: MessageFeedOptions): MessageFeed {
  const { db, everyMs = 1000, perAccount = 5, perNode = 500, clock = systemClock } = options;
  const closing = new AbortController();
  /** Watchers by account. */
  const watchers = new Map<number, number>();
  let all = 0;

  function add(userId: number, by: 1 | -1): void {
    const count = (watchers.get(userId) ?? 0) + by;
    all += by;
    if (count === 0) watchers.delete(userId);
    else watchers.set(userId, count);
  }

  async function* watch(
    userId: number,
    signal: AbortSignal,
  ): AsyncGenerator<readonly MessageItem[]> {
    if (all >= perNode || (watchers.get(userId) ?? 0) >= perAccount) throw tooMany();
    const ending = AbortSignal.any([signal, closing.signal]);
    add(userId, 1);
    try {
      let known = new Map<number, string>();
      while (!ending.aborted) {
        const { items } = await listMessages(db, userId, {}, { limit: NEWEST });
        const versions = new Map(items.map((item) => [item.id, versionOf(item)]));
        yield items.filter(({ id }) => known.get(id) !== versions.get(id)).toReversed();
        known = versions;
        await pause(ending);
      }
    } finally {
      add(userId, -1);
    }
  }

  async function pause(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = clock.after(everyMs, resolve);
    signal.addEventListener("abort", () => resolve(), { once: true });
    await promise;
    cancel();
  }

  return { watch, close: () => closing.abort() };
}

/** Another text whenever something that changes has changed. */
function versionOf({ state, attempts, retries, process_deaths }: MessageItem): string {
  return [state, attempts, retries, process_deaths].join();
}

function tooMany(): BotwrightError {
  return new BotwrightError("too many windows watch messages: close one, or look again later", {
    code: "TOO_MANY_WATCHERS",
  });
}
