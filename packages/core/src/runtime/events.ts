import type { HostCallEvent } from "../calls/host-calls.ts";
import type { SingleHandlerContext } from "../types/context.ts";
import type { IncomingMessage } from "../types/message.ts";
import type { Logger, LogLine } from "../ports/logger.ts";
import type { AdapterStatus } from "../ports/adapter.ts";
import type { Plugin } from "../ports/plugin.ts";
import { guardCallback } from "../rules/errors/guard-callback.ts";
import { describeError } from "../rules/errors/describe-error.ts";
import type { MessageIdentity, RunIdentity } from "../types/run-identity.ts";
import type { CallUsage } from "../types/usage.ts";
import type { DispatchResult, PluginRun } from "./results.ts";

/**
 * An event of a bot, the source of traces, logs, metrics and consoles.
 *
 * A message is accepted, started and then done or failed. In between, each plugin that gets the message is started
 * and ended, with its host calls and log lines. A run that fails because of the infrastructure has no end event: its
 * message fails, and is started again.
 */
export type BotEvent =
  /** The connection to the platform has changed. */
  | { readonly type: "status"; readonly botDbId: number; readonly status: AdapterStatus }
  /** A line was logged: by a plugin during its run, about a run, about a message, or about the bot. */
  | (LogSubject & LogLine & { readonly type: "log" })
  /** The inbox has stored the message, so the adapter may acknowledge it. */
  | (MessageIdentity & { readonly type: "message-accepted"; readonly incoming: IncomingMessage })
  /** The handling of the message has started; repeated after each failure. */
  | (MessageIdentity & { readonly type: "message-started"; readonly incoming: IncomingMessage })
  | (MessageIdentity & {
      readonly type: "message-done";
      readonly incoming: IncomingMessage;
      readonly result: DispatchResult;
    })
  /** Handling failed for a reason outside of the plugins: the inbox tries the message again. */
  | (MessageIdentity & {
      readonly type: "message-failed";
      readonly incoming: IncomingMessage;
      readonly error: { readonly code: string; readonly message: string };
    })
  /** All attempts to handle the message failed; it waits for an operator. */
  | (MessageIdentity & {
      readonly type: "message-set-aside";
      readonly incoming: IncomingMessage;
      readonly attempts: number;
      /** Why the last attempt failed. */
      readonly error: { readonly code: string; readonly message: string };
    })
  | (RunIdentity & {
      readonly type: "plugin-started";
      /** The key of the run in the journal. */
      readonly callId: string;
      readonly meta: Plugin["meta"];
      /** SHA-256 of the source; `""` for a trusted function. */
      readonly version: string;
      /** The context as the host created it: its services are not guarded. */
      readonly context: SingleHandlerContext;
    })
  /** The run has ended; `run` contains its usage and credits. */
  | (RunIdentity & { readonly type: "plugin-ended"; readonly run: PluginRun })
  | (RunIdentity & HostCallEvent)
  /**
   * The plugin wrote to a key that another run had changed since the plugin read it. Either the run starts again, and
   * its host calls follow anew with their sequence numbers, or the value was overwritten.
   */
  | (RunIdentity & {
      readonly type: "storage-conflict";
      readonly key: string;
      readonly result: "restarted" | "overwritten";
      /** What the ended attempt used, when it ran in a sandbox. */
      readonly usage?: CallUsage;
    });

/**
 * Receives each event when it happens. An error that it throws, or that a promise of it rejects with, is logged and
 * does not fail a run; nobody waits for the promise.
 */
export type OnBotEvent = (event: BotEvent) => void;

/** The subject of a log line: a run, a message, or the bot. */
export type LogSubject = Pick<RunIdentity, "botDbId"> & Partial<RunIdentity>;

/** Receives log lines. */
export type OnLogLine = (line: LogLine) => void;

/** Turns log lines about one subject into events. */
export function logEvents(
  onEvent: OnBotEvent | undefined,
  subject: LogSubject,
): OnLogLine | undefined {
  return onEvent && ((line) => onEvent({ type: "log", ...subject, ...line }));
}

/** Wraps a listener, so that its own errors do not reach its caller. */
export function guardListener(
  listener: OnBotEvent | undefined,
  logger: Logger,
): OnBotEvent | undefined {
  if (listener === undefined) return undefined;
  return guardCallback(listener, (error, { type }) => {
    logger.error("a listener of events failed", { event: type, ...describeError(error) });
  });
}
