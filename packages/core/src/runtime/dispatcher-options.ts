import { isRecord } from "../rules/is-record.ts";
import {
  assertOptions,
  oneOf,
  OPTION_RULES,
  type OptionRule,
  type OptionRules,
} from "../rules/validation/assert-options.ts";
import type { BotAdapter } from "../ports/bot.ts";
import type { Clock } from "../ports/clock.ts";
import type { Journal } from "../ports/journal.ts";
import type { Logger } from "../ports/logger.ts";
import type { Installation, Plugin } from "../ports/plugin.ts";
import type { SingleHandlerContext } from "../types/context.ts";
import type { MessageIdentity } from "../types/run-identity.ts";
import type { Variant } from "../types/platform.ts";
import type { OnBotEvent } from "./events.ts";
import type { MediaBudget } from "./media-budget.ts";
import type { ServicesFor } from "./run/plugin-context.ts";
import type { RunHooks } from "./run/run-options.ts";

/** Options of `createDispatcher`. */
export interface DispatcherOptions {
  /** The plugins of this bot, or a function that returns them and is called for every message. */
  plugins: readonly (Plugin | Installation)[] | (() => Promise<readonly (Plugin | Installation)[]>);
  /** The bot, created by `createBot` for the same variant. */
  bot: BotAdapter;
  /**
   * Which members the context of plugins has: `"single"` has only nine (`bot`, `msg`, `config`, `botDbId`, `userId`,
   * `storage`, `mediaBuffer`, `quotedMessage`, `messageId`) and adds `bot.sendVoice`; for `wechat` only.
   * @default "multi"
   */
  variant?: Variant;
  /** @default 1 */
  botDbId?: number;
  /** The account that owns the bot. @default 1 */
  userId?: number;
  /** The services of plugins; see {@link ServicesFor} for the defaults. */
  services?: ServicesFor;
  /**
   * Records host calls, and answers the recorded ones when a message that was half done is handled again. A function
   * is called once for each handling of a message, before its first host call.
   * @default a run's calls are kept in memory until it ends, up to 16 MiB
   */
  journal?: Journal | ((message: MessageIdentity) => Journal);
  /**
   * Loads, by slug and `version`, a version of a plugin that was replaced after it had begun a run, so that the run
   * continues with that version after a restart.
   * @default the installed version continues the run, and fails where it makes another host call than the recorded
   * one
   */
  formerVersion?: (slug: string, version: string) => Promise<Installation | undefined>;
  /**
   * Limits the media that are in memory; runtimes of one process should share one budget. When it is exhausted, a
   * message waits before its medium is downloaded, until other messages have ended.
   * @default 256 MiB for this dispatcher
   */
  mediaBudget?: MediaBudget;
  /** Longest time of one handler, in milliseconds. @default LIMITS.call.wallMs */
  wallMs?: number;
  /**
   * Milliseconds that a run may take beyond `wallMs` for sends that have begun; also the deadline of the journal for
   * one answer. A send that is still open then is given up, and counts as one that may have arrived.
   * @default LIMITS.call.graceMs
   */
  graceMs?: number;
  /** Called before each run; returns the hooks with which a test host wraps the run. */
  hooksFor?: (run: PluginRunStart) => RunHooks | undefined;
  /** Called with the events of each plugin's run, and with its log lines. @default no listener */
  onEvent?: OnBotEvent;
  logger?: Logger;
  clock?: Clock;
}

/** A run that is about to start. */
export interface PluginRunStart {
  readonly callId: string;
  readonly plugin: Plugin;
  /** The context as the host created it, with unguarded services. */
  readonly context: SingleHandlerContext;
}

const { function: callback, object, size } = OPTION_RULES;

const OBJECT_OR_FUNCTION: OptionRule = {
  expected: "an object or a function",
  accepts: (value) => isRecord(value) || typeof value === "function",
};
const ID: OptionRule = { expected: "a whole number", accepts: Number.isSafeInteger };
/** Accepts any value: for an option whose own check gives a better error message. */
export const ANYTHING: OptionRule = { expected: "anything", accepts: () => true };

/** The rules of the options that a runtime has too. */
export const MESSAGE_RULES: OptionRules<Omit<DispatcherOptions, "bot">> = {
  plugins: ANYTHING,
  variant: oneOf(["multi", "single"]),
  botDbId: ID,
  userId: ID,
  services: callback,
  journal: OBJECT_OR_FUNCTION,
  formerVersion: callback,
  mediaBudget: object,
  wallMs: size,
  graceMs: size,
  hooksFor: callback,
  onEvent: callback,
  logger: object,
  clock: object,
};

/** Checks what `createDispatcher` is called with. @throws {InvalidInputError} `INVALID_INPUT` naming the option */
export function assertDispatcherOptions(options: DispatcherOptions): void {
  assertOptions("options", options, { ...MESSAGE_RULES, bot: object });
}
