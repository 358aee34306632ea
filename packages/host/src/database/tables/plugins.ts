import type { Generated } from "kysely";
import type { CreatedAt } from "./created-at.ts";

/** A plugin of a developer. */
interface PluginTable {
  id: Generated<number>;
  slug: string;
  /** `null` for a built-in plugin, and when the developer's account was deleted. */
  developer_id: number | null;
  builtin: Generated<boolean>;
  status: "pending" | "published" | "rejected" | "taken_down";
  published_id: number | null;
  description: Generated<string>;
  icon: Generated<string>;
  readme: Generated<string>;
  repository_url: Generated<string>;
  /** Copied from the published version: its name, its category, and its triggers, one per line. */
  name: Generated<string>;
  category: Generated<string>;
  words: Generated<string>;
  created_at: CreatedAt;
  updated_at: Generated<Date>;
}

/** A version of a plugin; a trigger of the database refuses changes of what was submitted. */
interface PluginVersionTable {
  id: Generated<number>;
  plugin_id: number;
  version: string;
  sha256: string;
  code: string;
  /** `SubmittedFields` as JSON. */
  record: string;
  /** `PluginMeta` as JSON: the values of the form, and for absent fields those of the file. */
  meta: string;
  /** `Finding[]` as JSON. */
  findings: string;
  /** `replaced`: a newer version was submitted before this one was reviewed. */
  state: "pending" | "approved" | "rejected" | "replaced";
  /** Why it was rejected. */
  reason: string | null;
  created_at: CreatedAt;
  reviewed_at: Date | null;
  reviewed_by: number | null;
  /** When the plugin was rolled back from this version; later roll-backs skip it. */
  left_at: Date | null;
}

/** How a version behaved on the recorded runs of the published one: `UpdateReport` as JSON. */
interface UpdateReportTable {
  version_id: number;
  report: string;
  made_at: Generated<Date>;
}

/** A plugin of a bot. */
interface InstallationTable {
  id: Generated<number>;
  bot_id: number;
  plugin_id: number;
  version_id: number;
  enabled: Generated<boolean>;
  /** Overrides the priority that the plugin declares. */
  priority: number | null;
  /** The settings as JSON, without passwords. */
  config: Generated<string>;
  /** The settings of type `password`, as sealed JSON. */
  sealed: string | null;
  /** The position among the bot's plugins of the same priority; `null` comes last. */
  position: number | null;
  /** The `PluginPermissions` that the owner has consented to, as JSON; `null`: those of the version. */
  consented: string | null;
  created_at: CreatedAt;
}

/** Plugins, their versions, and the installations of bots. */
export interface PluginTables {
  plugin: PluginTable;
  plugin_version: PluginVersionTable;
  update_report: UpdateReportTable;
  installation: InstallationTable;
}
