import {
  assertMeta,
  BotwrightError,
  normalizeText,
  type PluginMeta,
  type PluginPermissions,
} from "@botwright/core";
import { type Kysely, sql, type Transaction } from "kysely";
import type { Schema } from "../database/schema.ts";
import { lockInstallations } from "../installations/lock-installations.ts";
import { notifyInstalled } from "../plugins/installed-changes.ts";
import { asksForMore } from "./more-permissions.ts";
import type { PluginRecord } from "./plugin-record.ts";
import type { CheckedSubmission } from "./submission.ts";

/** The database, or a transaction. */
type Db = Kysely<Schema> | Transaction<Schema>;

/** How many replaced versions of a plugin are kept, that is, versions replaced before their review. */
const MAX_REPLACED = 100;

/** Adds a version that waits for a review. It replaces a version that waits already. */
export async function addVersion(
  trx: Db,
  pluginId: number,
  checked: CheckedSubmission,
): Promise<void> {
  await trx
    .updateTable("plugin_version")
    .set({ state: "replaced" })
    .where("plugin_id", "=", pluginId)
    .where("state", "=", "pending")
    .execute();
  await sql`
    delete from plugin_version where id in (
      select id from plugin_version where plugin_id = ${pluginId} and state = 'replaced'
      order by id desc offset ${MAX_REPLACED})`.execute(trx);
  await trx
    .insertInto("plugin_version")
    .values({
      plugin_id: pluginId,
      version: checked.version,
      sha256: checked.sha256,
      code: checked.code,
      record: JSON.stringify(checked.record),
      meta: JSON.stringify(checked.meta),
      findings: JSON.stringify(checked.findings),
      state: "pending",
    })
    .execute();
}

/** Publishes a version in the library, and gives it to all installations whose owners need not consent. */
export async function publish(
  trx: Transaction<Schema>,
  pluginId: number,
  versionId: number,
  meta: PluginMeta,
): Promise<void> {
  await trx
    .updateTable("plugin")
    .set({ status: "published", published_id: versionId, updated_at: new Date(), ...wordsOf(meta) })
    .where("id", "=", pluginId)
    .execute();
  await lockInstallations(trx, { pluginId });
  const groups = await trx
    .selectFrom("installation as i")
    .innerJoin("plugin_version as v", "v.id", "i.version_id")
    .select(["v.id", "v.meta", "i.consented"])
    .distinctOn(["v.id", sql<string>`i.consented::text`])
    .where("i.plugin_id", "=", pluginId)
    .execute();
  for (const { id, meta: old, consented } of groups) {
    if (asksForMore(consentedPermissions(consented, readMeta(old)), meta.permissions)) continue;
    await trx
      .updateTable("installation")
      .set({ version_id: versionId })
      .where("plugin_id", "=", pluginId)
      .where("version_id", "=", id)
      .where(sql<boolean>`consented::text is not distinct from ${consented}`)
      .execute();
  }
  await notifyInstalled(trx);
}

/** The permissions that an owner has consented to; if not recorded, those that the installed version asks for. */
export function consentedPermissions(
  consented: string | null,
  installed: PluginMeta,
): PluginPermissions | undefined {
  if (consented === null) return installed.permissions;
  const { permissions } = assertMeta({ permissions: JSON.parse(consented) ?? undefined });
  return permissions;
}

/** The columns of the published version that lists and searches read. */
function wordsOf({ name = "", category, triggers = [] }: PluginMeta) {
  const words = searchable(triggers.join("\n").slice(0, MAX_WORDS)).slice(0, MAX_WORDS);
  return { name: searchable(name), category: category ?? "", words: words.toWellFormed() };
}

/**
 * Removes characters that PostgreSQL's texts cannot hold, and shortens long runs of combining marks: PostgreSQL's
 * `normalize` takes quadratic time for these, 1.8 s in each search for one plugin with 20,000 marks.
 */
export function searchable(text: string): string {
  return normalizeText(text.replaceAll("\0", "").toWellFormed(), "NFKC");
}

/** Prepares a description for display and search: shortens long runs of combining marks, as `searchable` does. */
export function storedDescription(description: string): string {
  return normalizeText(description, "NFC");
}

/** The most characters of a plugin's triggers that a search looks at. */
const MAX_WORDS = 20_000;

/** Sets the status after a rejection: `published` if a version is published, else `rejected`. */
export async function afterRejection(trx: Db, pluginId: number): Promise<void> {
  await trx
    .updateTable("plugin")
    .set((row) => ({
      status: row
        .case()
        .when("published_id", "is", null)
        .then("rejected" as const)
        .else("published" as const)
        .end(),
      updated_at: new Date(),
    }))
    .where("id", "=", pluginId)
    .execute();
}

/** The last submitted version of a plugin, with the plugin's slug and status. */
export interface LastVersion {
  readonly id: number;
  readonly slug: string;
  readonly status: PluginRecord["status"];
  readonly code: string;
  readonly sha256: string;
  /** `PluginMeta` as JSON. */
  readonly meta: string;
  readonly record: string;
  /** `Finding[]` as JSON. */
  readonly findings: string;
}

/** Reads the version of a developer's plugin that was submitted last. */
export async function lastVersion(
  db: Db,
  pluginId: number,
  developerId: number,
): Promise<LastVersion> {
  const row = await db
    .selectFrom("plugin_version as v")
    .innerJoin("plugin as p", "p.id", "v.plugin_id")
    .select([
      "v.id",
      "p.slug",
      "p.status",
      "v.code",
      "v.sha256",
      "v.meta",
      "v.record",
      "v.findings",
    ])
    .where("p.id", "=", pluginId)
    .where("p.developer_id", "=", developerId)
    .orderBy("v.id", "desc")
    .executeTakeFirst();
  if (row === undefined) throw notFound();
  return row;
}

/** Reads the state of a plugin. */
export async function recordOf(db: Db, pluginId: number): Promise<PluginRecord> {
  const row = await selectRecords(db).where("p.id", "=", pluginId).executeTakeFirst();
  if (row === undefined) throw notFound();
  return row;
}

/** Reads the states of a developer's plugins, in the order of their first submission. */
export function recordsOf(db: Db, developerId: number): Promise<PluginRecord[]> {
  return selectRecords(db).where("p.developer_id", "=", developerId).execute();
}

/** Plugins with their last version and the published one. */
function selectRecords(db: Db) {
  return db
    .selectFrom("plugin as p")
    .innerJoin("plugin_version as v", "v.plugin_id", "p.id")
    .leftJoin("plugin_version as old", "old.id", "p.published_id")
    .select(["p.id", "p.slug", "p.status", "v.version", "v.sha256", "v.reason"])
    .select(["v.id as version_id", "old.version as published_version"])
    .distinctOn("p.id")
    .orderBy("p.id")
    .orderBy("v.id", "desc");
}

/** Parses the declaration that `addVersion` has written. */
export function readMeta(json: string): PluginMeta {
  return assertMeta(JSON.parse(json));
}

/** The error for a plugin that does not exist or belongs to another developer. */
export function notFound(): BotwrightError {
  return new BotwrightError("there is no such plugin", { code: "PLUGIN_NOT_FOUND" });
}

/** The error for a plugin that was taken down. */
export function takenDown(slug: string): BotwrightError {
  return new BotwrightError(`${slug} was taken down and cannot be changed`, {
    code: "PLUGIN_TAKEN_DOWN",
  });
}

/** The error for a review of a plugin without a version that waits. */
export function nothingToReview(): BotwrightError {
  return new BotwrightError("no version of this plugin waits for a review", {
    code: "NOTHING_TO_REVIEW",
  });
}
