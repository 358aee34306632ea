import { createPace, foldText } from "@botwright/core";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { escapeText, unescapeText } from "../database/escape-text.ts";
import type { Schema } from "../database/schema.ts";
import {
  type MessageItem,
  type MessageRow,
  type MessageState,
  readRuns,
  selectMessages,
  toItem,
} from "./message-rows.ts";

/** Which messages a list contains. */
export interface MessageFilter {
  readonly bot_id?: number | undefined;
  /** The person who wrote the messages. */
  readonly chat?: string | undefined;
  readonly state?: MessageState | undefined;
  /** Slug of a plugin that ran in the last attempt. */
  readonly plugin?: string | undefined;
  /** A part of the first 4,096 characters of the message's text; case and width of letters make no difference. */
  readonly text?: string | undefined;
}

/** Where a list begins, and how long it is. */
export interface MessagePaging {
  /** Lists messages with a lower id: the `next` of the previous list. @default the newest messages */
  readonly before?: number | undefined;
  /** The most messages in the list, 1 to 200. @default 50 */
  readonly limit?: number | undefined;
}

/** Messages, newest first. */
export interface MessageList {
  readonly items: readonly MessageItem[];
  /**
   * The `before` of the next list; `null` if there are no older messages. One call looks at 2,000 messages, so a list
   * that looks for a text or a plugin may be shorter than its limit although older messages match.
   */
  readonly next: number | null;
}

/** Messages that one list looks at in all, and with one statement. */
const MAX_SCANNED = 2000;
const AT_ONCE = 200;

const LIMIT = { default: 50, max: 200 };

/**
 * Lists messages of an account, newest first.
 *
 * @param userId `undefined`: messages of all accounts
 */
export async function listMessages(
  db: Kysely<Schema>,
  userId: number | undefined,
  filter: MessageFilter,
  { before: start, limit = LIMIT.default }: MessagePaging = {},
): Promise<MessageList> {
  const most = Math.min(Math.max(1, limit), LIMIT.max);
  const matches = createMessageFilter(filter);
  const found: MessageItem[] = [];
  let before = start ?? Number.MAX_SAFE_INTEGER;
  const atOnce = matches === undefined ? most + 1 : AT_ONCE;
  for (let looked = 0; looked < MAX_SCANNED; looked += atOnce) {
    const rows = await selectNewest(db, userId, filter, { before, limit: atOnce });
    for (const row of rows) {
      if (found.length === most) return { items: found, next: before };
      before = row.id;
      if (matches === undefined || (await matches(row))) found.push(toItem(row));
    }
    if (rows.length < atOnce) return { items: found, next: null };
  }
  return { items: found, next: before };
}

/**
 * Makes the check of the conditions that the statement does not check; `undefined` if there are none. The event loop
 * gets turns between rows, because folding may make eighteen characters of one, so that a page of texts takes half a
 * second.
 */
function createMessageFilter({
  text = "",
  plugin,
}: MessageFilter): ((row: MessageRow) => Promise<boolean>) | undefined {
  if (text === "" && plugin === undefined) return undefined;
  const wanted = foldText(text);
  const isOfPlugin = (row: MessageRow): boolean =>
    plugin === undefined || readRuns(row).some((run) => run.plugin === plugin);
  const pace = createPace();
  return async (row) => {
    const folded = isOfPlugin(row) ? foldText(unescapeText(row.shown)) : undefined;
    await pace(row.runs.length + (folded?.length ?? 0));
    return folded?.includes(wanted) ?? false;
  };
}

/** Reads the newest messages; the statement does not look for a text or a plugin. */
export async function selectNewest(
  db: Kysely<Schema>,
  userId: number | undefined,
  filter: Pick<MessageFilter, "bot_id" | "chat" | "state">,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<MessageRow[]> {
  return selectMessages(db, newestMessages(userId, filter, before, limit));
}

/** The `from` clause that finds the newest messages in each bot's index, without reading their documents. */
export function newestMessages(
  userId: number | undefined,
  { bot_id, chat, state }: MessageFilter,
  before: number,
  most: number,
): RawBuilder<unknown> {
  const conditions = [
    ...(state === "done" ? [sql`done_at is not null`] : []),
    ...(state === "set_aside" ? [sql`aside_at is not null`] : []),
    ...(state === "waiting" ? [sql`done_at is null and aside_at is null`] : []),
  ];
  const where = conditions.map((condition) => sql` and ${condition}`);
  const { range, order } = chat === undefined ? OF_BOT : ofChat(chat);
  return sql`(
    select w.* from bot b cross join lateral (
      select * from message
      where ${range} and id < ${before}${sql.join(where, sql``)}
      order by ${order} limit ${most}) w
    where (${userId ?? null}::bigint is null or b.user_id = ${userId ?? null})
      and (${bot_id ?? null}::bigint is null or b.id = ${bot_id ?? null})
    order by w.id desc limit ${most}) m join bot b on b.id = m.bot_id`;
}

/** The condition that finds the messages of a list, and the order in which an index has them. */
interface Place {
  readonly range: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
}

/**
 * A range of one bot, ordered by bot, so that only the index of bots gives this order. With a plain `bot_id = b.id`,
 * PostgreSQL may read along the primary key, and so read the messages of all other bots for a bot with few.
 */
const OF_BOT: Place = {
  range: sql`bot_id >= b.id and bot_id <= b.id`,
  order: sql`bot_id desc, id desc`,
};

/** Compares the hash of the chat too, because the index contains the hash and not the chat. */
function ofChat(chat: string): Place {
  const text = sql`${escapeText(chat)}::text`;
  return {
    range: sql`
      bot_id = b.id and hashtextextended(chat, 0) = hashtextextended(${text}, 0) and chat = ${text}`,
    order: sql`id desc`,
  };
}
