import { RUN_RESTARTED } from "../../calls/storage/restart.ts";
import { type Attempt, openAttempt, REPEATABLE_BYTES } from "../../journal/attempts.ts";
import { callIdOf } from "../../journal/call-id.ts";
import { createMemoryJournal } from "../../memory/journal.ts";
import type { Journal, JournalEntry } from "../../ports/journal.ts";
import { type Logger, observeLogger } from "../../ports/logger.ts";
import { LIMITS } from "../../rules/limits.ts";
import { toJson } from "../../rules/storage/stored-value.ts";
import type { SingleHandlerContext } from "../../types/context.ts";
import type { RunIdentity } from "../../types/run-identity.ts";
import { logEvents } from "../events.ts";
import type { PluginRun } from "../results.ts";
import type { RunnablePlugin, RunOptions, VersionToRun } from "./run-options.ts";
import { runAttempt } from "./run-attempt.ts";

/**
 * Runs one plugin on one message. A handler that throws, hangs or returns an invalid value also ends with a result,
 * and its later host calls are refused.
 *
 * @throws {InfrastructureError} when the infrastructure failed: the message must be handled again
 */
export async function runPlugin(
  plugin: RunnablePlugin,
  context: SingleHandlerContext,
  options: RunOptions,
): Promise<PluginRun> {
  try {
    return await runJournaled(plugin, context, options);
  } finally {
    options.hooks?.onEnd?.();
  }
}

async function runJournaled(
  installed: RunnablePlugin,
  given: SingleHandlerContext,
  options: RunOptions,
): Promise<PluginRun> {
  const { message, clock, onEvent } = options;
  const isDurable = options.journal !== undefined;
  const identity: RunIdentity = { ...message, plugin: installed.meta.slug };
  const callId = callIdOf(identity);
  const started = clock.now();
  const onLog = logEvents(onEvent, identity);
  const logger = observeLogger(options.logger, onLog, { plugin: installed.meta.slug, callId });
  const begun = await openRun({ plugin: installed, context: given }, callId, options);
  const { plugin, context } = begun;
  const { meta, version = "" } = plugin;
  let { attempt } = begun;
  const startedAt = clock.now();
  onEvent?.({ type: "plugin-started", ...identity, callId, meta, version, context });
  warnOfOtherVersion(begun, logger);
  let endTurn: (() => void) | undefined;
  // A run that has begun to send cannot start again, so it no longer needs the turn.
  const onSend = (): void => endTurn?.();
  for (;;) {
    const ended = await runAttempt(
      { plugin, context, attempt, identity, startedAt, logger, onLog, onSend },
      options,
    )
      .catch(async (error: unknown) => {
        // The message will be handled again, and that run must know the effects of this one. If the journal cannot be
        // written now, it still has the begin entries of the effects, which are written ahead.
        if (isDurable) await attempt.journaled.flush().catch(() => {});
        throw error;
      })
      .finally(() => endTurn?.());
    const { ending, sends, credits, usage, restartedBy: key } = ended;
    // The next attempt reads the outcomes of this one from the journal.
    if (isDurable || key !== undefined) await attempt.journaled.flush();
    if (key === undefined) {
      const run: PluginRun = {
        plugin: meta.slug,
        ...ending,
        sends,
        durationMs: clock.now() - started,
        ...(usage !== undefined && { usage }),
        ...(credits > 0 && { credits }),
        ...(attempt.number > 0 && { restarts: attempt.number }),
      };
      onEvent?.({ type: "plugin-ended", ...identity, run });
      return run;
    }
    logger.info(`the run starts again: "${key.slice(0, 80)}" has changed since it was read`, {
      code: RUN_RESTARTED,
      key,
    });
    const spent = usage === undefined ? {} : { usage };
    onEvent?.({ type: "storage-conflict", ...identity, key, result: "restarted", ...spent });
    attempt = await attempt.next();
    options.hooks?.onRestart?.();
    options.hooks?.onWaiting?.();
    const leftMs = startedAt + options.wallMs - clock.now();
    endTurn = await options.turns?.wait(meta.slug, leftMs);
    options.hooks?.onResume?.();
  }
}

/** An opened run, with its newest attempt. */
interface OpenRun extends VersionToRun {
  readonly attempt: Attempt;
}

/**
 * Opens the newest attempt of a run, with the version of the plugin and the settings with which the run began,
 * because others would make other host calls than the journal has outcomes for.
 */
async function openRun(
  installed: VersionToRun,
  callId: string,
  options: RunOptions,
): Promise<OpenRun> {
  const { clock, graceMs, journal = createRunJournal() } = options;
  const open = ({ plugin: { version }, context: { config } }: VersionToRun): Promise<Attempt> =>
    openAttempt(journal, callId, {
      config: version === undefined ? copyOfJson(config) : config,
      clock,
      answerMs: graceMs,
      // A trusted function may ask for something else after the same answers.
      isDeterministic: version !== undefined,
      isDurable: options.journal !== undefined,
      version,
    });
  const attempt = await open(installed);
  const { begunWith } = attempt;
  const { version } = installed.plugin;
  if (begunWith === undefined || begunWith === version) return asBegun(installed, attempt);
  const former = await options.formerVersion?.(begunWith);
  if (former !== undefined) return asBegun(former, await open(former));
  return { ...installed, attempt };
}

/** Called after the `plugin-started` event, because listeners can redact a run's log lines only after that event. */
function warnOfOtherVersion({ plugin, attempt }: OpenRun, logger: Logger): void {
  const { version } = plugin;
  const { begunWith } = attempt;
  if (begunWith === undefined || begunWith === version) return;
  const message = "a run goes on with another version of its plugin than it was begun with";
  logger.warn(message, { begunWith, version });
}

/** Replaces the settings by those with which the run began, because the journal's outcomes belong to them. */
function asBegun(run: VersionToRun, attempt: Attempt): OpenRun {
  const { plugin, context } = run;
  const { config } = attempt;
  return { plugin, context: config ? { ...context, config: { ...config } } : context, attempt };
}

/**
 * Copies a trusted function's settings, because the function can change them; undefined when they are not JSON,
 * because a journal could not restore them.
 */
function copyOfJson(config: SingleHandlerContext["config"]): JournalEntry["config"] {
  try {
    return JSON.parse(toJson(config));
  } catch {
    return undefined;
  }
}

/** A journal in memory for the restarts of a run whose bot has no journal; created at the run's first entry. */
function createRunJournal(): Journal {
  let journal: Journal | undefined;
  const open = (): Journal =>
    (journal ??= createMemoryJournal({
      calls: LIMITS.call.restarts + 1,
      bytes: REPEATABLE_BYTES,
    }));
  return { write: (entries) => open().write(entries), read: (callId) => open().read(callId) };
}
