import type { HostCallInterceptor } from "../../calls/host-calls.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Journal } from "../../ports/journal.ts";
import type { Logger } from "../../ports/logger.ts";
import type { HandlerResult, Plugin, PluginCall } from "../../ports/plugin.ts";
import type { SingleHandlerContext } from "../../types/context.ts";
import type { MessageIdentity } from "../../types/run-identity.ts";
import type { OnBotEvent } from "../events.ts";
import type { RestartTurns } from "./restart-turns.ts";

/** A plugin of either variant; services that its bot's variant lacks are absent from the context. */
export interface RunnablePlugin extends Omit<Plugin, "handler"> {
  handler(context: SingleHandlerContext, call?: PluginCall): Promise<HandlerResult>;
}

/** The hooks with which a test host wraps a run, for virtual time and its own answers. */
export interface RunHooks {
  /** Wraps the performing of a host call, inside of the journal. */
  readonly intercept?: HostCallInterceptor;
  /** See {@link PluginCall.onWaiting}. */
  readonly onWaiting?: () => void;
  /** Called when the handler continues: it got an answer, perhaps a recorded one, or is called again. */
  readonly onResume?: () => void;
  /** Called when the handler has ended or was ended; the attempt ends when its sends and writes have settled. */
  readonly onSettled?: () => void;
  /** Called when a conflict has ended the attempt and its open calls, before the next attempt begins. */
  readonly onRestart?: () => void;
  /** Called when the run has ended. */
  readonly onEnd?: () => void;
}

/** Options of a run, besides the plugin and its context. */
export interface RunOptions {
  /** Identifies the message and its bot. */
  message: MessageIdentity;
  wallMs: number;
  /** @default LIMITS.call.graceMs */
  graceMs?: number | undefined;
  clock: Clock;
  logger: Logger;
  journal?: Journal | undefined;
  /** Orders the restarted runs of the bot. @default restarted runs do not wait for each other */
  turns?: RestartTurns | undefined;
  hooks?: RunHooks | undefined;
  /** Loads the version of the plugin that began the run. @default there is none */
  formerVersion?: ((version: string) => Promise<VersionToRun | undefined>) | undefined;
  onEvent?: OnBotEvent | undefined;
}

/** A plugin, and the context with which it is called. */
export interface VersionToRun {
  readonly plugin: RunnablePlugin;
  readonly context: SingleHandlerContext;
}
