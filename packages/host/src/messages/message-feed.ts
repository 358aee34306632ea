import type { Kysely } from "kysely";
import { createPoller, type PollerOptions } from "../database/poller.ts";
import type { Schema } from "../database/schema.ts";
import { selectNewest } from "./list-messages.ts";
import { type MessageItem, toItem } from "./message-rows.ts";

/** Options of {@link createMessageFeed}. */
export interface MessageFeedOptions extends PollerOptions {
  readonly db: Kysely<Schema>;
}

/** The messages of accounts as they arrive and are handled, on any node. */
export interface MessageFeed {
  /**
   * Yields the newest 50 messages of an account, the oldest first, and then those of the newest 50 that are new or
   * have changed. Ends with the signal or with the feed. The feed reads again only after the reader has taken all
   * messages, so that nothing piles up for a slow reader.
   */
  watch(userId: number, signal: AbortSignal): AsyncIterable<MessageItem>;
  /** Ends all subscriptions. */
  close(): void;
}

/** The messages that each read looks at. */
const FROM_NEWEST = { before: Number.MAX_SAFE_INTEGER, limit: 50 };

/** Creates the feed. It reads nothing while it has no subscriber. */
export function createMessageFeed(options: MessageFeedOptions): MessageFeed {
  const { db } = options;
  const looks = createPoller(options);
  const lookAt = looks.shareOfAccounts(async (userId) =>
    (await selectNewest(db, userId, {}, FROM_NEWEST)).map(toItem),
  );

  async function* watch(userId: number, signal: AbortSignal): AsyncGenerator<MessageItem> {
    using look = lookAt(userId);
    let known = new Map<number, string>();
    for await (const items of looks.until(signal, look.read)) {
      for (const item of items.toReversed()) {
        if (known.get(item.id) !== versionOf(item)) yield item;
      }
      known = new Map(items.map((item) => [item.id, versionOf(item)]));
    }
  }

  return { watch, close: () => looks.close() };
}

/** A text that differs whenever the state or a count of the message has changed. */
function versionOf({ state, attempts, retries, process_deaths }: MessageItem): string {
  return [state, attempts, retries, process_deaths].join();
}
