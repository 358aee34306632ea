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

/** The messages that an operator has to look at: without what people wrote. */
export type SetAsideItem = Omit<MessageItem, "text" | "chat" | "platform_id"> & {
  /** The account that owns the bot. */
  readonly user_id: number;
};

/** The messages of accounts, and what happened at them. */
export interface Messages {
  /** Messages of an account, newest first, with the beginnings of their texts. */
  list(userId: number, filter?: MessageFilter, paging?: MessagePaging): Promise<MessageList>;
  /** @throws {BotwrightError} `MESSAGE_NOT_FOUND`, also for another account's */
  trace(userId: number, messageId: number): Promise<MessageTraceView>;
  /**
   * One plugin's run at a message for `botwright replay`: the file's text.
   *
   * @throws {BotwrightError} `MESSAGE_NOT_FOUND`, `RUN_NOT_RECORDED`
   */
  record(userId: number, messageId: number, plugin: string): Promise<string>;
  /**
   * Puts a message that was set aside back into its chat, at its old place: it is handled before every
   * message that waits there. Its attempts are counted anew. What its journal has is not done again.
   *
   * @throws {BotwrightError} `MESSAGE_NOT_FOUND`, `MESSAGE_NOT_SET_ASIDE`
   */
  retry(userId: number, messageId: number): Promise<MessageItem>;
  /** The same for an administrator, over all accounts. */
  readonly admin: AdminMessages;
  /**
   * A record for reruns inside of the host.
   *
   * @param userId whose it must be; absent: any account's
   */
  readRecord(messageId: number, plugin: string, userId?: number): Promise<RecordedRun>;
}

/** What an administrator does with the messages of all accounts. */
export interface AdminMessages {
  /** The messages that were set aside, newest first, without what people wrote. */
  setAside(paging?: MessagePaging): Promise<{ items: SetAsideItem[]; next: number | null }>;
  /**
   * What happened at a message that was set aside. Others are their accounts' own.
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
  // Not the journal of the bots: reads of one journal share statements, and a run would wait for a large trace.
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
