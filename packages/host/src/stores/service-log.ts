import type { ServiceLog } from "@botwright/services";
import type { Kysely } from "kysely";
import type { Schema } from "../database/schema.ts";

/** The uses of services as rows. */
export function createPostgresServiceLog(db: Kysely<Schema>): ServiceLog {
  return {
    async record({ type, userId, pluginSlug, createdAt, ...details }) {
      await db
        .insertInto("service_use")
        .values({
          type,
          user_id: userId,
          plugin_slug: pluginSlug,
          created_at: new Date(createdAt),
          details: JSON.stringify(details),
        })
        .execute();
    },
  };
}
