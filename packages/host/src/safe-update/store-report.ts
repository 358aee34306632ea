import type { Kysely } from "kysely";
import type { Schema } from "../database/schema.ts";
import { lockStanding } from "../publication/lock-plugin.ts";
import { nothingToReview } from "../publication/plugin-rows.ts";
import type { UpdateReport } from "./update-report.ts";

/**
 * Stores a report, unless the version was decided on, replaced or taken down while its runs were compared.
 *
 * @throws {BotwrightError} `NOTHING_TO_REVIEW`, `PLUGIN_NOT_FOUND`, `PLUGIN_TAKEN_DOWN`
 */
export async function storeReport(
  db: Kysely<Schema>,
  pluginId: number,
  versionId: number,
  report: UpdateReport,
): Promise<void> {
  const json = JSON.stringify(report);
  await db.transaction().execute(async (trx) => {
    await lockStanding(trx, pluginId);
    await trx
      .selectFrom("plugin_version")
      .select("id")
      .where("id", "=", versionId)
      .where("state", "=", "pending")
      .executeTakeFirstOrThrow(nothingToReview);
    await trx
      .insertInto("update_report")
      .values({ version_id: versionId, report: json })
      .onConflict((conflict) =>
        conflict.column("version_id").doUpdateSet({ report: json, made_at: new Date() }),
      )
      .execute();
  });
}
