import {
  type InboundPipeline,
  hasCode,
  jitter,
  numberOf,
  objectsOf,
  platformCodeOf,
  runPollLoop,
  textOf,
  type Transport,
  type WireObject,
} from "@botwright/adapter-kit";
import { type Clock, describeError, type IncomingMessage, type Logger } from "@botwright/core";
import type { Memory } from "./adapter-memory.ts";
import type { Api } from "./api.ts";
import { linksOf } from "./media-reference.ts";
import { parseMessage, personOf } from "./parse.ts";
import { type KeptMessage, quotedIds } from "./parse-quote.ts";
import { idOf } from "./wire.ts";

/** Options of {@link startPolling}. */
export interface PollingOptions {
  readonly inbound: InboundPipeline;
  readonly api: Api;
  readonly token: string;
  readonly memory: Memory;
  readonly setConnected: (isConnected: boolean) => void;
  readonly logger: Logger;
  readonly clock: Clock;
  /** How long a poll may last before the server says otherwise. */
  readonly pollTimeoutMs: number;
}

/** After a failure, and after each third one in a row. */
const SHORT_WAIT_MS = 2000;
const LONG_WAIT_MS = 30_000;
const LONG_WAIT_EVERY = 3;
/** Empty answers in a row that may come at once: one follows when another poll ends, for example. */
const QUICK_ROUNDS = 2;

/**
 * Receives by getupdates. The cursor moves, here and in the state, only after the sink has taken a
 * whole batch; a batch that it refuses is polled again. Ends when the session has.
 */
export function startPolling(options: PollingOptions): Transport {
  const { inbound, api, token, memory, logger, clock } = options;
  const stopping = new AbortController();
  let timeoutMs = options.pollTimeoutMs;
  let cursor: string | undefined;
  let failures = 0;
  let cursorRefused = false;

  async function poll(signal: AbortSignal): Promise<WireObject | undefined> {
    try {
      return await api.call("getupdates", { get_updates_buf: cursor }, { timeoutMs, signal });
    } catch (error) {
      // A poll that nobody answered is an empty one.
      if (hasCode(error, "NETWORK_TIMEOUT")) return undefined;
      throw error;
    }
  }

  async function round(signal: AbortSignal): Promise<number> {
    cursor ??= await memory.cursor(token);
    const answer = await poll(signal);
    if (answer === undefined) {
      failures = 0;
      return 0;
    }
    // That the server takes an empty one says nothing about its own.
    if (cursor !== "") cursorRefused = false;
    const hint = numberOf(answer["longpolling_timeout_ms"]);
    if (hint > 0) timeoutMs = hint;
    const given = answer["msgs"];
    const messages = objectsOf(given);
    if (Array.isArray(given) && given.length > messages.length) {
      logger.warn("WeChat: a message is not delivered, because it cannot be read");
    }
    const prepared: IncomingMessage[] = [];
    // One by one, because what one quotes may be the one before it.
    for (const message of messages) prepared.push(...(await prepare(message)));
    if (!(await inbound.acceptAll(prepared))) return 0;
    const next = textOf(answer["get_updates_buf"]);
    if (next !== "" && next !== cursor) {
      await memory.keepCursor(token, next);
      cursor = next;
    }
    failures = 0;
    return messages.length;
  }

  /** Reads a message and keeps what later ones and answers need of it. */
  async function prepare(message: WireObject): Promise<IncomingMessage[]> {
    const quoted = await findQuoted(message);
    const incoming = parseMessage(message, { receivedAt: clock.now(), quoted });
    const from = personOf(message);
    const contextToken = textOf(message["context_token"]);
    // That of a message which nobody can read is the newest all the same.
    if (from !== "" && contextToken !== "") {
      await memory.keepContextToken(token, from, contextToken);
    }
    if (incoming === null) {
      const types = objectsOf(message["item_list"]).map((item) => item["type"]);
      const { message_type: by } = message;
      logger.debug("WeChat: a message of no known kind is not delivered", { by, types });
      return [];
    }
    const { type, text } = incoming.message;
    for (const { reference, url } of linksOf(message)) await memory.keepLink(reference, url);
    const id = idOf(message["message_id"]);
    if (id !== "") await memory.keepMessage(id, from, { type, text, title: "" });
    return [incoming];
  }

  async function findQuoted(message: WireObject): Promise<KeptMessage | undefined> {
    for (const id of quotedIds(message)) {
      const kept = await memory.message(id, personOf(message));
      if (kept !== undefined) return kept;
    }
    return undefined;
  }

  async function onError(error: unknown): Promise<number> {
    if (hasCode(error, "PLATFORM_UNAUTHORIZED")) throw error;
    if (isForeignCursor(error) && !cursorRefused) {
      cursorRefused = true;
      cursor = "";
      logger.warn("WeChat: the cursor is of another session; receiving begins anew");
      return 0;
    }
    failures += 1;
    logger.warn("WeChat: receiving failed and is tried again", describeError(error));
    if (failures % LONG_WAIT_EVERY !== 0) return jitter(SHORT_WAIT_MS);
    logger.warn("WeChat: receiving keeps failing; the bot may need a new login");
    return jitter(LONG_WAIT_MS);
  }

  // It ends by the end of the session, which `api` has told already.
  const { signal } = stopping;
  const loop = runPollLoop({
    round,
    onError,
    onConnected: options.setConnected,
    signal,
    clock,
    quickRounds: QUICK_ROUNDS,
  }).catch(() => {});

  return {
    async stop() {
      stopping.abort();
      await Promise.all([inbound.stop(), loop]);
    },
  };
}

function isForeignCursor(error: unknown): boolean {
  return platformCodeOf(error) === "-3";
}
