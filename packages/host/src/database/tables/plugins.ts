import type { Generated } from "kysely";
import type { CreatedAt } from "./created-at.ts";

/** A plugin of a developer. */
interface PluginTable {
  id: Generated<number>;
  slug: string;
  /** `null` for a built-in one, and when the account was deleted. */
  developer_id: number | null;
  builtin: Generated<boolean>;
  status: "pending" | "published" | "rejected" | "taken_down";
  published_id: number | null;
  description: Generated<string>;
  icon: Generated<string>;
  readme: Generated<string>;
  repository_url: Generated<string>;
  /** Of the published version: its name, its category, and its triggers, one per line. */
  name: Generated<string>;
  category: Generated<string>;
  words: Generated<string>;
  created_at: CreatedAt;
  updated_at: Generated<Date>;
}

/** A version of a plugin; what was submitted never changes. */
interface PluginVersionTable {
  id: Generated<number>;
  plugin_id: number;
  version: string;
  sha256: string;
  code: string;
  /** `SubmittedFields` as JSON. */
  record: string;
  /** `PluginMeta` as JSON: the form's words, and the file's where the form has none. */
  meta: string;
  /** `Finding[]` as JSON. */
  findings: string;
  /** `replaced`: a newer one was submitted before it was reviewed. */
  state: "pending" | "approved" | "rejected" | "replaced";
  /** Why it was rejected. */
  reason: string | null;
  created_at: CreatedAt;
  reviewed_at: Date | null;
  reviewed_by: number | null;
  /** When the plugin was rolled back from it: it is not gone back to again. */
  left_at: Date | null;
}

/** How a version did on the recorded runs of the published one: `UpdateReport` as JSON. */
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
  /** Overrides the plugin's own. */
  priority: number | null;
  /** The settings as JSON, without passwords. */
  config: Generated<string>;
  /** The settings of type `password`, as sealed JSON. */
  sealed: string | null;
  /** Its place among the plugins of one priority; `null` comes last. */
  position: number | null;
  /** `PluginPermissions` that the owner was shown, as JSON; `null`: those of the version. */
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
