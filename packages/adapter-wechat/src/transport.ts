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
  /** Timeout of a poll in milliseconds, until the server gives one. */
  readonly pollTimeoutMs: number;
}

/** Milliseconds between which the server may choose how long it holds a poll. */
const HELD_MS = { min: 1000, max: 120_000 };
/** Pause after a failure, and after each third one in a row. */
const SHORT_WAIT_MS = 2000;
const LONG_WAIT_MS = 30_000;
const LONG_WAIT_EVERY = 3;
/** Immediate empty answers in a row that are polled again without a pause; an ended poll causes one. */
const QUICK_ROUNDS = 2;

/**
 * Receives by long polling. A call of getupdates passes a cursor, and the server holds it until there
 * are messages after that cursor, or for about half a minute; the answer has the next cursor.
 *
 * Passing a cursor acknowledges all messages before it: the server does not deliver them again. So
 * the cursor advances, here and in the state, only after the sink has accepted the whole batch. A
 * batch that the sink refuses is polled again, and so is one whose cursor was not stored when the
 * process died: the inbox knows the messages that it has by their ids.
 *
 * Ends when the session has ended.
 */
export function startPolling(options: PollingOptions): Transport {
  const { inbound, api, token, store, logger, clock } = options;
  const stopping = new AbortController();
  let timeoutMs = options.pollTimeoutMs;
  let cursor: string | undefined;
  let failures = 0;
  let cursorRefused = false;

  /** Polls once; `undefined` when the server had nothing to report in time. */
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
   * Polls, and passes the batch to the sink. The cursor moves in the state first and in memory second: if storing it
   * fails, the same batch is polled again.
   */
  async function round(signal: AbortSignal): Promise<PollRound> {
    cursor ??= await store.cursor(token);
    const answer = await poll(cursor, signal);
    if (answer === undefined) {
      failures = 0;
      return IDLE_ROUND;
    }
    // Every session accepts an empty cursor: only a success with another one shows that cursors are
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
   * Parses a message, and notes what replies, quotes and downloads need; empty if it is not delivered. That
   * is stored before the sink has the messages, so a batch that is polled again stores the same values again.
   */
  async function prepare(
    message: Unchecked<WeixinMessage>,
    batch: Batch,
  ): Promise<IncomingMessage[]> {
    const quoted = await findQuoted(message, batch);
    const incoming = parseMessage(message, { receivedAt: clock.now(), quoted });
    const from = personOf(message);
    const contextToken = textOf(message.context_token);
    // A message of an unknown kind is not delivered, but its token is the newest of this person.
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
   * Stores at once what was noted of a batch. What cannot be stored is missed later by a reply, a quote or a
   * download; were the round to fail, the batch would be polled again and again, and no later message would arrive.
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
   * Finds the quoted message by the ids that the platform gives for it, among those of the same
   * person only. One that cannot be read is missed by the quote, and holds no message up.
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

  /** Judges a failed poll: the pause in milliseconds. Throws when the session has ended. */
  async function onError(error: unknown): Promise<number> {
    if (hasCode(error, "PLATFORM_UNAUTHORIZED")) throw error;
    // Starting anew is tried once per refusal; an empty cursor that is refused too is an ordinary
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

  // Rejects only when the session has ended, which `api` has reported by then.
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

/** What is to be kept of the messages of one poll. */
interface Batch {
  /** The newest of each person. */
  readonly contextTokens: Map<string, string>;
  /** Addresses of media by their references. */
  readonly links: Map<string, string>;
  /** By their ids. */
  readonly messages: Map<string, { readonly chat: string; readonly message: QuotableText }>;
}

/** Notes a message that is not delivered, and why. */
function noteDropped(message: Unchecked<WeixinMessage>, logger: Logger): void {
  if (personOf(message) === "") {
    logger.debug("WeChat: a message that is not for the bot was dropped", {
      by: message.message_type,
    });
    return;
  }
  const reason = reasonToDrop(message);
  if (reason === undefined) {
    // The types of its items, by their numbers.
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
