/**
 * The tables as Kysely sees them; `migrations/` creates them.
 *
 * @module
 */
import type { Platform, RunTrace, Transport } from "@botwright/core";
import type { ColumnType, Generated } from "kysely";
import type { ModelTables } from "./model-tables.ts";

/** Set by the database when a row is inserted. */
type CreatedAt = ColumnType<Date, never, never>;

/** A message that a bot has received, once per exact id. */
interface MessageTable {
  id: Generated<number>;
  bot_id: number;
  /** The platform's exact id. */
  platform_id: string;
  /** The person who wrote it. */
  chat: string;
  /** `IncomingMessage` as JSON. */
  incoming: string;
  received_at: CreatedAt;
  /** How often a handler was begun, and how often one has failed; the rest ended with their process. */
  starts: Generated<number>;
  failures: Generated<number>;
  /** When it was handled. */
  done_at: Date | null;
  /** When it was set aside, and why. */
  aside_at: Date | null;
  error_code: string | null;
  error_message: string | null;
  /** How often an operator has put it back after it had been set aside. */
  retries: Generated<number>;
}

/** A time that a message was handed out and its handling has ended; written by `inbox_finish_all`. */
interface MessageAttemptTable {
  message_id: number;
  /** 1, 2 … */
  number: number;
  ended: "done" | "again" | "aside";
  node: string;
  /** Absent when no handler ran. */
  started_at: Date | null;
  ended_at: CreatedAt;
  handled_by: string | null;
  error_code: string | null;
  error_message: string | null;
  /** `AttemptTrace` as sealed JSON. */
  trace: string | null;
  /** `RunInputs` as sealed JSON. */
  inputs: string | null;
}

/** A plugin's turn at a message. */
interface PluginRunTable {
  message_id: number;
  attempt: number;
  /** 0, 1 … in the order of the turns. */
  place: number;
  plugin: string;
  /** SHA-256 of the source; empty for a trusted function. */
  version: string;
  status: RunTrace["status"];
  ms: number;
  sends: number;
  credits: number;
  gas: number | null;
}

/** How a version did on the recorded runs of the published one: `UpdateReport` as JSON. */
interface UpdateReportTable {
  version_id: number;
  report: string;
  made_at: Generated<Date>;
}

/** A chat that has messages to handle; the row disappears with the last one. */
interface LaneTable {
  bot_id: number;
  chat: string;
  /** The node that handles the chat's messages, or `null`. */
  locked_by: string | null;
  /** Not before this time: a failed message waits here. */
  next_at: Generated<Date>;
}

/** A running host process. Its lanes and bots are free when the lease has expired. */
interface NodeTable {
  id: string;
  expires_at: Date;
}

/** A value of a plugin; written by `storage_write`. */
interface StorageValueTable {
  user_id: number;
  plugin_slug: string;
  /** The inside of a JSON text. */
  key: string;
  json: string;
  bytes: number;
  position: Generated<number>;
}

/** A movement of credits; written by the functions of the ledger only. */
export interface CreditRowTable {
  id: Generated<number>;
  user_id: number;
  kind: "deposit" | "withdrawal" | "reservation" | "settlement";
  key: string;
  credits: number;
  plugin_slug: string | null;
  description: string | null;
  created_at: Date;
  /** The administrator who made it. */
  actor_id: number | null;
}

/** Credits of an account. */
interface CreditAccountTable {
  user_id: number;
  balance: number;
  /** The owner is warned when the credits fall below it. */
  warn_below: number | null;
  /** Whether they are below it now. */
  is_low: Generated<boolean>;
}

/** The most that an account may spend in each period. */
interface SpendingLimitTable {
  user_id: number;
  /** Empty: all plugins of the account together. */
  plugin_slug: string;
  period: "day" | "month";
  credits: number;
}

/** What an account has spent in a period; written by the functions of the ledger only. */
interface SpendingTable {
  user_id: number;
  /** Empty: all plugins of the account together. */
  plugin_slug: string;
  /** A day or a month of the host's time zone: `2026-01-05`, `2026-01`. */
  period: string;
  credits: number;
}

/** The credits of an account have fallen below its threshold. */
interface CreditWarningTable {
  id: Generated<number>;
  user_id: number;
  balance: number;
  threshold: number;
  created_at: Date;
  /** When a node reported it. */
  delivered_at: Date | null;
}

/** Reserved credits; `charged` once they are settled. */
export interface ReservationTable {
  key: string;
  user_id: number;
  credits: number;
  charged: number | null;
  /** The calendar day that it counts in. */
  day: string;
  plugin_slug: string | null;
  description: string | null;
  created_at: Date;
}

/** A cached answer, until `expires_at`, in milliseconds since 1970. */
interface CacheTable {
  key: string;
  json: string;
  expires_at: number;
}

/** A set of credentials, sealed. */
interface PlatformCredentialsTable {
  id: string;
  user_id: number;
  platform: Platform;
  /** For people. */
  name: Generated<string>;
  sealed: string;
  is_default: boolean;
  created_at: Date;
}

/** A use of a service. */
interface ServiceUseTable {
  id: Generated<number>;
  type: "ai" | "search" | "credentials";
  user_id: number;
  plugin_slug: string;
  created_at: Date;
  bot_id: number | null;
  /** The platform's exact id of the message, as the inside of a JSON text. */
  message_id: string | null;
  /** Identifies a call that is repeated after a crash. */
  effect_key: string | null;
  /** The key of its rows in the ledger. */
  charge_key: string | null;
  model: string | null;
  prompt_tokens: number | null;
  completion_tokens: number | null;
  credits: Generated<number>;
  /** The rest of `ServiceLogEntry` as JSON. */
  details: string;
}

