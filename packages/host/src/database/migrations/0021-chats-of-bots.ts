import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * The messages of one chat are looked up: before, a list of a chat with few messages read all of its bot.
 *
 * The index has a hash in the place of the chat, so that no other statement can use it. One with the chat itself would
 * give the inbox the messages of a chat that wait among all that are done, where the planner has no statistics yet.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index message_bot_chat on message (bot_id, hashtextextended(chat, 0), id)`.execute(db);
}

export const chatsOfBots: Migration = { up };
