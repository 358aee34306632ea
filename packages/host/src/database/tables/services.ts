import type { Platform } from "@botwright/core";
import type { Generated } from "kysely";

/** A value that a plugin has stored; `storage_write` writes it. */
interface StorageValueTable {
  user_id: number;
  plugin_slug: string;
  /** Escaped by `escapeText`. */
  key: string;
  json: string;
  bytes: number;
  position: Generated<number>;
}

/** A cached answer, valid until `expires_at`, in milliseconds since 1970. */
interface CacheTable {
  key: string;
  json: string;
  expires_at: number;
}

/** A set of sealed credentials. */
interface PlatformCredentialsTable {
  id: string;
  user_id: number;
  platform: Platform;
  /** The name that users see. */
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
  /** The platform's exact id of the message, escaped by `escapeText`. */
  message_id: string | null;
  /** Identifies the call, so that one that is repeated after a crash is logged once. */
  effect_key: string | null;
  /** The key of the charge's rows in the ledger. */
  charge_key: string | null;
  model: string | null;
  prompt_tokens: number | null;
  completion_tokens: number | null;
  credits: Generated<number>;
  /** The rest of `ServiceLogEntry` as JSON. */
  details: string;
}

/** The values that plugins store, and their uses of services, besides credits. */
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