/** A bot of an account. */
interface BotTable {
  id: Generated<number>;
  user_id: number;
  platform: Platform;
  /** For people. */
  name: string;
  /** The credentials of its binding, as sealed JSON. */
  sealed: string;
  paused: Generated<boolean>;
  /** The node that has its connection. */
  owner: string | null;
  /** Counts its owners: a fencing token. What an earlier owner still writes is refused. */
  epoch: Generated<number>;
  /** `AdapterStatus` as JSON, and when it was written. */
  status: string | null;
  status_at: Date | null;
  /** The account at the platform; unique per platform. */
  account: string | null;
  /** How messages come; `null`: as is usual on the platform. */
  transport: Transport | null;
  created_at: CreatedAt;
}

/** A login by QR code, which runs on one node. */
interface BotLoginTable {
  id: string;
  user_id: number;
  platform: Platform;
  /** The bot that is bound again, or `null` for a new one. */
  bot_id: number | null;
  node: string;
  /** `StoredLogin` as JSON. */
  state: string;
  is_over: Generated<boolean>;
  created_at: CreatedAt;
}

/** A platform's callback that another node answers. */
interface BotCallbackTable {
  id: string;
  bot_id: number;
  /** The node that answers, and the one that was asked. */
  node: string;
  origin: string;
  /** Request and answer as sealed JSON. */
  request: string;
  answer: string | null;
  created_at: CreatedAt;
}

/** A value of `AdapterState`. */
interface AdapterStateTable {
  bot_id: number;
  key: string;
  json: string;
  /** Milliseconds since 1970, or `null`. */
  expires_at: number | null;
}

/** A host call of a run, as sealed JSON. */
interface JournalEntryTable {
  call_id: string;
  sequence: number;
  sealed: string;
  written_at: CreatedAt;
}

/** Bytes that journal entries name. */
interface JournalMediaTable {
  sha256: string;
  bytes: Buffer;
  used_at: Generated<Date>;
}

/** The bytes that a run's entries name. */
interface JournalMediaUseTable {
  call_id: string;
  sha256: string;
}

/** The result of a change of storage, by the key of its effect. */
interface StorageEffectTable {
  key: string;
  status: string;
  made_at: CreatedAt;
}

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

/** A person who logs in: "the account" of bots, credits and storage. */
interface UserAccountTable {
  id: Generated<number>;
  name: string;
  email: string;
  email_verified: Generated<boolean>;
  image: string | null;
  role: Generated<"user" | "admin">;
  banned: Generated<boolean>;
  ban_reason: string | null;
  created_at: CreatedAt;
  updated_at: Generated<Date>;
}

/** A session; written by better-auth, ended by bans too. */
interface UserSessionTable {
  id: Generated<number>;
  user_id: number;
  token: string;
  expires_at: Date;
  ip_address: string | null;
  user_agent: string | null;
  created_at: CreatedAt;
  updated_at: Date;
}

/** A password's hash; written by better-auth. */
interface UserLoginTable {
  id: Generated<number>;
  user_id: number;
  account_id: string;
  provider_id: string;
  password: string | null;
  created_at: CreatedAt;
  updated_at: Date;
}

/** A one-time token, such as that of a password reset; written by better-auth. */
interface UserVerificationTable {
  id: Generated<number>;
  identifier: string;
  value: string;
  expires_at: Date;
  created_at: CreatedAt;
  updated_at: Generated<Date>;
}

/** Something that a plugin did to the sandbox of a node. */
interface SandboxEventTable {
  id: Generated<number>;
  node: string;
  type: "worker-lost" | "slow" | "struck" | "quarantined";
  /** `null` for a lost worker. */
  plugin_slug: string | null;
  /** SHA-256 of the source. */
  version: string | null;
  /** Of a lost worker: `crashed` or `hung`; of a slow plugin: the budget. */
  reason: string | null;
  strikes: number | null;
  /** Until when the plugin is slow or quarantined. */
  until_at: Date | null;
  created_at: CreatedAt;
}

/** All tables. */
export interface Schema extends ModelTables {
  message_attempt: MessageAttemptTable;
  plugin_run: PluginRunTable;
  update_report: UpdateReportTable;
  user_account: UserAccountTable;
  user_session: UserSessionTable;
  user_login: UserLoginTable;
  user_verification: UserVerificationTable;
  plugin: PluginTable;
  plugin_version: PluginVersionTable;
  installation: InstallationTable;
  journal_entry: JournalEntryTable;
  journal_media: JournalMediaTable;
  journal_media_use: JournalMediaUseTable;
  bot: BotTable;
  bot_login: BotLoginTable;
  bot_callback: BotCallbackTable;
  adapter_state: AdapterStateTable;
  storage_value: StorageValueTable;
  credit_account: CreditAccountTable;
  spending_limit: SpendingLimitTable;
  spending: SpendingTable;
  credit_warning: CreditWarningTable;
  credit_row: CreditRowTable;
  reservation: ReservationTable;
  storage_account: { user_id: number; bytes: number };
  storage_effect: StorageEffectTable;
  usage_counter: { counter: string; count: number };
  usage_event: { counter: string; id: string; before: number };
  rate_window: { key: string; times: number[]; expires_at: number };
  cache: CacheTable;
  platform_credentials: PlatformCredentialsTable;
  service_use: ServiceUseTable;
  message: MessageTable;
  lane: LaneTable;
  node: NodeTable;
  sandbox_event: SandboxEventTable;
  /** Jobs that one node does at a time. */
  maintenance: { name: string; started_at: Date };
}
