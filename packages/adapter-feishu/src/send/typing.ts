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
 * Stands in for a typing indicator, which Feishu does not have: the reaction `Typing` on the user's
 * last message.
 */
export interface TypingReactions {
  /** The user's newest message, on which the reaction is to be shown. */
  readonly remember: (incoming: IncomingMessage) => void;
  readonly start: (user: string) => Promise<void>;
  /** Resolves after the first attempt to remove it; if that was lost, others follow in the background. */
  readonly stop: (user: string) => Promise<void>;
  /** Ends the attempts in the background too. */
  readonly stopAll: () => Promise<void>;
}

/** Options of {@link createTypingReactions}. */
export interface TypingOptions {
  readonly api: Api;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The longest time that a reaction is shown: the bot may have failed without an answer. */
const SHOWN_MS = 60_000;
/** One short attempt: neither an answer nor a stop is to be held up by a reaction. */
const BRIEF = { retry: false, timeoutMs: 3000 };
/** The most users whose last message is kept. */
const MAX_USERS = 10_000;
/** The most reactions that are looked at; Feishu lists 50 on a page. */
const MAX_FOUND = 50;

/** What is known after the call that adds a reaction. */
type Added =
  | { readonly outcome: "added"; readonly reactionId: string }
  /** The answer was lost, was not understood or tells of a fault of the server: the reaction may be there. */
  | { readonly outcome: "unknown" }
  | { readonly outcome: "refused" };

interface Shown {
  readonly messageId: string;
  readonly added: Promise<Added>;
  readonly cancelTimer: () => void;
  /** The end of the first attempt to remove it, once there is one. */
  firstAttempt?: Promise<void>;
}

/**
 * Makes {@link TypingReactions}. A failure is only logged, since no message depends on it. A reaction that has been
 * added stays until it is removed, so a removal that was lost is made again, and a reaction whose id was lost
 * is looked up.
 */
export function createTypingReactions({ api, clock, logger }: TypingOptions): TypingReactions {
  const last = new LRUCache<string, string>(entryLimit(MAX_USERS));
  /** From the call that adds a reaction to the end of its removal, by user. */
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

  /** The ids of the bot's own typing reactions on a message: in a chat of two, those of apps. */
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
      // A new one may be shown by the time at which the last attempt has ended.
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
      // Not both at once: the look-up of the one would find the reaction of the other.
      await shown.get(user)?.firstAttempt;
      const messageId = last.get(user);
      if (messageId === undefined || shown.has(user)) return;
      const cancelTimer = clock.after(SHOWN_MS, () => void stop(user));
      const added = add(messageId);
      shown.set(user, { messageId, added, cancelTimer });
      // After a refusal the next start tries again.
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
