import type { BotAdapter } from "../ports/bot.ts";
import { systemClock } from "../ports/clock.ts";
import { isPermitted } from "../calls/permissions.ts";
import { describeError } from "../rules/errors/describe-error.ts";
import { validateIncomingMessage } from "../generated/validators.ts";
import { LIMITS } from "../rules/limits.ts";
import { type Logger, observeLogger, silentLogger } from "../ports/logger.ts";
import type { IncomingMessage } from "../types/message.ts";
import { callIdOf } from "../journal/call-id.ts";
import { guardListener, logEvents } from "./events.ts";
import { orderInstallations } from "./plugin-order.ts";
import type { SingleHandlerContext } from "../types/context.ts";
import { assertVariantPlatform, type Variant } from "../types/platform.ts";
import type { Installation, Plugin } from "../ports/plugin.ts";
import { assertDispatcherOptions, type DispatcherOptions } from "./dispatcher-options.ts";
import { resumeFirst } from "./resume-first.ts";
import { openMessage } from "./journaled-medium.ts";
import { createMediaBudget } from "./media-budget.ts";
import { createContexts } from "./run/plugin-context.ts";
import { createRestartTurns } from "./run/restart-turns.ts";
import type { DispatchResult, PluginRun } from "./results.ts";
import { runPlugin } from "./run/run-plugin.ts";
import {
  findTriggerConflicts,
  findTriggerConflictsInSteps,
  type TriggerConflictReport,
} from "../rules/meta/triggers.ts";
import { invalidInput, assertValid } from "../rules/validation/validation.ts";

/** Passes messages to plugins. */
export interface Dispatcher {
  /**
   * Runs the plugins in ascending priority until one has handled the message. When the message is handled again, the
   * plugins that have begun it earlier run first.
   *
   * @throws {InvalidInputError} `INVALID_INPUT` naming the path when the message, or the result of the `plugins`
   * function, is malformed; `DUPLICATE_SLUG` when that result has two plugins with one slug. No plugin runs then, and
   * the error is logged.
   * @throws {InfrastructureError} when the journal cannot be read or written: the message must be handled again
   */
  dispatch(incoming: IncomingMessage): Promise<DispatchResult>;
}

