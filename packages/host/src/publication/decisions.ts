import { BotwrightError } from "@botwright/core";
import type { Kysely, Transaction } from "kysely";
import type { Schema } from "../database/schema.ts";
import { notifyInstalled } from "../plugins/installed-changes.ts";
import { assertMayPublish, lockPlugin, lockStanding } from "./lock-plugin.ts";
import { afterRejection, nothingToReview, publish, readMeta, recordOf } from "./plugin-rows.ts";
import type { PluginRecord } from "./plugin-record.ts";

/** Which version a reviewer has read; members that are left out are not compared. */
export interface ReviewedVersion {
  /** The id of the version: it covers code, settings, triggers and name. */
  readonly version_id?: number | undefined;
  /** The SHA-256 of its code alone. */
  readonly sha256?: string | undefined;
}

/** A reviewer's decision on the version that waits. */
export interface Verdict {
  readonly pluginId: number;
  readonly reviewerId: number;
  readonly read: ReviewedVersion;
  /** Why the version is rejected; `null`: it is approved. */
  readonly reason: string | null;
}

/** Approves or rejects the version that waits. */
export async function decide(
  db: Kysely<Schema>,
  { pluginId, reviewerId, read, reason }: Verdict,
): Promise<PluginRecord> {
  return db.transaction().execute(async (trx) => {
    const plugin = await lockStanding(trx, pluginId);
    const waiting = await trx
      .selectFrom("plugin_version")
      .select(["id", "meta", "sha256"])
      .where("plugin_id", "=", pluginId)
      .where("state", "=", "pending")
      .executeTakeFirstOrThrow(nothingToReview);
    if (!isRead(waiting, read)) throw versionChanged();
    if (reason === null) await assertMayPublish(trx, plugin);
    await endReview(trx, { pluginId, reviewerId, reason });
    if (reason === null) await publish(trx, pluginId, waiting.id, readMeta(waiting.meta));
    else await afterRejection(trx, pluginId);
    return recordOf(trx, pluginId);
  });
}

/** Takes a plugin out of the library, and rejects its version that waits. */
export async function takeDown(
  db: Kysely<Schema>,
  { pluginId, reviewerId, reason }: Omit<Verdict, "read">,
): Promise<PluginRecord> {
  return db.transaction().execute(async (trx) => {
    await lockPlugin(trx, pluginId);
    await trx
      .updateTable("plugin")
      .set({ status: "taken_down", updated_at: new Date() })
      .where("id", "=", pluginId)
      .execute();
    await endReview(trx, { pluginId, reviewerId, reason });
    // The reason goes to the last version, where the developer reads it, even if no version was waiting.
    const versions = trx.selectFrom("plugin_version").where("plugin_id", "=", pluginId);
    await trx
      .updateTable("plugin_version")
      .set({ reason })
      .where(
        "id",
        "=",
        versions.select(({ fn }) => fn.max("id").as("id")),
      )
      .execute();
    await notifyInstalled(trx);
    return recordOf(trx, pluginId);
  });
}

async function endReview(
  trx: Transaction<Schema>,
  { pluginId, reviewerId, reason }: Omit<Verdict, "read">,
): Promise<void> {
  await trx
    .updateTable("plugin_version")
    .set({
      state: reason === null ? "approved" : "rejected",
      reason,
      reviewed_at: new Date(),
      reviewed_by: reviewerId,
    })
    .where("plugin_id", "=", pluginId)
    .where("state", "=", "pending")
    .execute();
}

/** Whether a version is the one that the reviewer has read. */
function isRead(
  { id, sha256 }: { readonly id: number; readonly sha256: string },
  { version_id = id, sha256: read = sha256 }: ReviewedVersion,
): boolean {
  return version_id === id && read === sha256;
}

function versionChanged(): BotwrightError {
  return new BotwrightError("another version was submitted since: read it before you decide", {
    code: "VERSION_CHANGED",
  });
}
