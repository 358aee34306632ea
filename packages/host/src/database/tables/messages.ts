import type { MessageType, RunTrace } from "@botwright/core";
import type { Generated } from "kysely";
import type { CreatedAt } from "./created-at.ts";

/** A message that a bot has received: one row for each exact id of the platform. */
interface MessageTable {
  id: Generated<number>;
  bot_id: number;
  /** The platform's exact id. */
  platform_id: string;
  /** The person who wrote it. */
  chat: string;
  /** `IncomingMessage` as JSON. */
  incoming: string;
  /** The message's type, and the escaped beginning of its text, so that lists need not read `incoming`. */
  type: Generated<MessageType>;
  shown: Generated<string>;
  received_at: CreatedAt;
  /**
   * How often a handler was started, and how often one has failed. A start that has neither failed nor handled the
   * message was lost with its process.
   */
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

/** An attempt to handle a message that has ended; `inbox_finish_all` writes it. */
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

/** The run of a plugin in an attempt. */
interface PluginRunTable {
  message_id: number;
  attempt: number;
  /** 0, 1 … in the order in which the plugins ran. */
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

/** A chat that has messages to handle; the row disappears with the last one. */
interface LaneTable {
  bot_id: number;
  chat: string;
  /** The node that handles the chat's messages, or `null`. */
  locked_by: string | null;
  /** The chat is not claimed before this time: the time of the next attempt after a failed one. */
  next_at: Generated<Date>;
}

/** Messages of bots, and the attempts to handle them. */
export interface MessageTables {
  message: MessageTable;
  message_attempt: MessageAttemptTable;
  plugin_run: PluginRunTable;
  lane: LaneTable;
}
