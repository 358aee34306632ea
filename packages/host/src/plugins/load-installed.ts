import {
  BotwrightError,
  describeError,
  entryLimit,
  type Installation,
  type Logger,
  type Plugin,
  silentLogger,
} from "@botwright/core";
import type { Sandbox } from "@botwright/sandbox";
import type { Secrets } from "@botwright/services";
import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Database } from "../database/open-database.ts";
import { usedValues } from "../installations/config-values.ts";
import { isHostsFault, loadVersion } from "../publication/load-version.ts";
import { readMeta } from "../publication/plugin-rows.ts";
import { INSTALLED_CHANNEL } from "./installed-changes.ts";

/** Options of {@link createInstalledPlugins}. */
export interface InstalledPluginsOptions {
  readonly database: Database;
  readonly sandbox: Pick<Sandbox, "load">;
  /** The plugins that come with the host, by slug; they run in its process. @default none */
  readonly builtins?: ReadonlyMap<string, Plugin>;
  /** The instance that sealed the password settings. */
  readonly secrets: Secrets;
  /** Versions that stay loaded; of more, the least recently used is dropped. @default 1000 */
  readonly versions?: number;
  readonly logger?: Logger;
}

/** Loads the plugins that bots have installed. */
export interface InstalledPlugins {
  /** The enabled plugins of a bot, in the order of their installation. */
  of(bot: { readonly id: number }): Promise<readonly Installation[]>;
  /**
   * Loads a version of a plugin that the bot has or had, with the bot's settings: a run that began before an update
   * resumes with the version with which it began.
   *
   * @param version SHA-256 of the version's source
   */
  formerVersion(
    bot: { readonly id: number },
    slug: string,
    version: string,
  ): Promise<Installation | undefined>;
  /**
   * Drops the cached plugins of a bot, or of all bots. Call it after the commit of a change, so that the next message
   * sees the change; `notifyInstalled` in the transaction makes the other nodes do the same.
   */
  forget(botId?: number): void;
  close(): void;
}

/** The most bots whose installations are cached. */
const BOTS = 10_000;

/** Milliseconds before a plugin that could not be loaded is loaded again. */
const AGAIN_MS = 60_000;

/** The context with which the password settings of an installation are sealed; see `Secrets`. */
export function installationContext(botId: number, pluginId: number): string {
  return `installation/${botId}/${pluginId}`;
}

/**
 * Loads the plugins of bots into the sandbox. Installations are cached until they change. Versions never change, so a
 * node loads each version once. A plugin that cannot be loaded is left out for a minute and logged as an error; the
 * others run. If the cause is not the plugin but, for example, an unreachable database, `of` rejects, and the inbox
 * handles the message again.
 */
