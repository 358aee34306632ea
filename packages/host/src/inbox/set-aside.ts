import type { SetAsideMessage } from "@botwright/core";
import type { Kysely } from "kysely";
import { unescapeText } from "../database/escape-text.ts";
import type { Schema } from "../database/schema.ts";

/** The most messages in one list. */
const MAX_MESSAGES = 1000;

/** The messages of a bot that were set aside, oldest first, each with the reason. */
export async function listSetAside(db: Kysely<Schema>, botId: number): Promise<SetAsideMessage[]> {
  const rows = await db
    .selectFrom("message")
    .select(["incoming", "starts", "error_code", "error_message"])
    .where("bot_id", "=", botId)
    .where("aside_at", "is not", null)
    .orderBy("id")
    .limit(MAX_MESSAGES)
    .execute();
  return rows.map((row) => ({
    incoming: JSON.parse(row.incoming),
    attempts: row.starts,
    error: { code: row.error_code ?? "", message: unescapeText(row.error_message ?? "") },
  }));
}
