import type { HostCallInterceptor } from "../../calls/host-calls.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Journal } from "../../ports/journal.ts";
import type { Logger } from "../../ports/logger.ts";
import type { HandlerResult, Plugin, PluginCall } from "../../ports/plugin.ts";
import type { SingleHandlerContext } from "../../types/context.ts";
import type { MessageIdentity } from "../../types/run-identity.ts";
import type { OnBotEvent } from "../events.ts";
import type { RestartTurns } from "./restart-turns.ts";

/** Any plugin: what its handler asks for beyond its bot's variant is not there. */
export interface RunnablePlugin extends Omit<Plugin, "handler"> {
  handler(context: SingleHandlerContext, call?: PluginCall): Promise<HandlerResult>;
}

/** What a test host puts around a run: virtual time, and its own answers. */
export interface RunHooks {
  /** Wraps the performing of a host call, inside of the journal. */
  readonly intercept?: HostCallInterceptor;
  /** See {@link PluginCall.onWaiting}. */
  readonly onWaiting?: () => void;
  /** The handler goes on: it has an answer, maybe a recorded one, or is called again. */
  readonly onResume?: () => void;
  /** The handler has ended, or was ended: the attempt ends when its sends and writes have. */
  readonly onSettled?: () => void;
  /** A conflict has ended the attempt, with what it had left behind: the next one begins. */
  readonly onRestart?: () => void;
  /** The run has ended. */
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
  /** Where runs of the bot that start again wait for each other. @default they do not */
  turns?: RestartTurns | undefined;
  hooks?: RunHooks | undefined;
  /** Loads another version of the plugin, with which the run was begun. @default there is none */
  formerVersion?: ((version: string) => Promise<VersionToRun | undefined>) | undefined;
  onEvent?: OnBotEvent | undefined;
}

/** A plugin and what it is called with. */
export interface VersionToRun {
  readonly plugin: RunnablePlugin;
  readonly context: SingleHandlerContext;
}
