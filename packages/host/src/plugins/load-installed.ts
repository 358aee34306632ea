import {
  BotwrightError,
  describeError,
  entryLimit,
  type Installation,
  isInfrastructureError,
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
import { loadVersion } from "../publication/load-version.ts";
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
  /** Versions to keep loaded; the least recently used is forgotten. @default 1000 */
  readonly versions?: number;
  readonly logger?: Logger;
}

/** The plugins of bots. */
export interface InstalledPlugins {
  /** The enabled plugins of a bot, in the order of their installation. */
  of(bot: { readonly id: number }): Promise<readonly Installation[]>;
  /**
   * A version of a plugin that the bot has or had, with the bot's settings: the one with which a run was begun
   * that goes on after an update.
   *
   * @param version SHA-256 of its source
   */
  formerVersion(
    bot: { readonly id: number },
    slug: string,
    version: string,
  ): Promise<Installation | undefined>;
  /**
   * Forgets what this node knows of a bot, or of all of them. Call it after the commit of a change, so that the next
   * message sees the change; `notifyInstalled` in the transaction tells the other nodes.
   */
  forget(botId?: number): void;
  close(): void;
}

/** Bots whose installations are kept. */
const BOTS = 10_000;

/** Milliseconds after which a plugin that could not be loaded is tried again. */
const AGAIN_MS = 60_000;

/** The context with which the password settings of an installation are sealed; see `Secrets`. */
export function installationContext(botId: number, pluginId: number): string {
  return `installation/${botId}/${pluginId}`;
}

/**
 * Loads the plugins of bots into the sandbox. Installations are read once and again when they change;
 * versions never change, so each is loaded once per node. A plugin that cannot be loaded is left out for a
 * minute, with an error in the log, and does not keep the others from running. When that is not the plugin's
 * fault, because the database is away, nothing is left out: the message that asked is handled again.
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

  /** A version of a plugin, with the bot's settings. */
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

  /** `undefined`, with an error in the log, when the plugin cannot be loaded. */
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

/** The enabled plugins of a bot. */
interface InstalledOfBot {
  readonly installations: readonly Installation[];
  /** Whether none was left out. */
  readonly isWhole: boolean;
}

/** Whether the plugin can be loaded as it is, only not now. */
function isHostsFault(error: unknown): boolean {
  return isInfrastructureError(error) || describeError(error).code === "SANDBOX_CLOSED";
}

function notBuiltIn(slug: string): BotwrightError {
  return new BotwrightError(`this version of the host comes without the plugin ${slug}`, {
    code: "PLUGIN_NOT_FOUND",
  });
}
