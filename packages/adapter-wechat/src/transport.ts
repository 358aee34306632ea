import {
  boundedTime,
  type InboundPipeline,
  hasCode,
  IDLE_ROUND,
  jitter,
  objectsOf,
  platformCodeOf,
  type PollRound,
  runPollLoop,
  textOf,
  type Transport,
  type Unchecked,
} from "@botwright/adapter-kit";
import { type Clock, describeError, type IncomingMessage, type Logger } from "@botwright/core";
import type { SessionStore } from "./adapter/session-store.ts";
import type { Api } from "./api.ts";
import { linksOf } from "./media/reference.ts";
import { parseMessage, personOf, reasonToDrop } from "./parse.ts";
import { type QuotableText, quotedIds } from "./parse/quote.ts";
import { idOf, itemsOf, type WeixinMessage } from "./wire.ts";
import type { Updates } from "./wire/api.ts";

/** Options of {@link startPolling}. */
export interface PollingOptions {
  readonly inbound: InboundPipeline;
  readonly api: Api;
  readonly token: string;
  readonly store: SessionStore;
  readonly setConnected: (isConnected: boolean) => void;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Timeout of a poll in milliseconds, until the server sends its own. */
  readonly pollTimeoutMs: number;
}

/** Bounds in milliseconds for the time that the server says it holds a poll. */
const HELD_MS = { min: 1000, max: 120_000 };
/** Pause in milliseconds after a failure, and the longer one after each third failure in a row. */
const SHORT_WAIT_MS = 2000;
const LONG_WAIT_MS = 30_000;
const LONG_WAIT_EVERY = 3;
/** How many immediate empty answers in a row are followed by no pause; an ended poll causes one. */
const QUICK_ROUNDS = 2;

/**
 * Receives by long polling. A call of getupdates passes a cursor, and the server holds the call until it has
 * messages after that cursor, or for about half a minute; the answer has the next cursor.
 *
 * Passing a cursor acknowledges all messages before it: the server does not deliver them again. So
 * the cursor advances, in memory and in the state, only after the sink has accepted the whole batch. If the
 * sink refuses a batch, or the process dies before the cursor is stored, the same batch is polled
 * again: the inbox recognizes the ids of the messages that it has accepted.
 *
 * The loop ends when the session has ended.
 */
