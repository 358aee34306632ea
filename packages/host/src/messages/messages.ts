import {
  BotwrightError,
  formatRecordedRun,
  type Logger,
  type RecordedRun,
  silentLogger,
} from "@botwright/core";
import { sql } from "kysely";
import {
  listMessages,
  type MessageFilter,
  type MessageList,
  type MessagePaging,
} from "./list-messages.ts";
import {
  type MessageItem,
  messageNotFound,
  type MessageRow,
  selectMessages,
  toItem,
} from "./message-rows.ts";
import { createPostgresJournal } from "../stores/journal.ts";
import type { AttemptSources } from "./read-attempts.ts";
import { readRecord } from "./record.ts";
import { type MessageTraceView, readTrace } from "./trace-view.ts";

/** Options of {@link createMessages}. */
export interface MessagesOptions extends Omit<AttemptSources, "journal"> {
  readonly logger?: Logger;
}

/** A message that was set aside, as an operator sees it: without what people wrote. */
export type SetAsideItem = Omit<MessageItem, "text" | "chat" | "platform_id"> & {
  /** The account that owns the bot. */
  readonly user_id: number;
};

/** The messages of accounts, and their traces. */
export interface Messages {
  /** Lists messages of an account, newest first, with the beginnings of their texts. */
  list(userId: number, filter?: MessageFilter, paging?: MessagePaging): Promise<MessageList>;
  /** @throws {BotwrightError} `MESSAGE_NOT_FOUND`, also for a message of another account */
  trace(userId: number, messageId: number): Promise<MessageTraceView>;
  /**
   * The record of one plugin's run at a message, as the text of a file for `botwright replay`.
   *
   * @throws {BotwrightError} `MESSAGE_NOT_FOUND`, `RUN_NOT_RECORDED`
   */
  record(userId: number, messageId: number, plugin: string): Promise<string>;
  /**
   * Puts a message that was set aside back into its chat at its old place, before all messages that wait there. Its
   * attempts are counted anew. Host calls that its journal has are not made again.
   * @throws {BotwrightError} `MESSAGE_NOT_FOUND`, `MESSAGE_NOT_SET_ASIDE`
   */
  retry(userId: number, messageId: number): Promise<MessageItem>;
  /** The same for an administrator, over all accounts. */
  readonly admin: AdminMessages;
  /**
   * Reads a record for reruns inside the host.
   *
   * @param userId the account that the message must belong to; absent: any account
   */
  readRecord(messageId: number, plugin: string, userId?: number): Promise<RecordedRun>;
}

/** What an administrator does with the messages of all accounts. */
export interface AdminMessages {
  /** The messages that were set aside, newest first, without what people wrote. */
  setAside(paging?: MessagePaging): Promise<{ items: SetAsideItem[]; next: number | null }>;
  /**
   * The trace of a message that was set aside. Administrators cannot read the traces of other messages.
   *
   * @throws {BotwrightError} `MESSAGE_NOT_FOUND`
   */
  trace(adminId: number, messageId: number): Promise<MessageTraceView>;
  /** @throws {BotwrightError} `MESSAGE_NOT_FOUND`, `MESSAGE_NOT_SET_ASIDE` */
  retry(adminId: number, messageId: number): Promise<SetAsideItem>;
}

/** Creates the messages over the database. */
export function createMessages(options: MessagesOptions): Messages {
  const { db, secrets, logger = silentLogger } = options;
  // Not the journal of the bots: reads of one journal share statements, so a run would wait for a large trace.
  const sources: AttemptSources = { db, secrets, journal: createPostgresJournal({ db, secrets }) };

  /** @param userId `undefined`: of any account */
  async function find(userId: number | undefined, messageId: number): Promise<MessageRow> {
    const [row] = await selectMessages(
      db,
      sql`(select * from message where id = ${messageId}) m join bot b on b.id = m.bot_id
        and (${userId ?? null}::bigint is null or b.user_id = ${userId ?? null})`,
    );
    if (row === undefined) throw messageNotFound();
    return row;
  }

  async function retry(userId: number | undefined, messageId: number): Promise<MessageRow> {
    await find(userId, messageId);
    const { rows } = await sql<{ is_back: boolean }>`
      select inbox_retry(${messageId}) as is_back`.execute(db);
    if (rows[0]?.is_back !== true) throw notSetAside();
    return find(userId, messageId);
  }

  return {
    list: (userId, filter = {}, paging) => listMessages(db, userId, filter, paging),
    async trace(userId, messageId) {
      const row = await find(userId, messageId);
      return readTrace(sources, row, toItem(row));
    },
    async record(userId, messageId, plugin) {
      const row = await find(userId, messageId);
      return formatRecordedRun(await readRecord(sources, row, plugin));
    },
    retry: async (userId, messageId) => toItem(await retry(userId, messageId)),
    readRecord: async (messageId, plugin, userId) =>
      readRecord(sources, await find(userId, messageId), plugin),
    admin: {
      async setAside(paging) {
        const { items, next } = await listMessages(db, undefined, { state: "set_aside" }, paging);
        const owners = await ownersOf(items.map(({ bot_id }) => bot_id));
        return {
          items: items.map((item) => withoutText(item, owners.get(item.bot_id) ?? 0)),
          next,
        };
      },
      async trace(adminId, messageId) {
        const row = await find(undefined, messageId);
        if (row.aside_at === null) throw messageNotFound();
        logger.info("an administrator reads a trace", { adminId, messageId, userId: row.user_id });
        return readTrace(sources, row, toItem(row));
      },
      async retry(adminId, messageId) {
        const row = await retry(undefined, messageId);
        logger.info("an administrator puts a message back", { adminId, messageId });
        return withoutText(toItem(row), row.user_id);
      },
    },
  };

  async function ownersOf(botIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    if (botIds.length === 0) return new Map();
    const rows = await db
      .selectFrom("bot")
      .select(["id", "user_id"])
      .where("id", "in", [...new Set(botIds)])
      .execute();
    return new Map(rows.map(({ id, user_id }) => [id, user_id]));
  }
}

function withoutText(
  { text: _text, chat: _chat, platform_id: _id, ...item }: MessageItem,
  user_id: number,
): SetAsideItem {
  return { ...item, user_id };
}

function notSetAside(): BotwrightError {
  return new BotwrightError("this message was not set aside: it was handled, or it waits already", {
    code: "MESSAGE_NOT_SET_ASIDE",
  });
}
