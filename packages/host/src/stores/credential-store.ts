import type { CredentialStore } from "@botwright/services";
import type { Kysely } from "kysely";
import type { Schema } from "../database/schema.ts";

/** Stores the sealed credentials of accounts as rows. */
export function createPostgresCredentialStore(db: Kysely<Schema>): CredentialStore {
  return {
    async list(userId, platform) {
      const rows = await db
        .selectFrom("platform_credentials")
        .selectAll()
        .where("user_id", "=", userId)
        .where("platform", "=", platform)
        .orderBy("created_at")
        .execute();
      return rows.map(({ id, sealed, is_default: isDefault, created_at: createdAt }) => ({
        id,
        userId,
        platform,
        sealed,
        isDefault,
        createdAt: createdAt.getTime(),
      }));
    },
  };
}
