import { objectOf, textOf } from "@botwright/adapter-kit";
import {
  type AdapterState,
  type Clock,
  describeError,
  type IncomingMessage,
  type Logger,
} from "@botwright/core";
import { LRUCache } from "lru-cache";
import type { Api } from "./api.ts";
import { readMentions } from "./parse-mentions.ts";
import { isId } from "./wire.ts";

/** Options of {@link createNames}. */
export interface NamesOptions {
  readonly api: Api;
  /** Keeps the names for a day. */
  readonly state: AdapterState;
  readonly clock: Clock;
  readonly logger: Logger;
}

const DAY_MS = 24 * 3600 * 1000;
/** Most apps may not look people up: after a refusal nobody is asked for so long. */
const REFUSED_MS = 3600 * 1000;
/** How many people whose name came with a mention are remembered. */
const MAX_MENTIONED = 10_000;

/** The names of people. */
export interface Names {
  /** Learns the names of those whom a message mentions. */
  readonly remember: (incoming: IncomingMessage) => void;
  /** A person's name by their open_id; `""` when it cannot be had. */
  readonly of: (openId: string) => Promise<string>;
}

/**
 * Makes {@link Names}. The lookup of who was not mentioned needs the permission to read contacts,
 * and is silent without it: a name is a courtesy.
 */
export function createNames(options: NamesOptions): Names {
  const { api, state, clock, logger } = options;
  const mentioned = new LRUCache<string, string>({ max: MAX_MENTIONED });
  let askAgainAt = -Infinity;

  async function fetchName(openId: string): Promise<string> {
    const path = `/contact/v3/users/${encodeURIComponent(openId)}?user_id_type=open_id`;
    const data = await api.call({ name: "get user", method: "GET", path, retry: false });
    return textOf(objectOf(data["user"])["name"]);
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
      askAgainAt = clock.now() + REFUSED_MS;
      logger.debug("Feishu: a person's name could not be had", describeError(error));
      return "";
    }
  }

  return {
    remember({ message }) {
      const { event } = objectOf(message.raw);
      const { mentions } = objectOf(objectOf(event)["message"]);
      for (const { id, name } of readMentions(mentions)) if (name !== "") mentioned.set(id, name);
    },
    of: async (openId) => mentioned.get(openId) ?? find(openId),
  };
}