/**
 * Creates the dispatcher of one bot.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` when the bot was created for another variant, or the variant does not
 * exist on its platform; `DUPLICATE_SLUG` when two of the plugins have one slug
 * @example
 * const dispatcher = createDispatcher({ plugins: [greeting, notebook], bot: createBot(adapter) });
 * const { handledBy } = await dispatcher.dispatch(incoming);
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  assertDispatcherOptions(options);
  const { plugins, bot, variant = "multi", botDbId = 1, userId = 1 } = options;
  const { clock = systemClock, wallMs = LIMITS.call.wallMs, graceMs } = options;
  const { logger: hostLogger = silentLogger } = options;
  const onEvent = guardListener(options.onEvent, hostLogger);
  const logger = observeLogger(hostLogger, logEvents(onEvent, { botDbId }));
  assertVariant(bot, variant);
  const { services, journal: journalOf, mediaBudget: budget = createMediaBudget() } = options;
  const contextFor = createContexts({ variant, botDbId, userId, services, onEvent });
  const turns = createRestartTurns(clock);
  /** The plugins that the option gave for the last message, and the same plugins in the order in which they run. */
  let last: readonly (Plugin | Installation)[] = [];
  let known: readonly Installation[] = [];
  if (typeof plugins !== "function" && takeInstallations(plugins)) {
    warnOfConflicts(findTriggerConflicts(declaredBy(known), BOUNDED), logger);
  }

  /**
   * Validates and sorts the plugins, unless they are the same as for the last message.
   *
   * @returns whether they differ from the plugins of the last message
   */
  function takeInstallations(given: readonly (Plugin | Installation)[]): boolean {
    if (!Array.isArray(given)) {
      throw invalidInput("plugins must be a list of plugins, or a function that resolves to one");
    }
    if (given.length === last.length && given.every((one, place) => one === last[place]))
      return false;
    const ordered = orderInstallations(given);
    const isSame =
      ordered.length === known.length &&
      ordered.every(({ plugin }, place) => plugin === known[place]?.plugin);
    last = [...given];
    known = ordered;
    return !isSame;
  }

  async function currentInstallations(): Promise<readonly Installation[]> {
    if (typeof plugins !== "function") return known;
    try {
      const isNew = takeInstallations(await plugins());
      const installed = known;
      if (isNew) {
        warnOfConflicts(await findTriggerConflictsInSteps(declaredBy(installed), BOUNDED), logger);
      }
      return installed;
    } catch (error) {
      logger.error("the bot's plugins cannot be run", describeError(error));
      throw error;
    }
  }

  return {
    async dispatch(incoming) {
      const valid = assertValid("incoming", validateIncomingMessage(incoming));
      const installed = await currentInstallations();
      // A plugin may download only media of the chat that it answers.
      const boundBot = bot.forCall?.({ from: valid.message.from }) ?? bot;
      const message = { botDbId, messageId: valid.id };
      const ofMessage = observeLogger(hostLogger, logEvents(onEvent, message));
      using opened = await openMessage(valid.message, {
        identity: message,
        userId,
        isWanted: installed.some(({ plugin }) => isPermitted(plugin.meta.permissions, "media")),
        budget,
        bot: boundBot,
        journal: typeof journalOf === "function" ? journalOf(message) : journalOf,
        logger: ofMessage,
        clock,
        wallMs,
        graceMs,
      });
      const { prefetched } = opened;
      const { installations, journal } = await resumeFirst(installed, message, {
        journal: opened.journal,
        clock,
        answerMs: graceMs,
      });
      const runs: PluginRun[] = [];
      for (const installation of installations) {
        const { plugin } = installation;
        const contextOf = (one: Installation): SingleHandlerContext =>
          contextFor(one, { id: valid.id, bot: boundBot, ...prefetched });
        const context = contextOf(installation);
        const { slug } = plugin.meta;
        const callId = callIdOf({ ...message, plugin: slug });
        const hooks = options.hooksFor?.({ callId, plugin, context });
        const run = await runPlugin(plugin, context, {
          message,
          wallMs,
          graceMs,
          clock,
          logger: hostLogger,
          journal,
          turns,
          hooks,
          async formerVersion(version) {
            const former = await options.formerVersion?.(slug, version);
            return former && { plugin: former.plugin, context: contextOf(former) };
          },
          onEvent,
        });
        runs.push(run);
        if (run.status === "handled") return { handledBy: run.plugin, runs };
        // The user has already got an answer; a second one from the next plugin would confuse.
        const isBroken = run.status === "failed" || run.status === "invalid";
        if (isBroken && run.sends > 0) break;
      }
      return { handledBy: null, runs };
    },
  };
}

/** Limits of the logged trigger conflicts, because strangers write the triggers. */
const MAX_WARNINGS = 50;
const MAX_TRIGGER_LENGTH = 100;

function assertVariant(bot: BotAdapter, variant: Variant): void {
  assertVariantPlatform(variant, bot.platform);
  if ((bot.sendVoice !== undefined) === (variant === "single")) return;
  throw invalidInput(
    `bot must be made with the dispatcher's own variant, { variant: "${variant}" }`,
  );
}

const BOUNDED = { maxPrefixes: MAX_WARNINGS };

function declaredBy(installations: readonly Installation[]): readonly Plugin["meta"][] {
  return installations.map(({ plugin }) => plugin.meta);
}

/** Logs a warning for plugins that react to the same words. */
function warnOfConflicts({ exact, prefix }: TriggerConflictReport, logger: Logger): void {
  for (const { trigger, plugins } of [...exact, ...prefix].slice(0, MAX_WARNINGS)) {
    logger.warn("plugins react to the same trigger", {
      trigger: trigger.slice(0, MAX_TRIGGER_LENGTH),
      plugins,
    });
  }
}
