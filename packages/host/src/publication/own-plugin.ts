import type { PluginCategory } from "@botwright/core";
import type { Finding } from "@botwright/inspect";
import type { Kysely } from "kysely";
import type { Schema } from "../database/schema.ts";
import { lastVersion, recordOf } from "./plugin-rows.ts";
import type { PluginRecord } from "./plugin-record.ts";
import type { SubmittedFields } from "./submission.ts";

/** A version as its developer sees it. */
export interface OwnVersion {
  readonly id: number;
  readonly version: string;
  readonly sha256: string;
  /** `replaced`: the developer submitted a newer one before this one was reviewed. */
  readonly state: "pending" | "approved" | "rejected" | "replaced";
  /** Whether it is the version in the library. */
  readonly current: boolean;
  /** The reviewer's reason, if the version was rejected. */
  readonly reason: string | null;
  readonly submitted_at: string;
  readonly reviewed_at: string | null;
}

/** All editable fields of a developer's own plugin, and the states of its versions. */
export interface OwnPlugin extends PluginRecord {
  readonly name: string;
  readonly description: string;
  readonly icon: string;
  readonly category: PluginCategory | null;
  readonly readme: string;
  readonly repository_url: string;
  /** The code of the version that was submitted last. */
  readonly code: string;
  readonly findings: readonly Finding[];
  /** The code in the library; `null`: none is published. */
  readonly published_code: string | null;
  /** Newest first, at most 100. */
  readonly versions: readonly OwnVersion[];
}

const MAX_VERSIONS = 100;

/**
 * Reads a developer's own plugin.
 *
 * @throws {BotwrightError} `PLUGIN_NOT_FOUND`, also for a plugin of another developer
 */
export async function readOwnPlugin(
  db: Kysely<Schema>,
  developerId: number,
  pluginId: number,
): Promise<OwnPlugin> {
  const last = await lastVersion(db, pluginId, developerId);
  const plugin = await db
    .selectFrom("plugin as p")
    .leftJoin("plugin_version as old", "old.id", "p.published_id")
    .select(["p.published_id", "p.description", "p.icon", "p.readme", "p.repository_url"])
    .select("old.code")
    .where("p.id", "=", pluginId)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom("plugin_version")
    .select(["id", "version", "sha256", "state", "reason", "created_at", "reviewed_at"])
    .where("plugin_id", "=", pluginId)
    .orderBy("id", "desc")
    .limit(MAX_VERSIONS)
    .execute();
  const record: SubmittedFields = JSON.parse(last.record);
  const { description, icon, readme, repository_url } = plugin;
  return {
    ...(await recordOf(db, pluginId)),
    name: record.name,
    category: record.category || null,
    description,
    icon,
    readme,
    repository_url,
    code: last.code,
    findings: JSON.parse(last.findings),
    published_code: plugin.code,
    versions: rows.map(({ created_at, reviewed_at, ...version }) => ({
      ...version,
      current: version.id === plugin.published_id,
      submitted_at: created_at.toISOString(),
      reviewed_at: reviewed_at?.toISOString() ?? null,
    })),
  };
}
