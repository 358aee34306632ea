/**
 * The plugins of bots. A third of this file describes its interface. Each method is one transaction over one table;
 * settings, order, rows, published versions and the comparison of triggers are in files of their own.
 *
 * @module
 */
import { BotwrightError, InvalidInputError, QuotaError } from "@botwright/core";
import type { Secrets } from "@botwright/services";
import { type Kysely, sql } from "kysely";
import { botNotFound } from "../bots/bot-errors.ts";
import type { Schema } from "../database/schema.ts";
import { notifyInstalled } from "../plugins/installed-changes.ts";
import { installationContext } from "../plugins/load-installed.ts";
import { notFound as pluginNotFound } from "../publication/plugin-rows.ts";
import { type ConflictQuestion, type ConflictReport, reportConflicts } from "./conflict-report.ts";
import { changeConfig, type StoredConfig } from "./config-values.ts";
import {
  type InstallationRecord,
  type InstalledRow,
  openConfig,
  selectInstalled,
  toRecord,
} from "./installation-rows.ts";
import { lockPublished } from "./published-version.ts";
import { prioritiesFor } from "./run-order.ts";

/** Options of {@link createInstallations}. */
export interface InstallationsOptions {
  readonly db: Kysely<Schema>;
  /** The instance that the loader of installed plugins uses. */
  readonly secrets: Secrets;
  /** Called when a bot's plugins have changed; the database notifies the other nodes. */
  readonly onChanged?: (botId: number) => void;
  /** The most plugins of one bot. @default 50 */
  readonly most?: number;
}

/** A plugin to be installed. */
export interface Installing {
  readonly plugin_id: number;
  /** The version whose permissions the owner was shown: by sending its id, the owner consents to them. */
  readonly version_id: number;
  /** Values by the keys of the plugin's `config_schema`. @default the defaults */
  readonly config?: Readonly<Record<string, unknown>>;
}

/** The changes that an owner makes to an installation; members that are left out stay as they are. */
export interface InstallationChange {
  readonly enabled?: boolean;
  /** 0 to 1000; `null` for the plugin's own priority. */
  readonly priority?: number | null;
  /** Keys that are left out stay as they are; `null` for the default. */
  readonly config?: Readonly<Record<string, unknown>>;
}

/**
 * The plugins of bots. All methods reject with `BOT_NOT_FOUND` for a bot of another account, and methods on one plugin
 * with `PLUGIN_NOT_FOUND` if the bot does not have it.
 */
export interface Installations {
  /** Lists the plugins of a bot in the order in which they run. */
  list(userId: number, botId: number): Promise<InstallationRecord[]>;
  /**
   * Installs the published version of a plugin.
   *
   * @throws {BotwrightError} `PLUGIN_NOT_FOUND`, `VERSION_CHANGED` if another version was published since the owner was
   * asked, `ALREADY_INSTALLED`, `INSTALLATION_LIMIT`
   * @throws {InvalidInputError} `INVALID_INPUT` naming the setting
   */
  install(userId: number, botId: number, installing: Installing): Promise<InstallationRecord>;
  /** Removes a plugin with its settings; the values that it has stored stay. */
  uninstall(userId: number, botId: number, pluginId: number): Promise<void>;
  /** @throws {InvalidInputError} `INVALID_INPUT` naming the setting */
  change(
    userId: number,
    botId: number,
    pluginId: number,
    change: InstallationChange,
  ): Promise<InstallationRecord>;
  /**
   * Makes the plugins run in an order, by changing as few priorities as possible.
   *
   * @param order all plugins of the bot
   * @throws {BotwrightError} `ORDER_STALE` if the bot has other plugins by now
   */
  reorder(userId: number, botId: number, order: readonly number[]): Promise<InstallationRecord[]>;
  /**
   * Consents to the published version, and gives it to the bot.
   *
   * @param versionId the version whose permissions the owner was shown
   * @throws {BotwrightError} `VERSION_CHANGED`
   */
  upgrade(
    userId: number,
    botId: number,
    pluginId: number,
    versionId: number,
  ): Promise<InstallationRecord>;
  /** Reports which of a bot's plugins that run react to the same words. */
  conflicts(userId: number, botId: number, question: ConflictQuestion): Promise<ConflictReport>;
}

