import { BotwrightError } from "@botwright/core";
import type { Kysely } from "kysely";
import { assertStanding } from "../accounts/assert-standing.ts";
import type { Schema } from "../database/schema.ts";
import { notifyInstalled } from "../plugins/installed-changes.ts";
import { lockPlugin } from "./lock-plugin.ts";
import { asksForMore } from "./more-permissions.ts";
import {
  consentedPermissions,
  notFound,
  publish,
  readMeta,
  recordOf,
  takenDown,
} from "./plugin-rows.ts";
import type { PluginRecord } from "./plugin-record.ts";

/** Options of {@link createRollBack}. */
export interface RollBackOptions {
  readonly db: Kysely<Schema>;
  /**
   * Called when installations run other versions from now on: those of this bot, or of any bot if absent. The database
   * notifies the other nodes.
   */
  readonly onChanged?: (botId?: number) => void;
}

/** The state of an installation after its roll-back. */
export interface RolledBackInstallation {
  readonly bot_id: number;
  readonly plugin_id: number;
  readonly slug: string;
  /** The version that it runs now, and the version before the roll-back. */
  readonly version: string;
  readonly former_version: string;
}

/** What an owner was shown of the version to which a bot is to return. */
export interface SeenVersion {
  /** The version whose permissions the owner was shown; absent: it is not compared. */
  readonly version_id?: number | undefined;
  /** Whether the owner consents to these permissions. @default false */
  readonly consent?: boolean | undefined;
}

/** Rolls back to former approved versions. Versions do not change, so none is reviewed again. */
export interface RollBack {
  /**
   * Publishes the version that was approved before the published one. Installations get it as after an approval, so not
   * those whose owner would have to consent to more. A version that waits for a review keeps waiting. A second call
   * goes back one version further. Later roll-backs skip the version that this one leaves: an administrator may have
   * found a fault in it.
   *
   * @param developerId the developer who must own the plugin; `undefined` for an administrator
   * @param publishedId the version to leave; `undefined`: whichever is published
   * @throws {BotwrightError} `PLUGIN_NOT_FOUND`, also for another developer's; `PLUGIN_TAKEN_DOWN`,
   * `NO_FORMER_VERSION`; `VERSION_CHANGED` when another version is published by now; `BANNED`
   */
  plugin(pluginId: number, developerId?: number, publishedId?: number): Promise<PluginRecord>;
  /**
   * Gives one bot the version that was approved before its own. Like every installation, it gets the next version that
   * is approved.
   *
   * @param seen the version that the owner was shown, so that a request that is sent twice goes back once, and the
   * consent covers only that version
   * @throws {BotwrightError} `INSTALLATION_NOT_FOUND`, also for another account's; `PLUGIN_TAKEN_DOWN`,
   * `NO_FORMER_VERSION`, `CONSENT_NEEDED`: it asks for more than the one that is installed; `VERSION_CHANGED`: the bot
   * would go back to another version than that
   */
  installation(
    userId: number,
    botId: number,
    pluginId: number,
    seen?: SeenVersion,
  ): Promise<RolledBackInstallation>;
}