export function createInstalledPlugins(options: InstalledPluginsOptions): InstalledPlugins {
  const { database, sandbox, secrets, versions = 1000, logger = silentLogger } = options;
  const { builtins = new Map<string, Plugin>() } = options;
  const { db } = database;
  const bots = new LRUCache<number, Promise<readonly Installation[]>>(entryLimit(BOTS));
  const loaded = new LRUCache<number, Promise<Plugin>>(entryLimit(versions));

  function forget(botId?: number): void {
    if (botId === undefined) bots.clear();
    else bots.delete(botId);
  }
  const unlisten = database.notifications.listen(INSTALLED_CHANNEL, (payload) =>
    forget(payload === "" ? undefined : Number(payload)),
  );

  async function load(versionId: number): Promise<Plugin> {
    const row = await db
      .selectFrom("plugin_version as v")
      .innerJoin("plugin as p", "p.id", "v.plugin_id")
      .select(["p.slug", "p.builtin", "v.code", "v.meta"])
      .where("v.id", "=", versionId)
      .executeTakeFirstOrThrow();
    if (row.builtin) {
      const builtin = builtins.get(row.slug);
      if (builtin === undefined) throw notBuiltIn(row.slug);
      return builtin;
    }
    const { slug, code } = row;
    return loadVersion(sandbox, { slug, code, meta: readMeta(row.meta) });
  }

  function loadOnce(versionId: number): Promise<Plugin> {
    const known = loaded.get(versionId);
    if (known !== undefined) return known;
    const loading = load(versionId);
    loaded.set(versionId, loading);
    loading.catch((error: unknown) => {
      if (isHostsFault(error)) loaded.delete(versionId);
      else loaded.set(versionId, loading, { ttl: AGAIN_MS });
    });
    return loading;
  }

  function selectInstalled(botId: number) {
    return db
      .selectFrom("installation as i")
      .innerJoin("plugin as p", "p.id", "i.plugin_id")
      .select(["i.plugin_id", "i.priority", "i.config", "i.sealed", "p.slug"])
      .where("i.bot_id", "=", botId)
      .where("i.enabled", "=", true)
      .where("p.status", "!=", "taken_down");
  }

  /** Makes an installation of a version and the bot's settings. */
  async function toInstallation(botId: number, row: InstallationRow): Promise<Installation> {
    const plugin = await loadOnce(row.version_id);
    const context = installationContext(botId, row.plugin_id);
    const hidden = row.sealed === null ? "{}" : await secrets.open(row.sealed, context);
    const { config_schema: schema = [] } = plugin.meta;
    const stored = { open: JSON.parse(row.config), hidden: JSON.parse(hidden) };
    const config = usedValues(schema, stored);
    return { plugin, config, ...(row.priority !== null && { priority: row.priority }) };
  }

  async function read(botId: number): Promise<InstalledOfBot> {
    const rows = await selectInstalled(botId)
      .select("i.version_id")
      .where((row) =>
        row.not(
          row.exists(
            row
              .selectFrom("user_account as developer")
              .select("developer.id")
              .whereRef("developer.id", "=", "p.developer_id")
              .where("developer.banned", "=", true),
          ),
        ),
      )
      .orderBy(sql`i.position nulls last`)
      .orderBy("i.id")
      .execute();
    const found = await Promise.all(rows.map((row) => installOrLog(botId, row)));
    const installations = found.filter((one) => one !== undefined);
    return { installations, isWhole: installations.length === rows.length };
  }

  /** As `toInstallation`; logs an error and returns `undefined` if the plugin cannot be loaded. */
  async function installOrLog(
    botId: number,
    row: InstallationRow,
  ): Promise<Installation | undefined> {
    try {
      return await toInstallation(botId, row);
    } catch (error) {
      if (isHostsFault(error)) throw error;
      logger.error("a plugin cannot be loaded", {
        botId,
        plugin: row.slug,
        ...describeError(error),
      });
      return undefined;
    }
  }

  async function readOnce(botId: number): Promise<readonly Installation[]> {
    const reading = read(botId);
    const listed = reading.then(({ installations }) => installations);
    bots.set(botId, listed);
    try {
      const { isWhole } = await reading;
      if (!isWhole && bots.peek(botId) === listed) bots.set(botId, listed, { ttl: AGAIN_MS });
    } catch {
      if (bots.peek(botId) === listed) bots.delete(botId);
    }
    return listed;
  }

  return {
    of({ id }) {
      return bots.get(id) ?? readOnce(id);
    },
    async formerVersion({ id }, slug, version) {
      const row = await selectInstalled(id)
        .innerJoin("plugin_version as v", "v.plugin_id", "p.id")
        .select("v.id as version_id")
        .where("p.slug", "=", slug)
        .where("v.sha256", "=", version)
        .where("v.state", "=", "approved")
        .orderBy("v.id", "desc")
        .executeTakeFirst();
      return row && installOrLog(id, row);
    },
    forget,
    close: unlisten,
  };
}

/** A row of an installation, with the version to load. */
interface InstallationRow {
  readonly slug: string;
  readonly plugin_id: number;
  readonly version_id: number;
  readonly priority: number | null;
  readonly config: string;
  readonly sealed: string | null;
}

/** The enabled plugins of a bot that could be loaded. */
interface InstalledOfBot {
  readonly installations: readonly Installation[];
  /** Whether all enabled plugins could be loaded. */
  readonly isWhole: boolean;
}

function notBuiltIn(slug: string): BotwrightError {
  return new BotwrightError(`this version of the host comes without the plugin ${slug}`, {
    code: "PLUGIN_NOT_FOUND",
  });
}
