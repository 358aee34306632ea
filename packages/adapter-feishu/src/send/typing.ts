import { fieldsOf, hasCode, isDeliveryUnknown, retry, textOf } from "@botwright/adapter-kit";
import {
  type Clock,
  describeError,
  entryLimit,
  type IncomingMessage,
  type Logger,
} from "@botwright/core";
import { LRUCache } from "lru-cache";
import { type Api, createRetryPolicy } from "../api.ts";
import { isId } from "../wire.ts";
import type { AddReaction, Reaction } from "../wire/api.ts";

/**
 * Replaces a typing indicator, which Feishu does not have, by the reaction `Typing` on the user's
 * last message.
 */
export interface TypingReactions {
  /** Stores the user's newest message, which gets the reaction. */
  readonly remember: (incoming: IncomingMessage) => void;
  readonly start: (user: string) => Promise<void>;
  /** Resolves after the first attempt to remove the reaction; if it fails, retries follow in the background. */
  readonly stop: (user: string) => Promise<void>;
  /** Removes all reactions, and ends the retries in the background. */
  readonly stopAll: () => Promise<void>;
}

/** Options of {@link createTypingReactions}. */
export interface TypingOptions {
  readonly api: Api;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The longest time that a reaction is shown, in milliseconds: the bot may have failed without an answer. */
const SHOWN_MS = 60_000;
/** Options for one short attempt, because neither an answer nor a stop must wait long for a reaction. */
const BRIEF = { retry: false, timeoutMs: 3000 };
/** The most users whose last message is stored. */
const MAX_USERS = 10_000;
/** The most reactions that a lookup reads; Feishu lists 50 on a page. */
const MAX_FOUND = 50;

/** The outcome of the call that adds a reaction. */
type Added =
  | { readonly outcome: "added"; readonly reactionId: string }
  /** The answer was lost, was not understood or tells of a fault of the server: the reaction may be there. */
  | { readonly outcome: "unknown" }
  | { readonly outcome: "refused" };

interface Shown {
  readonly messageId: string;
  readonly added: Promise<Added>;
  readonly cancelTimer: () => void;
  /** Settles when the first attempt to remove the reaction has ended; `undefined` before the removal starts. */
  firstAttempt?: Promise<void>;
}

/**
 * Makes {@link TypingReactions}. A failure is only logged, because no message depends on it. Feishu keeps a
 * reaction until it is removed, so a failed removal is retried, and a reaction whose id was lost
 * is looked up.
 */
export function createTypingReactions({ api, clock, logger }: TypingOptions): TypingReactions {
  const last = new LRUCache<string, string>(entryLimit(MAX_USERS));
  /** One entry per user, from the call that adds the reaction to the end of its removal. */
  const shown = new Map<string, Shown>();
  let stopping = new AbortController();

  const log = (error: unknown): void =>
    logger.debug("Feishu: the typing reaction failed", describeError(error));

  async function add(messageId: string): Promise<Added> {
    const json: AddReaction = { reaction_type: { emoji_type: "Typing" } };
    try {
      const call = { name: "add reaction", path: pathOf(messageId), json, ...BRIEF } as const;
      const reactionId = textOf((await api.call(call)).reaction_id);
      return isId(reactionId) ? { outcome: "added", reactionId } : { outcome: "unknown" };
    } catch (error) {
      log(error);
      const isUnknown = isDeliveryUnknown(error) || hasCode(error, "PLATFORM_UNAVAILABLE");
      return { outcome: isUnknown ? "unknown" : "refused" };
    }
  }

  /** The ids of the bot's typing reactions on a message: in a chat of two, those by an app. */
  async function find(messageId: string): Promise<readonly string[]> {
    const path = `${pathOf(messageId)}?reaction_type=Typing&page_size=${MAX_FOUND}`;
    const { items } = await api.call({ name: "list reactions", method: "GET", path, ...BRIEF });
    const reactions: readonly unknown[] = Array.isArray(items) ? items.slice(0, MAX_FOUND) : [];
    return reactions.flatMap((item) => {
      const { reaction_id, operator } = fieldsOf<Reaction>(item);
      const isByApp = fieldsOf<Reaction["operator"]>(operator).operator_type === "app";
      const id = textOf(reaction_id);
      return isByApp && isId(id) ? [id] : [];
    });
  }

  async function remove({ messageId, added }: Shown): Promise<void> {
    const result = await added;
    if (result.outcome === "refused") return;
    const ids = result.outcome === "added" ? [result.reactionId] : await find(messageId);
    for (const id of ids) {
      const path = `${pathOf(messageId)}/${encodeURIComponent(id)}`;
      await api.call({ name: "remove reaction", method: "DELETE", path, ...BRIEF });
    }
  }

  function startRemoval(user: string, entry: Shown): Promise<void> {
    entry.cancelTimer();
    const { promise: firstAttempt, resolve: endFirst } = Promise.withResolvers<void>();
    const forget = (): void => {
      // By the end of the last attempt, a new reaction may be shown.
      if (shown.get(user) === entry) shown.delete(user);
    };
    const attempt = () => remove(entry).then(forget).finally(endFirst);
    const { signal } = stopping;
    void retry(attempt, { waitMs: createRetryPolicy(clock), signal, clock })
      .catch(log)
      .finally(forget);
    return firstAttempt;
  }

  async function stop(user: string): Promise<void> {
    const entry = shown.get(user);
    if (entry === undefined) return;
    entry.firstAttempt ??= startRemoval(user, entry);
    await entry.firstAttempt;
  }

  return {
    remember({ id, message }) {
      if (isId(id)) last.set(message.from, id);
    },
    async start(user) {
      // Waits for a removal under way, because its lookup would otherwise find the new reaction.
      await shown.get(user)?.firstAttempt;
      const messageId = last.get(user);
      if (messageId === undefined || shown.has(user)) return;
      const cancelTimer = clock.after(SHOWN_MS, () => void stop(user));
      const added = add(messageId);
      shown.set(user, { messageId, added, cancelTimer });
      // Removes the entry after a refusal, so that the next start tries again.
      if ((await added).outcome === "refused") await stop(user);
    },
    stop,
    async stopAll() {
      await Promise.all(Array.from(shown.keys(), stop));
      stopping.abort();
      stopping = new AbortController();
    },
  };
}

function pathOf(messageId: string): string {
  return `/im/v1/messages/${encodeURIComponent(messageId)}/reactions`;
}