/** Creates {@link RollBack} over the database. */
export function createRollBack({ db, onChanged = () => {} }: RollBackOptions): RollBack {
  return {
    async plugin(pluginId, developerId, publishedId) {
      const record = await db.transaction().execute(async (trx) => {
        const row = await lockPlugin(trx, pluginId);
        if (developerId !== undefined) {
          if (row.developer_id !== developerId) throw notFound();
          await assertStanding(trx, developerId);
        }
        if (row.status === "taken_down") throw takenDown(row.slug);
        if (publishedId !== undefined && publishedId !== row.published_id) throw versionChanged();
        const former = await formerVersion(trx, pluginId, row.published_id);
        await publish(trx, pluginId, former.id, readMeta(former.meta));
        await trx
          .updateTable("plugin_version")
          .set({ left_at: new Date() })
          .where("id", "=", row.published_id)
          .execute();
        // `publish` has set the status; a plugin with a version that waits for a review keeps its own.
        await trx
          .updateTable("plugin")
          .set({ status: row.status })
          .where("id", "=", pluginId)
          .execute();
        return recordOf(trx, pluginId);
      });
      onChanged();
      return record;
    },
    async installation(userId, botId, pluginId, { version_id: seen, consent = false } = {}) {
      const result = await db.transaction().execute(async (trx) => {
        // Locked by a statement of its own: a statement that waits for a row lock reads joined rows as of its start.
        await trx
          .selectFrom("installation")
          .select("id")
          .where("bot_id", "=", botId)
          .where("plugin_id", "=", pluginId)
          .forUpdate()
          .execute();
        const row = await trx
          .selectFrom("installation as i")
          .innerJoin("bot as b", "b.id", "i.bot_id")
          .innerJoin("plugin as p", "p.id", "i.plugin_id")
          .innerJoin("plugin_version as v", "v.id", "i.version_id")
          .select(["i.id", "i.version_id", "i.consented", "v.version", "v.meta"])
          .select(["p.slug", "p.status"])
          .where("b.id", "=", botId)
          .where("b.user_id", "=", userId)
          .where("p.id", "=", pluginId)
          .executeTakeFirst();
        if (row === undefined) throw installationNotFound();
        if (row.status === "taken_down") throw takenDown(row.slug);
        const former = await formerVersion(trx, pluginId, row.version_id);
        if (seen !== undefined && seen !== former.id) throw versionChanged();
        const { permissions } = readMeta(former.meta);
        const known = consentedPermissions(row.consented, readMeta(row.meta));
        const isMore = asksForMore(known, permissions);
        if (isMore && !consent) throw consentNeeded(former.version);
        const consented = isMore ? { consented: JSON.stringify(permissions ?? null) } : {};
        await trx
          .updateTable("installation")
          .set({ version_id: former.id, ...consented })
          .where("id", "=", row.id)
          .execute();
        await notifyInstalled(trx, botId);
        return {
          bot_id: botId,
          plugin_id: pluginId,
          slug: row.slug,
          version: former.version,
          former_version: row.version,
        };
      });
      onChanged(botId);
      return result;
    },
  };
}

/**
 * The version that was approved before this one, except versions that a roll-back has left. Plugins that come with the
 * host have none, because only their current version runs.
 */
async function formerVersion(
  db: Kysely<Schema>,
  pluginId: number,
  versionId: number | null,
): Promise<{ id: number; version: string; meta: string }> {
  const row = await db
    .selectFrom("plugin_version as v")
    .innerJoin("plugin as p", "p.id", "v.plugin_id")
    .select(["v.id", "v.version", "v.meta"])
    .where("p.id", "=", pluginId)
    .where("p.builtin", "=", false)
    .where("v.state", "=", "approved")
    .where("v.left_at", "is", null)
    .where("v.id", "<", versionId ?? 0)
    .orderBy("v.id", "desc")
    .executeTakeFirst();
  if (row === undefined) throw noFormerVersion();
  return row;
}

/** The error for a plugin that the bot does not have, or a bot of another account. */
export function installationNotFound(): BotwrightError {
  return new BotwrightError("this bot does not have this plugin", {
    code: "INSTALLATION_NOT_FOUND",
  });
}

function noFormerVersion(): BotwrightError {
  return new BotwrightError("no version was approved before this one", {
    code: "NO_FORMER_VERSION",
  });
}

function versionChanged(): BotwrightError {
  return new BotwrightError(
    "another version is there by now: look at the versions again, then go back",
    { code: "VERSION_CHANGED" },
  );
}

function consentNeeded(version: string): BotwrightError {
  return new BotwrightError(
    `version ${version} asks for more than the one that is installed: look at what it may do, and consent`,
    { code: "CONSENT_NEEDED" },
  );
}
