import {
  HOST_CALL_TIMEOUT,
  type HostCallEvent,
  type HostCallInterceptor,
} from "../calls/host-calls.ts";
import type { Clock } from "../ports/clock.ts";
import type { Journal } from "../ports/journal.ts";
import { type Logger, observeLogger } from "../ports/logger.ts";
import type { HandlerResult, Plugin, PluginCall } from "../ports/plugin.ts";
import { openJournaledRun } from "../journal/journaled-run.ts";
import type { SingleHandlerContext } from "../types/context.ts";
import { describeError, isInfrastructureError } from "../types/errors.ts";
import type { CallUsage } from "../types/usage.ts";
import {
  callIdOf,
  logEvents,
  type MessageIdentity,
  type OnBotEvent,
  type RunIdentity,
} from "./events.ts";
import { assertHandlerResult, INVALID_RESULT } from "./handler-result.ts";
import { type OpenPluginCall, openPluginCall } from "./plugin-call.ts";
import { warnOfEmptyText } from "./warn-of-empty-text.ts";

/** How one plugin's turn at a message ended. */
export interface PluginRun {
  plugin: string;
  /**
   * `"invalid"`: it returned something that is no handler result; counts as passed, or as failed when
   * it has sent something.
   */
  status: "handled" | "passed" | "invalid" | "failed";
  /** Messages that it put into the chat: each part of a long text is one. */
  sends: number;
  /** Milliseconds from call to end. */
  durationMs: number;
  /** What it used, when it ran in a sandbox. */
  usage?: CallUsage;
  /** Credits that its host calls were charged in sum, where they were charged any. */
  credits?: number;
  /** Only when failed. */
  error?: { code: string; message: string };
}

/** What a test host puts around a run: virtual time, and its own answers. */
export interface RunHooks {
  /** Wraps the performing of a host call, inside of the journal. */
  readonly intercept?: HostCallInterceptor;
  /** See {@link PluginCall.onWaiting}. */
  readonly onWaiting?: () => void;
  /** The handler has ended. */
  readonly onEnd?: () => void;
}

/** What a run needs beside the plugin and its context. */
export interface RunOptions {
  /** Which message of which bot. */
  message: MessageIdentity;
  wallMs: number;
  /** @default LIMITS.call.graceMs */
  graceMs?: number | undefined;
  clock: Clock;
  logger: Logger;
  journal?: Journal | undefined;
  hooks?: RunHooks | undefined;
  onEvent?: OnBotEvent | undefined;
}

/** Any plugin: what its handler asks for beyond its bot's variant is not there. */
interface RunnablePlugin extends Omit<Plugin, "handler"> {
  handler(context: SingleHandlerContext, call?: PluginCall): Promise<HandlerResult>;
}

/**
 * Runs one plugin on one message. A handler that throws, hangs or returns an invalid value yields a result
 * like any other, and its later host calls are refused.
 *
 * @throws {InfrastructureError} when the infrastructure failed: the message is to be tried again
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
  plugin: RunnablePlugin,
  context: SingleHandlerContext,
  options: RunOptions,
): Promise<PluginRun> {
  const { message, clock, journal, wallMs, graceMs, hooks = {}, onEvent } = options;
  const { meta, version = "" } = plugin;
  const identity: RunIdentity = { ...message, plugin: meta.slug };
  const callId = callIdOf(identity);
  const started = clock.now();
  const journaled =
    journal === undefined
      ? undefined
      : await openJournaledRun(journal, callId, { clock, answerMs: graceMs });
  const onLog = logEvents(onEvent, identity);
  const logger = observeLogger(options.logger, onLog, { plugin: meta.slug, callId });
  let usage: CallUsage | undefined;
  const opened = openPluginCall(context, {
    id: callId,
    plugin,
    wallMs,
    graceMs,
    clock,
    intercept: nest(journaled?.intercept, hooks.intercept),
    onWaiting: hooks.onWaiting,
    onUsage: (used) => (usage = used),
    ...(onLog !== undefined && { onLog }),
    onHostCall(event) {
      warnOfGivenUp(event, logger);
      warnOfEmptyText(event, logger);
      onEvent?.({ ...identity, ...event });
    },
  });
  onEvent?.({ type: "plugin-started", ...identity, callId, meta, version, context });
  const ending = await endOf(plugin, opened, logger);
  const credits = opened.hostCalls.credits();
  await journaled?.flush();
  const run: PluginRun = {
    plugin: meta.slug,
    ...ending,
    sends: opened.hostCalls.sends(),
    durationMs: clock.now() - started,
    ...(usage !== undefined && { usage }),
    ...(credits > 0 && { credits }),
  };
  onEvent?.({ type: "plugin-ended", ...identity, run });
  return run;
}

/** Calls the handler and returns how it ended, after its sends have ended too. */
async function endOf(
  plugin: RunnablePlugin,
  opened: OpenPluginCall<SingleHandlerContext>,
  logger: Logger,
): Promise<Pick<PluginRun, "status" | "error">> {
  try {
    const handling = plugin.handler(opened.context, opened.call);
    const result: unknown = await Promise.race([handling, opened.aborted]);
    await opened.end();
    return { status: assertHandlerResult(result).handled ? "handled" : "passed" };
  } catch (thrown) {
    await opened.end();
    if (isInfrastructureError(thrown)) throw thrown;
    const error = describeError(thrown);
    if (error.code === INVALID_RESULT) {
      const { message } = error;
      logger.warn("a handler did not return { handled: boolean }", { message });
      return { status: "invalid" };
    }
    logger.warn("a handler failed", error);
    return { status: "failed", error };
  }
}

/** A send of an ended run that has not settled: the chat continues without it. */
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

/** One interceptor around the other. */
function nest(
  outer: HostCallInterceptor | undefined,
  inner: HostCallInterceptor | undefined,
): HostCallInterceptor | undefined {
  if (outer === undefined || inner === undefined) return outer ?? inner;
  return (operation, args, execute, onSettled) =>
    outer(
      operation,
      args,
      (isRepeat) => inner(operation, args, () => execute(isRepeat)),
      onSettled,
    );
}
