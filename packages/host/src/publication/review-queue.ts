import type { PluginMeta } from "@botwright/core";
import type { Finding } from "@botwright/inspect";
import { type Kysely, sql } from "kysely";
import type { Schema } from "../database/schema.ts";
import type { UpdateReport } from "../safe-update/update-report.ts";
import { asksForMore } from "./more-permissions.ts";
import { nothingToReview, readMeta, recordOf } from "./plugin-rows.ts";

/** A version that waits for a review, in the list of the queue. */
export interface ReviewSummary {
  /** The id of the plugin. */
  readonly id: number;
  readonly slug: string;
  readonly version: string;
  readonly published_version: string | null;
  /** How many findings the static rules have made. */
  readonly findings: number;
  /** ISO 8601. */
  readonly submitted_at: string;
}

/** A page of the queue. */
export interface ReviewPage {
  readonly items: ReviewSummary[];
  /** The `after` of the next page; `null`: this is the last page. */
  readonly next: number | null;
}

/** Which page of the queue to read. */
export interface ReviewPageOptions {
  /** The `next` of the previous page. */
  readonly after?: number | undefined;
  /** @default 100 */
  readonly limit?: number | undefined;
}

/** A version that waits for a review, beside the one that is published. */
export interface ReviewItem {
  /** The id of the plugin. */
  readonly id: number;
  readonly slug: string;
  readonly version: string;
  /** The id of the version, which a decision must name. */
  readonly version_id: number;
  readonly code: string;
  /** The SHA-256 of the code. */
  readonly sha256: string;
  readonly meta: PluginMeta;
  readonly findings: readonly Finding[];
  readonly published: {
    readonly version: string;
    readonly code: string;
    readonly meta: PluginMeta;
  } | null;
  /** Whether it asks for more permissions than the published one, so that owners must consent. */
  readonly asks_for_more: boolean;
  /** The comparison on recorded runs of the published version; `null` until there is one. */
  readonly update: UpdateReport | null;
}

/** The versions that wait for a review, except those of plugins that were taken down. */
function waitingVersions(db: Kysely<Schema>) {
  return db
    .selectFrom("plugin_version as v")
    .innerJoin("plugin as p", "p.id", "v.plugin_id")
    .leftJoin("plugin_version as old", "old.id", "p.published_id")
    .select(["v.id as version_id", "v.plugin_id", "p.slug", "v.version"])
    .select("old.version as old_version")
    .where("v.state", "=", "pending")
    .where("p.status", "!=", "taken_down");
}

/** Lists the versions that wait for a review, oldest first, without their code. */
export async function listReviews(
  db: Kysely<Schema>,
  { after = 0, limit = 100 }: ReviewPageOptions = {},
): Promise<ReviewPage> {
  const rows = await waitingVersions(db)
    .select(["v.created_at", sql<number>`json_array_length(v.findings::json)`.as("findings")])
    .where("v.id", ">", after)
    .orderBy("v.id")
    .limit(limit + 1)
    .execute();
  const items = rows.slice(0, limit).map((row): ReviewSummary => ({
    id: row.plugin_id,
    slug: row.slug,
    version: row.version,
    published_version: row.old_version,
    findings: row.findings,
    submitted_at: row.created_at.toISOString(),
  }));
  return { items, next: rows.length > limit ? (rows[limit - 1]?.version_id ?? null) : null };
}

/**
 * Reads the version of a plugin that waits for a review.
 *
 * @throws {BotwrightError} `NOTHING_TO_REVIEW`, `PLUGIN_NOT_FOUND`
 */
export async function readReview(db: Kysely<Schema>, pluginId: number): Promise<ReviewItem> {
  const row = await waitingVersions(db)
    .leftJoin("update_report as u", "u.version_id", "v.id")
    .select(["u.report", "v.code", "v.sha256", "v.meta", "v.findings"])
    .select(["old.code as old_code", "old.meta as old_meta"])
    .where("p.id", "=", pluginId)
    .executeTakeFirst();
  if (row === undefined) {
    await recordOf(db, pluginId);
    throw nothingToReview();
  }
  const meta = readMeta(row.meta);
  const { old_version: version, old_code: code, old_meta } = row;
  const published =
    version === null || code === null || old_meta === null
      ? null
      : { version, code, meta: readMeta(old_meta) };
  return {
    id: row.plugin_id,
    slug: row.slug,
    version: row.version,
    version_id: row.version_id,
    code: row.code,
    sha256: row.sha256,
    meta,
    findings: JSON.parse(row.findings),
    published,
    asks_for_more: published !== null && asksForMore(published.meta.permissions, meta.permissions),
    update: row.report === null ? null : JSON.parse(row.report),
  };
}
