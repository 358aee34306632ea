import { randomUUID } from "node:crypto";
import type { Database } from "../src/database/open-database.ts";

/** What a test gives of a bot. */
export interface TestBot {
  readonly userId: number;
  /** Its credentials. @default none that can be opened */
  readonly sealed?: string;
  /** @default false */
  readonly paused?: boolean;
}

/** Adds a bot of Telegram with an account of its own there. Returns its id. */
export async function insertBot(db: Database["db"], bot: TestBot): Promise<number> {
  const { userId, sealed = "", paused = false } = bot;
  const { id } = await db
    .insertInto("bot")
    .values({
      user_id: userId,
      platform: "telegram",
      name: "a bot",
      sealed,
      account: randomUUID(),
      paused,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