export function startPolling(options: PollingOptions): Transport {
  const { inbound, api, token, store, logger, clock } = options;
  const stopping = new AbortController();
  let timeoutMs = options.pollTimeoutMs;
  let cursor: string | undefined;
  let failures = 0;
  let cursorRefused = false;

  /** Polls once; `undefined` when the server had no messages before the timeout. */
  async function poll(from: string, signal: AbortSignal): Promise<Unchecked<Updates> | undefined> {
    try {
      return await api.call("getupdates", { get_updates_buf: from }, { timeoutMs, signal });
    } catch (error) {
      // A poll that the server held for longer than the timeout had no messages.
      if (hasCode(error, "NETWORK_TIMEOUT")) return undefined;
      throw error;
    }
  }

  /**
   * Polls, and passes the batch to the sink. It stores the cursor before it changes the variable, so that the same
   * batch is polled again if storing fails.
   */
  async function round(signal: AbortSignal): Promise<PollRound> {
    cursor ??= await store.cursor(token);
    const answer = await poll(cursor, signal);
    if (answer === undefined) {
      failures = 0;
      return IDLE_ROUND;
    }
    // Every session accepts an empty cursor, so only a success with another one shows that cursors are
    // accepted again.
    if (cursor !== "") cursorRefused = false;
    timeoutMs = boundedTime(answer.longpolling_timeout_ms, HELD_MS) ?? timeoutMs;
    const { msgs } = answer;
    const messages: Unchecked<WeixinMessage>[] = objectsOf(msgs);
    if (Array.isArray(msgs) && msgs.length > messages.length) {
      logger.warn("WeChat: a message is not delivered, because it cannot be read");
    }
    const batch: Batch = { contextTokens: new Map(), links: new Map(), messages: new Map() };
    const prepared: IncomingMessage[] = [];
    for (const message of messages) prepared.push(...(await prepare(message, batch)));
    await keep(batch);
    if (!(await inbound.acceptAll(prepared))) return IDLE_ROUND;
    const next = textOf(answer.get_updates_buf);
    const hasMoved = next !== "" && next !== cursor;
    if (hasMoved) {
      await store.keepCursor(token, next);
      cursor = next;
    }
    failures = 0;
    const sent = messages.filter(({ from_user_id: from }) => textOf(from) !== "");
    return { updates: sent.length, hasMoved };
  }

  /**
   * Parses a message, and collects what replies, quotes and downloads need; returns an empty list if it is not
   * delivered. Storing the same batch twice, after a second poll, stores the same values.
   */
  async function prepare(
    message: Unchecked<WeixinMessage>,
    batch: Batch,
  ): Promise<IncomingMessage[]> {
    const quoted = await findQuoted(message, batch);
    const incoming = parseMessage(message, { receivedAt: clock.now(), quoted });
    const from = personOf(message);
    const contextToken = textOf(message.context_token);
    // A message of an unsupported kind is not delivered, but its token is the newest of this person.
    if (from !== "" && contextToken !== "") batch.contextTokens.set(from, contextToken);
    if (incoming === null) {
      noteDropped(message, logger);
      return [];
    }
    const { type, text } = incoming.message;
    for (const { reference, url } of linksOf(message)) batch.links.set(reference, url);
    const id = idOf(message.message_id);
    if (id !== "") batch.messages.set(id, { chat: from, message: { type, text, title: "" } });
    return [incoming];
  }

  /**
   * Stores the collected data of a batch. A failure only costs a later reply, quote or download its data. If it failed
   * the round instead, the same batch would be polled again and again, and no later message would arrive.
   */
  async function keep({ contextTokens, links, messages }: Batch): Promise<void> {
    const outcomes = await Promise.allSettled([
      ...[...contextTokens].map(([from, text]) => store.keepContextToken(token, from, text)),
      ...[...links].map(([reference, url]) => store.keepLink(reference, url)),
      ...[...messages].map(([id, { chat, message }]) => store.keepMessage(id, chat, message)),
    ]);
    const failed = outcomes.filter((outcome) => outcome.status === "rejected");
    const [first] = failed;
    if (first === undefined) return;
    const problem = describeError(first.reason);
    logger.warn("WeChat: not all could be stored that replies, quotes and downloads need", {
      entries: failed.length,
      ...problem,
    });
  }

  /**
   * Finds the quoted message by its ids, among the messages of the same person only. If the look-up fails, only the
   * quote is incomplete, and the message is still delivered.
   */
  async function findQuoted(
    message: Unchecked<WeixinMessage>,
    { messages }: Batch,
  ): Promise<QuotableText | undefined> {
    const chat = personOf(message);
    try {
      for (const id of quotedIds(message)) {
        const near = messages.get(id);
        const kept = near?.chat === chat ? near.message : await store.message(id, chat);
        if (kept !== undefined) return kept;
      }
    } catch (error) {
      logger.warn("WeChat: a quoted message could not be looked up", describeError(error));
    }
    return undefined;
  }

  /** Decides the pause after a failed poll, in milliseconds. Throws when the session has ended. */
  async function onError(error: unknown): Promise<number> {
    if (hasCode(error, "PLATFORM_UNAUTHORIZED")) throw error;
    // After a refusal the loop once starts with an empty cursor; if that is refused too, it is an ordinary
    // failure.
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

  // Rejects only when the session has ended, which `api` has already reported.
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

/** The data to store from the messages of one poll. */
interface Batch {
  /** The newest context token of each person. */
  readonly contextTokens: Map<string, string>;
  /** URLs of media by their references. */
  readonly links: Map<string, string>;
  /** Texts by message id. */
  readonly messages: Map<string, { readonly chat: string; readonly message: QuotableText }>;
}

/** Logs a message that is not delivered, and the reason. */
function noteDropped(message: Unchecked<WeixinMessage>, logger: Logger): void {
  if (personOf(message) === "") {
    logger.debug("WeChat: a message that is not for the bot was dropped", {
      by: message.message_type,
    });
    return;
  }
  const reason = reasonToDrop(message);
  if (reason === undefined) {
    // The numbers of its items' types.
    const kind = itemsOf(message)
      .map((item) => String(item.type))
      .join();
    logger.debug("WeChat: a message of an unsupported kind was dropped", { kind });
  } else logger.debug(`WeChat: ${DROPPED[reason]} was dropped`);
}

const DROPPED = {
  recalled: "a recalled message",
  unfinished: "an unfinished copy of a message",
} as const;

/** Whether the server refuses the cursor, because it belongs to another session. */
function isForeignCursor(error: unknown): boolean {
  return platformCodeOf(error) === "-3";
}
