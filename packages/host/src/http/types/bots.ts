import type { Platform, Transport } from "@botwright/core";
import type { BotRecord } from "../../bots/bot-record.ts";
import type { BotChange } from "../../bots/bot-record.ts";
import type { BoundBot } from "../../bots/bots.ts";
import type { LoginRecord } from "../../bots/logins/login-record.ts";
import type { PlatformRecord } from "../../bots/platforms.ts";
import type { InstallationRecord } from "../../installations/installation-rows.ts";
import type { ConflictReport } from "../../installations/conflict-report.ts";
import type { DryRun } from "../../trial/dry-run.ts";

/** Bodies of `/api/bots` and `/api/bot-logins`. */
export interface BotBodies {
  BindBot: {
    platform: Platform;
    /**
     * @minLength 1
     * @maxLength 100
     */
    name?: string;
    /** Values by the names of the platform's fields, which `GET /api/platforms` lists. */
    credentials: { [name: string]: string };
    /** @default the platform's usual one */
    transport?: Transport;
  };
  RebindBot: {
    credentials: { [name: string]: string };
    transport?: Transport;
  };
  RenameBot: {
    /**
     * @minLength 1
     * @maxLength 100
     */
    name: string;
  };
  StartLogin: {
    platform: Platform;
    /**
     * The bot that gets the new session. Absent: the login binds a new bot.
     * @type uint64
     * @maximum 9007199254740991
     */
    bot_id?: number;
  };
  LoginCode: {
    /**
     * The digits that the phone shows.
     * @pattern ^[0-9]{1,12}$
     */
    code: string;
  };
  InstallPlugin: {
    /**
     * @type uint64
     * @maximum 9007199254740991
     */
    plugin_id: number;
    /**
     * The version whose permissions the owner was shown, and consents to.
     * @type uint64
     * @maximum 9007199254740991
     */
    version_id: number;
    /** Settings by the keys of the plugin's `config_schema`. */
    config?: { [key: string]: unknown };
  };
  ChangeInstallation: {
    enabled?: boolean;
    /**
     * `null`: the priority that the plugin declares.
     * @type uint32
     * @maximum 1000
     */
    priority?: number | null;
    /** Settings by key. Absent settings keep their values; `null` resets a setting to its default. */
    config?: { [key: string]: unknown };
  };
  UpgradeInstallation: {
    /**
     * The version whose permissions the owner was shown, and consents to.
     * @type uint64
     * @maximum 9007199254740991
     */
    version_id: number;
  };
  PluginOrder: {
    /**
     * The ids of all plugins of the bot, in the order in which they are to run.
     * @maxItems 1000
     */
    order: number[];
  };
  DryRunMessage: {
    /**
     * The text of the message that the plugins handle.
     * @minLength 1
     * @maxLength 4000
     */
    text: string;
  };
}

/** Queries of `/api/bots`. */
export interface BotQueries {
  PluginConflicts: {
    /**
     * A plugin that is not installed yet, which the report includes.
     * @type uint64
     * @maximum 9007199254740991
     */
    plugin_id?: number;
    /**
     * A text for which the report says which plugins react to it.
     * @maxLength 1000
     */
    text?: string;
  };
}

/** Answers of `/api/bots`, `/api/platforms` and `/api/bot-logins`. */
export interface BotAnswers {
  Platforms: {
    items: PlatformRecord[];
    /** Whether the host simulates the platforms, as a demo does; their chats are then at `/playground/`. */
    simulated: boolean;
  };
  Bot: BotRecord;
  Bots: { items: readonly BotRecord[] };
  BoundBot: BoundBot;
  BotChange: BotChange;
  Login: LoginRecord;
  Installation: InstallationRecord;
  Installations: { items: InstallationRecord[] };
  ConflictReport: ConflictReport;
  DryRun: DryRun;
}
