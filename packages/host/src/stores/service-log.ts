import type { AILogEntry, ServiceLog, ServiceLogEntry } from "@botwright/services";
import type { Kysely } from "kysely";
import { escapeText } from "../database/escape-text.ts";
import type { Schema } from "../database/schema.ts";

/**
 * Stores the uses of services as rows. A call of a model that is repeated after a crash replaces its earlier row, so
 * that sums count it once. A row with fewer credits does not replace one with more, because its call was paused and
 * has failed since.
 */
export function createPostgresServiceLog(db: Kysely<Schema>): ServiceLog {
  return {
    async record(entry) {
      const { type, userId, pluginSlug, createdAt, botDbId, messageId, ...rest } = entry;
      const row = {
        type,
        user_id: userId,
        plugin_slug: pluginSlug,
        created_at: new Date(createdAt),
        bot_id: botDbId ?? null,
        message_id: messageId === undefined ? null : escapeText(messageId),
        ...(entry.type === "ai" ? columnsOf(entry) : {}),
        details: JSON.stringify(detailsOf(rest)),
      };
      await db
        .insertInto("service_use")
        .values(row)
        .onConflict((conflict) =>
          conflict
            .column("effect_key")
            .doUpdateSet(row)
            .whereRef("service_use.credits", "<=", "excluded.credits"),
        )
        .execute();
    },
  };
}

function columnsOf({ effectKey, chargeKey, model, usage, credits }: AILogEntry) {
  return {
    effect_key: effectKey === undefined ? null : escapeText(effectKey),
    charge_key: chargeKey === undefined ? null : escapeText(chargeKey),
    model: escapeText(model),
    prompt_tokens: usage.prompt_tokens,
    completion_tokens: usage.completion_tokens,
    credits,
  };
}

const COLUMNS: ReadonlySet<string> = new Set([
  "effectKey",
  "chargeKey",
  "model",
  "usage",
  "credits",
]);

/** The members of an entry without a column of their own. */
function detailsOf(rest: Partial<ServiceLogEntry>): object {
  return Object.fromEntries(Object.entries(rest).filter(([key]) => !COLUMNS.has(key)));
}
