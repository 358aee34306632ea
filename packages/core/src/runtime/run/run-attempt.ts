import { HOST_CALL_TIMEOUT, type HostCallEvent, type OpenEffects } from "../../calls/host-calls.ts";
import { isSend } from "../../calls/find-operation.ts";
import type { Attempt } from "../../journal/attempts.ts";
import type { Logger } from "../../ports/logger.ts";
import { LIMITS } from "../../rules/limits.ts";
import type { SingleHandlerContext } from "../../types/context.ts";
import { type ErrorLocation, isInfrastructureError } from "../../types/errors.ts";
import { describeError } from "../../rules/errors/describe-error.ts";
import type { CallUsage } from "../../types/usage.ts";
import type { RunIdentity } from "../../types/run-identity.ts";
import type { OnLogLine } from "../events.ts";
import { assertHandlerResult, INVALID_RESULT } from "./handler-result.ts";
import { type OpenPluginCall, openPluginCall } from "./plugin-call.ts";
import type { PluginRun } from "../results.ts";
import type { RunOptions, RunnablePlugin } from "./run-options.ts";
import { warnOfEmptyText } from "../warn-of-empty-text.ts";

/** The log line of a handler that has failed; its fields are those of the run's `error`. */
export const HANDLER_FAILED = "a handler failed";

/** One attempt at a run. */
export interface AttemptRun {
  readonly plugin: RunnablePlugin;
  readonly context: SingleHandlerContext;
  readonly attempt: Attempt;
  readonly identity: RunIdentity;
  /** When the first attempt began, in milliseconds since 1970; all attempts share one wall limit. */
  readonly startedAt: number;
  readonly logger: Logger;
  readonly onLog: OnLogLine | undefined;
  /** Called when the attempt begins to send. */
  readonly onSend: () => void;
}

/** How an attempt ended. */
export interface AttemptEnd {
  readonly ending: Pick<PluginRun, "status" | "error">;
  readonly sends: number;
  /** Credits of its host calls, and of those of earlier attempts whose outcomes it has not reused. */
  readonly credits: number;
  readonly usage: CallUsage | undefined;
  /** The key whose change makes the run start again; undefined when the run has ended. */
  readonly restartedBy: string | undefined;
}

/**
 * Calls the handler once; a sandboxed handler gets a fresh VM. Host calls that the handler leaves open end with the
 * attempt.
 *
 * @throws {InfrastructureError} when the infrastructure failed
 */
export async function runAttempt(run: AttemptRun, options: RunOptions): Promise<AttemptEnd> {
  const { plugin, attempt, identity, startedAt, logger, onLog } = run;
  const { clock, wallMs, graceMs, hooks = {}, onEvent } = options;
  const { journaled, reusable } = attempt;
  let usage: CallUsage | undefined;
  let hasSettled = false;
  let isAborted = false;
  const opened = openPluginCall(contextOf(run), {
    id: attempt.id,
    plugin,
    wallMs,
    graceMs,
    clock,
    startedAt,
    intercept: journaled.intercept,
    around: hooks.intercept,
    conflicts: {
      onWaiting: hooks.onWaiting,
      mayRestart: (effects) => mayRestart(attempt, effects),
      draftOf: (key) => reusable.draftOf(key),
      onOverwrite(key) {
        logger.warn(
          `storage.set wrote over "${key.slice(0, MAX_KEY_LENGTH)}", which another run had changed since this one read it; storage.update loses no write`,
          { code: "STORAGE_OVERWRITTEN", key },
        );
        onEvent?.({ type: "storage-conflict", ...identity, key, result: "overwritten" });
      },
    },
    onWaiting: hooks.onWaiting,
    onResume: hooks.onResume,
    onUsage: (used) => (usage = used),
    ...(onLog !== undefined && { onLog }),
    onHostCall(event) {
      // A read that was open has the number of another call of the next attempt.
      if (isAborted) return;
      warnOfGivenUp(event, logger);
      warnOfEmptyText(event, logger);
      if (isSend(event.operation)) run.onSend();
      // After the handler has settled, a host call that it left open may settle while the next attempt waits.
      if (event.type === "host-call-settled" && !hasSettled) hooks.onResume?.();
      onEvent?.({ ...identity, ...event });
    },
  });
  const ending = await endOf(plugin, opened, logger, (isCutOff) => {
    hasSettled = true;
    journaled.release(isCutOff);
    hooks.onSettled?.();
  });
  isAborted = opened.restartedBy() !== undefined;
  const { hostCalls } = opened;
  return {
    ending,
    sends: hostCalls.sends(),
    credits: hostCalls.credits() + reusable.credits(),
    usage,
    restartedBy: opened.restartedBy(),
  };
}

