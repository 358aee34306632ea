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
  /** The plugins of this bot, or a function that is called for every message. */
  plugins: readonly (Plugin | Installation)[] | (() => Promise<readonly (Plugin | Installation)[]>);
  /** As made by `createBot`, for the same variant. */
  bot: BotAdapter;
  /**
   * Which names plugins see: `"single"` leaves nine of them (`bot`, `msg`, `config`, `botDbId`, `userId`,
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
   * Records host calls, and answers those of a message that was half done. A function is called once for each
   * handling of a message, before its first host call.
   * @default a run's calls are kept in memory until it ends, up to 16 MiB
   */
  journal?: Journal | ((message: MessageIdentity) => Journal);
  /**
   * Loads a version of a plugin, by slug and `version`, that was replaced after it had begun a run: the run
   * goes on with it after a restart.
   * @default the installed version goes on, and is stopped where it asks for something else
   */
  formerVersion?: (slug: string, version: string) => Promise<Installation | undefined>;
  /**
   * Bounds the media that are in memory; runtimes of one process should share it. A message waits for the bytes
   * of its medium until others have ended.
   * @default 256 MiB for this dispatcher
   */
  mediaBudget?: MediaBudget;
  /** Longest time of one handler, in milliseconds. @default LIMITS.call.wallMs */
  wallMs?: number;
  /**
   * Milliseconds that a run may take beyond `wallMs` for sends that have begun, and that its journal may
   * take for one answer. A send that is still open then is abandoned, and counts as one that may have
   * arrived.
   * @default LIMITS.call.graceMs
   */
  graceMs?: number;
  /** Called before each run: returns what a test host puts around it. */
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
  /** As the host made it. */
  readonly context: SingleHandlerContext;
}

const { function: callback, object, size } = OPTION_RULES;

const OBJECT_OR_FUNCTION: OptionRule = {
  expected: "an object or a function",
  accepts: (value) => isRecord(value) || typeof value === "function",
};
const ID: OptionRule = { expected: "a whole number", accepts: Number.isSafeInteger };
/** What has a check of its own, which says more than its kind. */
export const ANYTHING: OptionRule = { expected: "anything", accepts: () => true };

/** The rules of those options that a runtime has too. */
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
