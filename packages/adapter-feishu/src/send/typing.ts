import { textOf } from "@botwright/adapter-kit";
import {
  type Clock,
  describeError,
  entryLimit,
  type IncomingMessage,
  type Logger,
} from "@botwright/core";
import { LRUCache } from "lru-cache";
import type { Api } from "../api.ts";
import { isId } from "../wire.ts";
import type { AddReaction } from "../wire/api.ts";

/**
 * Stands in for a typing indicator, which Feishu does not have: the reaction `Typing` on the user's
 * last message.
 */
export interface TypingReactions {
  /** The user's newest message, on which the reaction is to be shown. */
  readonly remember: (incoming: IncomingMessage) => void;
  readonly start: (user: string) => Promise<void>;
  readonly stop: (user: string) => Promise<void>;
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

interface Shown {
  /** Removes the reaction, after the call that adds it has ended. */
  readonly remove: () => Promise<void>;
  readonly cancelTimer: () => void;
}

/** Makes {@link TypingReactions}. A failure is only logged, since no message depends on it. */
export function createTypingReactions({ api, clock, logger }: TypingOptions): TypingReactions {
  const last = new LRUCache<string, string>(entryLimit(MAX_USERS));
  const shown = new Map<string, Shown>();

  async function add(messageId: string): Promise<string> {
    const path = `/im/v1/messages/${encodeURIComponent(messageId)}/reactions`;
    const json: AddReaction = { reaction_type: { emoji_type: "Typing" } };
    const { reaction_id } = await api.call({ name: "add reaction", path, json, ...BRIEF });
    return textOf(reaction_id);
  }

  async function remove(messageId: string, reactionId: string): Promise<void> {
    const path = `/im/v1/messages/${encodeURIComponent(messageId)}/reactions/${encodeURIComponent(reactionId)}`;
    await api.call({ name: "remove reaction", method: "DELETE", path, ...BRIEF });
  }

  async function stop(user: string): Promise<void> {
    const entry = shown.get(user);
    if (entry === undefined) return;
    shown.delete(user);
    entry.cancelTimer();
    await entry.remove();
  }

  const silent = (error: unknown): void =>
    logger.debug("Feishu: the typing reaction failed", describeError(error));

  return {
    remember({ id, message }) {
      if (isId(id)) last.set(message.from, id);
    },
    async start(user) {
      const messageId = last.get(user);
      if (messageId === undefined || shown.has(user)) return;
      const adding = add(messageId).catch((error: unknown) => {
        silent(error);
        return "";
      });
      shown.set(user, {
        cancelTimer: clock.after(SHOWN_MS, () => void stop(user)),
        remove: async () => {
          const reactionId = await adding;
          if (isId(reactionId)) await remove(messageId, reactionId).catch(silent);
        },
      });
      // After a failure the next start tries again.
      if ((await adding) === "") await stop(user);
    },
    stop,
    async stopAll() {
      await Promise.all(Array.from(shown.keys(), stop));
    },
  };
}
