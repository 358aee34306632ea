import { textOf } from "@botwright/adapter-kit";
import { type Clock, describeError, type IncomingMessage, type Logger } from "@botwright/core";
import { LRUCache } from "lru-cache";
import type { Api } from "./api.ts";
import { isId } from "./wire.ts";

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

/** After so long nobody believes it any more. */
const SHOWN_MS = 60_000;
/** Nothing waits long for a courtesy, a stop least of all. */
const BRIEF = { retry: false, timeoutMs: 3000 };
/** Users whose last message is remembered. */
const MAX_USERS = 10_000;

interface Shown {
  /** Takes the reaction away once it is there. */
  readonly remove: () => Promise<void>;
  readonly cancelTimer: () => void;
}

/** Makes {@link TypingReactions}. Failures are silent: the reaction is a courtesy. */
export function createTypingReactions({ api, clock, logger }: TypingOptions): TypingReactions {
  const last = new LRUCache<string, string>({ max: MAX_USERS });
  const shown = new Map<string, Shown>();

  async function add(messageId: string): Promise<string> {
    const path = `/im/v1/messages/${encodeURIComponent(messageId)}/reactions`;
    const json = { reaction_type: { emoji_type: "Typing" } };
    const data = await api.call({ name: "add reaction", path, json, ...BRIEF });
    return textOf(data["reaction_id"]);
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
      // What failed may be tried again.
      if ((await adding) === "") await stop(user);
    },
    stop,
    async stopAll() {
      await Promise.all(Array.from(shown.keys(), stop));
    },
  };
}
