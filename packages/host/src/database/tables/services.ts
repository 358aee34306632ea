import type { Platform } from "@botwright/core";
import type { Generated } from "kysely";

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

/** What plugins store and use, beside credits. */
export interface ServiceTables {
  storage_value: StorageValueTable;
  storage_account: { user_id: number; bytes: number };
  usage_counter: { counter: string; count: number };
  usage_event: { counter: string; id: string; before: number; attempt: Generated<number> };
  rate_window: { key: string; times: number[]; expires_at: number };
  cache: CacheTable;
  platform_credentials: PlatformCredentialsTable;
  service_use: ServiceUseTable;
}