/** Keys can have 256 characters; the whole key is in the line's fields. */
const MAX_KEY_LENGTH = 80;

/** Copies the message and the settings for a restart, because a trusted handler may have changed them. */
function contextOf({ context, attempt }: AttemptRun): SingleHandlerContext {
  if (attempt.number === 0) return context;
  return { ...context, msg: { ...context.msg }, config: { ...context.config } };
}

/**
 * Whether a conflict may start the run again: not when it has sent something, and not when an earlier process may
 * have performed an effect whose outcome is unknown, because the next attempt would repeat that effect under another
 * key. An effect that is being performed again has its outcome before the run starts again.
 */
async function mayRestart(
  { number, hasSent, journaled, isRepeatable }: Attempt,
  effects: OpenEffects,
): Promise<boolean> {
  if (number >= LIMITS.call.restarts || hasSent) return false;
  // Waits for the outcomes that an earlier process recorded, because only then are its sends known.
  await journaled.caughtUp();
  if (journaled.isRepeating(() => false)) {
    await journaled.askedAgain();
    await effects.begun();
  }
  if (journaled.isRepeating(effects.isPerforming)) return false;
  await journaled.flush();
  return isRepeatable();
}

/** Calls the handler and returns how it ended, after its sends and writes have settled. */
async function endOf(
  plugin: RunnablePlugin,
  opened: OpenPluginCall<SingleHandlerContext>,
  logger: Logger,
  onSettled: (isCutOff: boolean) => void,
): Promise<Pick<PluginRun, "status" | "error">> {
  const end = (isCutOff: boolean): Promise<void> => {
    onSettled(isCutOff);
    return opened.end();
  };
  try {
    // The handler itself cannot be interrupted here: when `aborted` rejects first, its later result is ignored, and
    // its host calls reject, because the call has ended.
    const handling = plugin.handler(opened.context(), opened.call);
    const result: unknown = await Promise.race([handling, opened.aborted]);
    await end(false);
    return { status: assertHandlerResult(result).handled ? "handled" : "passed" };
  } catch (thrown) {
    await end(opened.call.signal.aborted);
    if (isInfrastructureError(thrown)) throw thrown;
    const error = { ...describeError(thrown), ...locate(plugin, thrown, logger) };
    // The result of an attempt that is restarted is not reported.
    if (opened.restartedBy() !== undefined) return { status: "failed", error };
    if (error.code === INVALID_RESULT) {
      const { message } = error;
      logger.warn("a handler did not return { handled: boolean }", { code: error.code, message });
      return { status: "invalid" };
    }
    logger.warn(HANDLER_FAILED, error);
    return { status: "failed", error };
  }
}

/** The source location of an error, found by the plugin's own `locate`. */
function locate(
  plugin: RunnablePlugin,
  thrown: unknown,
  logger: Logger,
): ErrorLocation | undefined {
  try {
    return plugin.locate?.(thrown);
  } catch (error) {
    logger.warn("the place of a handler's error could not be found", describeError(error));
    return undefined;
  }
}

/** Warns of a host call that had not settled when its run ended; the chat continues without it. */
function warnOfGivenUp(event: HostCallEvent, logger: Logger): void {
  if (event.type !== "host-call-settled" || event.outcome.ok) return;
  const { operation, sequence, outcome, ms } = event;
  if (outcome.error.code !== HOST_CALL_TIMEOUT) return;
  logger.warn("a host call was not answered before its run had to end", {
    operation,
    sequence,
    ms,
  });
}
