import type { HostCallInterceptor } from "../calls/host-calls.ts";
import type { Clock } from "../ports/clock.ts";
import type { Journal } from "../ports/journal.ts";
import type { Logger } from "../ports/logger.ts";
import type { HandlerResult, Plugin, PluginCall } from "../ports/plugin.ts";
import { openJournaledRun } from "../journal/journaled-run.ts";
import type { SingleHandlerContext } from "../types/context.ts";
import { describeError, isInfrastructureError } from "../types/errors.ts";
import type { CallUsage } from "../types/usage.ts";
import { callIdOf, type MessageIdentity, type OnBotEvent, type RunIdentity } from "./events.ts";
import { assertHandlerResult, INVALID_RESULT } from "./handler-result.ts";
import { type OpenPluginCall, openPluginCall } from "./plugin-call.ts";

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
  /** Only when failed. */
  error?: { code: string; message: string };
}

/** What a host of tests puts around a run: virtual time, answers of its own. */
export interface RunHooks {
  /** Goes around what a host call does, inside of the journal. */
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
 * Runs one plugin on one message. A handler that throws, hangs or returns nonsense is a result like any
 * other, and what it asks for afterwards is refused.
 *
 * @throws {InfrastructureError} when something of the host's own failed: the message is to be tried again
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
  const { message, clock, journal, wallMs, hooks = {}, onEvent } = options;
  const { meta, version = "" } = plugin;
  const identity: RunIdentity = { ...message, plugin: meta.slug };
  const callId = callIdOf(identity);
  const started = clock.now();
  const journaled =
    journal === undefined ? undefined : await openJournaledRun(journal, callId, clock);
  let usage: CallUsage | undefined;
  const opened = openPluginCall(context, {
    id: callId,
    plugin,
    wallMs,
    clock,
    intercept: nest(journaled?.intercept, hooks.intercept),
    onWaiting: hooks.onWaiting,
    onUsage: (used) => (usage = used),
    ...(onEvent !== undefined && { onHostCall: (event) => onEvent({ ...identity, ...event }) }),
  });
  onEvent?.({ type: "plugin-started", ...identity, callId, meta, version, context });
  const ending = await endOf(plugin, opened, { ...options, callId });
  await journaled?.flush();
  const run: PluginRun = {
    plugin: meta.slug,
    ...ending,
    sends: opened.hostCalls.sends(),
    durationMs: clock.now() - started,
    ...(usage !== undefined && { usage }),
  };
  onEvent?.({ type: "plugin-ended", ...identity, run });
  return run;
}

/** Calls the handler and says how it ended, when what it sent has ended too. */
async function endOf(
  plugin: RunnablePlugin,
  opened: OpenPluginCall<SingleHandlerContext>,
  { callId, logger }: Pick<RunOptions, "logger"> & { readonly callId: string },
): Promise<Pick<PluginRun, "status" | "error">> {
  const names = { plugin: plugin.meta.slug, callId };
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
      logger.warn("a handler did not return { handled: boolean }", { ...names, message });
      return { status: "invalid" };
    }
    logger.warn("a handler failed", { ...names, ...error });
    return { status: "failed", error };
  }
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
