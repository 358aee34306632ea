import type { Platform, Transport } from "@botwright/core";
import type { Generated } from "kysely";
import type { CreatedAt } from "./created-at.ts";

/** A bot of an account. */
interface BotTable {
  id: Generated<number>;
  user_id: number;
  platform: Platform;
  /** The name that users see. */
  name: string;
  /** The credentials of its binding, as sealed JSON. */
  sealed: string;
  paused: Generated<boolean>;
  /** The node that runs the bot. */
  owner: string | null;
  /** A fencing token: each claim of the bot raises it, and writes of an earlier owner are refused. */
  epoch: Generated<number>;
  /** `AdapterStatus` as JSON, and when it was written. */
  status: string | null;
  status_at: Date | null;
  /** The bot's account at the platform; unique per platform. */
  account: string;
  /** How messages arrive; `null`: the platform's default. */
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

/** A platform's callback that one node has received and another node answers. */
interface BotCallbackTable {
  id: string;
  bot_id: number;
  /** The node that answers, and the node that has received the callback. */
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

/** Bots with their connections. */
export interface BotTables {
  bot: BotTable;
  bot_login: BotLoginTable;
  bot_callback: BotCallbackTable;
  adapter_state: AdapterStateTable;
}
