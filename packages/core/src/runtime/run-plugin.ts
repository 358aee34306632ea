import { openCallScope } from "../calls/guard-host-calls.ts";
import type { Clock } from "../ports/clock.ts";
import { describeError, PluginError } from "../types/errors.ts";
import { INVALID_RESULT, assertHandlerResult } from "./handler-result.ts";
import { interceptContext } from "../calls/intercept.ts";
import type { Journal } from "../ports/journal.ts";
import { journalCalls } from "../journal/journal-interceptor.ts";
import type { Logger } from "../ports/logger.ts";
import type { SingleHandlerContext } from "../types/context.ts";
import type { HandlerResult, Plugin, PluginCall } from "../ports/plugin.ts";
import type { CallUsage } from "../types/usage.ts";

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

/** What a run needs beside the plugin and its context. */
export interface RunOptions {
  callId: string;
  wallMs: number;
  clock: Clock;
  logger: Logger;
  journal?: Journal | undefined;
}

/** Any plugin: what its handler asks for beyond its bot's variant is not there. */
interface RunnablePlugin extends Omit<Plugin, "handler"> {
  handler(context: SingleHandlerContext, call?: PluginCall): Promise<HandlerResult>;
}

/**
 * Runs one plugin on one message. Never rejects: a handler that throws, hangs or returns nonsense
 * is a result like any other, and what it asks for afterwards is refused.
 */
export async function runPlugin(
  plugin: RunnablePlugin,
  context: SingleHandlerContext,
  options: RunOptions,
): Promise<PluginRun> {
  const { callId, clock, journal, logger, wallMs } = options;
  const { slug } = plugin.meta;
  const started = clock.now();
  const journaling = journal === undefined ? undefined : await journalCalls(journal, callId, clock);
  const { permissions } = plugin.meta;
  const scope = openCallScope({ answered: context.msg, permissions, inner: journaling });
  let usage: CallUsage | undefined;
  const deadline = new AbortController();
  const run = (status: PluginRun["status"]): PluginRun => ({
    plugin: slug,
    status,
    sends: scope.sends(),
    durationMs: clock.now() - started,
    ...(usage === undefined ? {} : { usage }),
  });
  const timeout = new Promise<never>((_resolve, reject) => {
    deadline.signal.addEventListener("abort", () => reject(timedOut(slug, wallMs)));
  });
  const cancelTimer = clock.after(wallMs, () => deadline.abort());
  try {
    const bound = { ...context, bot: scope.bindBot(context.bot) };
    const guarded = plugin.intercepts === true ? bound : interceptContext(bound, scope.intercept);
    const call: PluginCall = {
      id: callId,
      intercept: scope.intercept,
      signal: deadline.signal,
      onUsage: (used) => (usage = used),
    };
    const result: unknown = await Promise.race([plugin.handler(guarded, call), timeout]);
    await scope.end();
    return run(assertHandlerResult(result).handled ? "handled" : "passed");
  } catch (thrown) {
    await scope.end();
    const error = describeError(thrown);
    if (error.code === INVALID_RESULT) {
      const { message } = error;
      logger.warn("a handler did not return { handled: boolean }", {
        plugin: slug,
        callId,
        message,
      });
      return run("invalid");
    }
    logger.warn("a handler failed", { plugin: slug, callId, ...error });
    return { ...run("failed"), error };
  } finally {
    cancelTimer();
  }
}

function timedOut(slug: string, wallMs: number): PluginError {
  return new PluginError(`plugin ${slug} did not finish within ${wallMs} ms`, {
    code: "PLUGIN_TIMEOUT",
  });
}
