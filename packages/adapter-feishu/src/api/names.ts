import { fieldsOf, hasCode, textOf } from "@botwright/adapter-kit";
import {
  type AdapterState,
  type Clock,
  describeError,
  entryLimit,
  type IncomingMessage,
  type Logger,
} from "@botwright/core";
import { LRUCache } from "lru-cache";
import type { Api } from "../api.ts";
import { readMentions } from "../parse/mentions.ts";
import { isId, messageIn } from "../wire.ts";
import type { User } from "../wire/api.ts";

/** Options of {@link createNames}. */
export interface NamesOptions {
  readonly api: Api;
  /** Stores the names for a day. */
  readonly state: AdapterState;
  readonly clock: Clock;
  readonly logger: Logger;
}

const DAY_MS = 24 * 3600 * 1000;
/** How long lookups pause after one was forbidden, because most apps lack the permission to read contacts. */
const REFUSED_MS = 3600 * 1000;
/** The most names from mentions that are cached. */
const MAX_MENTIONED = 10_000;

/** Finds the names of people. */
export interface Names {
  /** Caches the names in the mentions of a message. */
  readonly remember: (incoming: IncomingMessage) => void;
  /** A person's name by their open_id; `""` when it is not found. */
  readonly of: (openId: string) => Promise<string>;
}

/**
 * Makes {@link Names}. A name that was in no mention is looked up in the contacts. Without the
 * permission for that it stays `""`, because a quote can be shown without a name.
 */
export function createNames(options: NamesOptions): Names {
  const { api, state, clock, logger } = options;
  const mentioned = new LRUCache<string, string>(entryLimit(MAX_MENTIONED));
  let askAgainAt = -Infinity;

  async function fetchName(openId: string): Promise<string> {
    const path = `/contact/v3/users/${encodeURIComponent(openId)}?user_id_type=open_id`;
    const { user } = await api.call({ name: "get user", method: "GET", path, retry: false });
    return textOf(fieldsOf<User>(user).name);
  }

  async function find(openId: string): Promise<string> {
    if (!isId(openId)) return "";
    const key = `feishu.name.${openId}`;
    try {
      const kept = textOf(await state.get(key));
      if (kept !== "" || clock.now() < askAgainAt) return kept;
      const name = await fetchName(openId);
      if (name !== "") await state.set(key, name, { ttlMs: DAY_MS });
      return name;
    } catch (error) {
      if (hasCode(error, "PLATFORM_FORBIDDEN")) askAgainAt = clock.now() + REFUSED_MS;
      logger.debug("Feishu: a person's name could not be looked up", describeError(error));
      return "";
    }
  }

  return {
    remember({ message }) {
      const { mentions } = messageIn(message.raw);
      for (const { id, name } of readMentions(mentions)) if (name !== "") mentioned.set(id, name);
    },
    of: async (openId) => mentioned.get(openId) ?? find(openId),
  };
}
