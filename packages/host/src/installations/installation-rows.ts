import {
  type ConfigSchemaItem,
  createPace,
  defaultConfig,
  defaultPriority,
  type PluginMeta,
  type PluginPermissions,
} from "@botwright/core";
import type { Secrets } from "@botwright/services";
import { type Kysely, sql } from "kysely";
import type { Schema } from "../database/schema.ts";
import {
  type PermissionChanges,
  permissionChanges,
  permissionsInWords,
  type PermissionSummary,
} from "../library/permission-words.ts";
import { installationContext } from "../plugins/load-installed.ts";
import { consentedPermissions, readMeta } from "../publication/plugin-rows.ts";
import { openSecret } from "../secrets/open-secret.ts";
import { shownSchema, type StoredConfig, usedValues } from "./config-values.ts";

/** A version of a plugin that waits for its owner's consent. */
export interface WaitingVersion {
  readonly version_id: number;
  readonly version: string;
  readonly permissions: PermissionSummary;
  /** The differences from the permissions that the owner has consented to. */
  readonly changes: PermissionChanges;
}

/** A plugin of a bot, as the owner sees it. */
export interface InstallationRecord {
  readonly plugin_id: number;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly icon: string;
  /** Whether the plugin comes with the host. */
  readonly builtin: boolean;
  readonly version_id: number;
  readonly version: string;
  readonly enabled: boolean;
  /** `false`: the plugin was taken down or its developer is banned, so it does not run. */
  readonly available: boolean;
  /** 0 to 1000; plugins with smaller numbers run first. */
  readonly priority: number;
  /** Whether the owner has set the priority. */
  readonly has_own_priority: boolean;
  readonly config_schema: readonly ConfigSchemaItem[];
  /** The values with which the plugin runs, without those of type `password`. */
  readonly config: Readonly<Record<string, unknown>>;
  /** The keys of the passwords that have a value. */
  readonly passwords: readonly string[];
  readonly triggers: readonly string[];
  readonly permissions: PermissionSummary;
  /** The published version, if the bot has another one. */
  readonly waiting: WaitingVersion | null;
  /** ISO 8601. */
  readonly created_at: string;
}

/** An installation as the functions of this folder read it. */
export interface InstalledRow {
  readonly id: number;
  readonly plugin_id: number;
  readonly slug: string;
  readonly enabled: boolean;
  readonly available: boolean;
  readonly meta: PluginMeta;
  readonly priority: number;
  readonly own_priority: number | null;
  readonly sealed: string | null;
  readonly config: string;
  readonly record: Omit<InstallationRecord, "config" | "passwords">;
}

/** Reads the plugins of a bot in the order in which they run. */
export async function selectInstalled(db: Kysely<Schema>, botId: number): Promise<InstalledRow[]> {
  const rows = await db
    .selectFrom("installation as i")
    .innerJoin("plugin as p", "p.id", "i.plugin_id")
    .innerJoin("plugin_version as v", "v.id", "i.version_id")
    .leftJoin("plugin_version as n", "n.id", "p.published_id")
    .leftJoin("user_account as developer", "developer.id", "p.developer_id")
    .selectAll("i")
    .select(["p.slug", "p.description", "p.icon", "p.builtin", "p.status", "developer.banned"])
    .select(["v.version", "v.meta", "n.id as new_id", "n.version as new_version"])
    .select("n.meta as new_meta")
    .where("i.bot_id", "=", botId)
    .orderBy(sql`i.position nulls last`)
    .orderBy("i.id")
    .execute();
  const installed: InstalledRow[] = [];
  // A declaration may be as long as a plugin's file; then parsing it takes milliseconds.
  const pace = createPace();
  for (const row of rows) {
    const { id, plugin_id, slug, enabled, version_id, version, config, sealed } = row;
    const meta = { ...readMeta(row.meta), slug };
    const priority = row.priority ?? defaultPriority(meta);
    const available = row.status !== "taken_down" && row.banned !== true;
    const consented = consentedPermissions(row.consented, meta);
    installed.push({
      id,
      plugin_id,
      slug,
      enabled,
      available,
      meta,
      priority,
      config,
      sealed,
      own_priority: row.priority,
      record: {
        plugin_id,
        slug,
        enabled,
        available,
        priority,
        version_id,
        version,
        name: meta.name ?? slug,
        description: row.description,
        icon: row.icon,
        builtin: row.builtin,
        has_own_priority: row.priority !== null,
        config_schema: meta.config_schema ?? [],
        triggers: meta.triggers ?? [],
        permissions: permissionsInWords(meta.permissions),
        waiting:
          available && row.new_id !== null && row.new_id !== version_id
            ? toWaiting(row.new_id, row.new_version ?? "", row.new_meta ?? "{}", consented)
            : null,
        created_at: row.created_at.toISOString(),
      },
    });
    await pace(row.meta.length);
  }
  return installed.toSorted((a, b) => a.priority - b.priority);
}

function toWaiting(
  version_id: number,
  version: string,
  meta: string,
  consented: PluginPermissions | undefined,
): WaitingVersion {
  const { permissions } = readMeta(meta);
  return {
    version_id,
    version,
    permissions: permissionsInWords(permissions),
    changes: permissionChanges(consented, permissions),
  };
}

/**
 * Parses the settings of an installation, and opens (unseals) its passwords. When their key is lost, the passwords are
 * absent, so that the owner can enter new ones.
 */
export async function openConfig(
  secrets: Secrets,
  botId: number,
  { plugin_id, config, sealed }: InstalledRow,
): Promise<StoredConfig> {
  const context = installationContext(botId, plugin_id);
  const hidden = sealed === null ? undefined : await openSecret(secrets, sealed, context);
  return { open: JSON.parse(config), hidden: JSON.parse(hidden ?? "{}") };
}

/** Makes the owner's record of a row and its settings, without the values of passwords. */
export function toRecord({ record, meta }: InstalledRow, stored: StoredConfig): InstallationRecord {
  const { config_schema: schema = [] } = meta;
  const isHidden = new Set(schema.filter(({ type }) => type === "password").map(({ key }) => key));
  const used = usedValues(schema, stored);
  const values = { ...defaultConfig(meta), ...used };
  return {
    ...record,
    config_schema: shownSchema(schema),
    config: Object.fromEntries(Object.entries(values).filter(([key]) => !isHidden.has(key))),
    passwords: Object.keys(used).filter((key) => isHidden.has(key)),
  };
}