/** Creates the rules of installations over the database. */
export function createInstallations(options: InstallationsOptions): Installations {
  const { db, secrets, onChanged = () => {}, most = 50 } = options;

  async function assertBot(userId: number, botId: number): Promise<void> {
    await selectBot(db, userId, botId).executeTakeFirstOrThrow(botNotFound);
  }

  async function recordOf(botId: number, row: InstalledRow): Promise<InstallationRecord> {
    return toRecord(row, await openConfig(secrets, botId, row));
  }

  async function list(userId: number, botId: number): Promise<InstallationRecord[]> {
    await assertBot(userId, botId);
    const rows = await selectInstalled(db, botId);
    return Promise.all(rows.map((row) => recordOf(botId, row)));
  }

  async function get(botId: number, pluginId: number): Promise<InstallationRecord> {
    return recordOf(botId, find(await selectInstalled(db, botId), pluginId));
  }

  /** Changes the plugins of a bot; changes of one bot run one after the other. Notifies all nodes. */
  async function alter<T>(
    userId: number,
    botId: number,
    work: (trx: Kysely<Schema>, installed: readonly InstalledRow[]) => Promise<T>,
  ): Promise<T> {
    const result = await db.transaction().execute(async (trx) => {
      // The lock is that of a foreign key, so a transaction that unbinds the bot is waited for.
      const bot = selectBot(trx, userId, botId).forKeyShare();
      await bot.executeTakeFirstOrThrow(botNotFound);
      await sql`select pg_advisory_xact_lock(hashtextextended(${`installations/${botId}`}, 0))`.execute(
        trx,
      );
      const done = await work(trx, await selectInstalled(trx, botId));
      await notifyInstalled(trx, botId);
      return done;
    });
    onChanged(botId);
    return result;
  }

  async function seal(botId: number, pluginId: number, { open, hidden }: StoredConfig) {
    const isEmpty = Object.keys(hidden).length === 0;
    const context = installationContext(botId, pluginId);
    return {
      config: JSON.stringify(open),
      sealed: isEmpty ? null : await secrets.seal(JSON.stringify(hidden), context),
    };
  }

  /** The settings as they are stored after a change; without one as they were, also where their key is lost. */
  async function settingsOf(
    botId: number,
    row: InstalledRow,
    change: InstallationChange["config"],
  ): Promise<Pick<InstalledRow, "config" | "sealed">> {
    if (change === undefined) return { config: row.config, sealed: row.sealed };
    const { config_schema: schema = [] } = row.meta;
    const stored = await openConfig(secrets, botId, row);
    return seal(botId, row.plugin_id, changeConfig(schema, stored, change));
  }

  return {
    list,
    async install(userId, botId, { plugin_id: pluginId, version_id: versionId, config = {} }) {
      await alter(userId, botId, async (trx, installed) => {
        const { slug, versionId: current, meta } = await lockPublished(trx, pluginId);
        if (installed.some((row) => row.plugin_id === pluginId)) throw alreadyInstalled(slug);
        if (installed.length >= most) throw tooMany(most);
        if (current !== versionId) throw versionChanged();
        const values = changeConfig(meta.config_schema ?? [], NO_CONFIG, config);
        await trx
          .insertInto("installation")
          .values({
            bot_id: botId,
            plugin_id: pluginId,
            version_id: versionId,
            consented: JSON.stringify(meta.permissions ?? null),
            ...(await seal(botId, pluginId, values)),
          })
          .execute();
      });
      return get(botId, pluginId);
    },
    async uninstall(userId, botId, pluginId) {
      await alter(userId, botId, async (trx, installed) => {
        const { id } = find(installed, pluginId);
        await trx.deleteFrom("installation").where("id", "=", id).execute();
      });
    },
    async change(userId, botId, pluginId, { enabled, priority, config }) {
      if (priority !== undefined && priority !== null) assertPriority(priority);
      await alter(userId, botId, async (trx, installed) => {
        const row = find(installed, pluginId);
        await trx
          .updateTable("installation")
          .set({
            ...(await settingsOf(botId, row, config)),
            ...(enabled !== undefined && { enabled }),
            ...(priority !== undefined && { priority }),
          })
          .where("id", "=", row.id)
          .execute();
      });
      return get(botId, pluginId);
    },
    async reorder(userId, botId, order) {
      await alter(userId, botId, async (trx, installed) => {
        const rows = order.flatMap((id) => installed.find((row) => row.plugin_id === id) ?? []);
        if (new Set(rows).size !== installed.length || order.length !== installed.length) {
          throw orderStale();
        }
        const priorities = prioritiesFor(rows);
        for (const [position, { id, own_priority, priority }] of rows.entries()) {
          const wanted = priorities[position] ?? priority;
          await trx
            .updateTable("installation")
            .set({ position, priority: wanted === priority ? own_priority : wanted })
            .where("id", "=", id)
            .execute();
        }
      });
      return list(userId, botId);
    },
    async upgrade(userId, botId, pluginId, versionId) {
      await alter(userId, botId, async (trx, installed) => {
        const { id } = find(installed, pluginId);
        const { versionId: current, meta } = await lockPublished(trx, pluginId);
        if (current !== versionId) throw versionChanged();
        await trx
          .updateTable("installation")
          .set({ version_id: versionId, consented: JSON.stringify(meta.permissions ?? null) })
          .where("id", "=", id)
          .execute();
      });
      return get(botId, pluginId);
    },
    async conflicts(userId, botId, question) {
      await assertBot(userId, botId);
      const installed = await selectInstalled(db, botId);
      return reportConflicts(db, installed, question);
    },
  };
}

/** A bot of an account. */
function selectBot(at: Kysely<Schema>, userId: number, botId: number) {
  return at.selectFrom("bot").select("id").where("id", "=", botId).where("user_id", "=", userId);
}

const NO_CONFIG: StoredConfig = { open: {}, hidden: {} };

function find(installed: readonly InstalledRow[], pluginId: number): InstalledRow {
  const row = installed.find(({ plugin_id }) => plugin_id === pluginId);
  if (row === undefined) throw pluginNotFound();
  return row;
}

function assertPriority(priority: number): void {
  if (Number.isInteger(priority) && priority >= 0 && priority <= 1000) return;
  throw new InvalidInputError("priority must be a whole number from 0 to 1000, or null", {
    code: "INVALID_INPUT",
  });
}

function alreadyInstalled(slug: string): BotwrightError {
  return new BotwrightError(`the bot has the plugin ${slug} already`, {
    code: "ALREADY_INSTALLED",
  });
}

function tooMany(most: number): QuotaError {
  return new QuotaError(`a bot can have ${most} plugins: uninstall one first`, {
    code: "INSTALLATION_LIMIT",
  });
}

function versionChanged(): BotwrightError {
  return new BotwrightError(
    "another version is in the library by now: look at what it may do, and consent to that",
    { code: "VERSION_CHANGED" },
  );
}

function orderStale(): BotwrightError {
  return new BotwrightError(
    "the order must name each plugin of the bot once: read the list again",
    { code: "ORDER_STALE" },
  );
}
