import { BotwrightError } from "@botwright/core";
import { type Kysely, sql } from "kysely";
import type { Schema } from "../database/schema.ts";
import { lastVersion, notFound, nothingToReview, recordOf } from "../publication/plugin-rows.ts";
import { installationNotFound } from "../publication/roll-back.ts";

/** A version to compare with an approved one. */
export interface Update {
  readonly slug: string;
  readonly versionId: number;
  readonly version: string;
  readonly code: string;
  /** `PluginMeta` as JSON. */
  readonly meta: string;
  /** The approved version, whose runs were recorded. */
  readonly base: { readonly version: string; readonly sha256: string };
}

/** The key of a run that may have been recorded. */
export interface RecordedRunKey {
  readonly messageId: number;
}

/** Finds the version to compare and the version to compare it with. */
export const findUpdate = { waiting, installed, published } as const;

/**
 * The version that waits for a review, with the published one as its base; `undefined` if none is published.
 *
 * @param developerId the developer who must own the plugin. @default any developer
 * @throws {BotwrightError} `PLUGIN_NOT_FOUND`, also for another developer's; `NOTHING_TO_REVIEW`
 */
async function waiting(
  db: Kysely<Schema>,
  pluginId: number,
  developerId?: number,
): Promise<Update | undefined> {
  if (developerId === undefined) await recordOf(db, pluginId);
  else await lastVersion(db, pluginId, developerId);
  const row = await db
    .selectFrom("plugin_version as v")
    .innerJoin("plugin as p", "p.id", "v.plugin_id")
    .leftJoin("plugin_version as old", "old.id", "p.published_id")
    .select(["p.slug", "v.id", "v.version", "v.code", "v.meta"])
    .select(["old.version as old_version", "old.sha256 as old_sha256"])
    .where("v.plugin_id", "=", pluginId)
    .where("v.state", "=", "pending")
    .executeTakeFirst();
  if (row === undefined) throw nothingToReview();
  return row.old_version === null || row.old_sha256 === null
    ? undefined
    : toUpdate(row, { version: row.old_version, sha256: row.old_sha256 });
}

/**
 * The published version, with the one that a bot has as its base.
 *
 * @throws {BotwrightError} `INSTALLATION_NOT_FOUND`, `NOTHING_TO_UPDATE`
 */
async function installed(
  db: Kysely<Schema>,
  key: { readonly userId: number; readonly botId: number; readonly pluginId: number },
): Promise<Update> {
  const row = await db
    .selectFrom("installation as i")
    .innerJoin("bot as b", "b.id", "i.bot_id")
    .innerJoin("plugin as p", "p.id", "i.plugin_id")
    .innerJoin("plugin_version as old", "old.id", "i.version_id")
    .leftJoin("plugin_version as v", "v.id", "p.published_id")
    .select(["p.slug", "p.builtin", "v.id", "v.version", "v.code", "v.meta"])
    .select(["old.id as old_id", "old.version as old_version", "old.sha256 as old_sha256"])
    .where("b.id", "=", key.botId)
    .where("b.user_id", "=", key.userId)
    .where("p.id", "=", key.pluginId)
    .executeTakeFirst();
  if (row === undefined) throw installationNotFound();
  const { slug, id, version, code, meta } = row;
  const isMissing = id === null || version === null || code === null || meta === null;
  if (isMissing || row.builtin || id === row.old_id) throw nothingToUpdate();
  const base = { version: row.old_version, sha256: row.old_sha256 };
  return toUpdate({ slug, id, version, code, meta }, base);
}

/**
 * The published version of a plugin.
 *
 * @throws {BotwrightError} `PLUGIN_NOT_FOUND`
 */
async function published(
  db: Kysely<Schema>,
  slug: string,
): Promise<Pick<Update, "slug" | "version" | "code" | "meta">> {
  return db
    .selectFrom("plugin as p")
    .innerJoin("plugin_version as v", "v.id", "p.published_id")
    .select(["p.slug", "v.version", "v.code", "v.meta"])
    .where("p.slug", "=", slug)
    .where("p.builtin", "=", false)
    .executeTakeFirstOrThrow(notFound);
}

function toUpdate(
  {
    slug,
    id,
    version,
    code,
    meta,
  }: Pick<Update, "slug" | "version" | "code" | "meta"> & { id: number },
  base: Update["base"],
): Update {
  return { slug, versionId: id, version, code, meta, base };
}

/** The number of newest runs from which {@link findRuns} chooses. */
const NEWEST = 2000;

/** Whose runs are compared. @default those of all accounts */
export interface RunsOf {
  readonly botId?: number;
  readonly userId?: number;
}

/**
 * Finds ended runs of the base version, newest first. The bots take turns, so that a busy bot does not fill the whole
 * list.
 */
export async function findRuns(
  db: Kysely<Schema>,
  { slug, base }: Update,
  most: number,
  { botId, userId }: RunsOf = {},
): Promise<RecordedRunKey[]> {
  const { rows } = await sql<{ message_id: number }>`
    with newest as (
      select distinct r.message_id, m.bot_id
      from plugin_run r join message m on m.id = r.message_id
      where r.plugin = ${slug} and r.version = ${base.sha256} and r.status <> 'interrupted'
        and m.done_at is not null
        and (${botId ?? null}::bigint is null or m.bot_id = ${botId ?? null})
        and (${userId ?? null}::bigint is null
          or m.bot_id in (select id from bot where user_id = ${userId ?? null}))
      order by r.message_id desc limit ${NEWEST})
    select message_id from newest
    order by row_number() over (partition by bot_id order by message_id desc), message_id desc
    limit ${most}`.execute(db);
  return rows.map(({ message_id }) => ({ messageId: message_id }));
}

function nothingToUpdate(): BotwrightError {
  return new BotwrightError("this bot has the published version already", {
    code: "NOTHING_TO_UPDATE",
  });
}
