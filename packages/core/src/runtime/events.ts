import type { HostCallEvent } from "../calls/host-calls.ts";
import type { SingleHandlerContext } from "../types/context.ts";
import type { IncomingMessage } from "../types/message.ts";
import type { Logger } from "../ports/logger.ts";
import type { Plugin } from "../ports/plugin.ts";
import { describeError } from "../types/errors.ts";
import type { DispatchResult } from "./dispatcher.ts";
import type { PluginRun } from "./run-plugin.ts";

/** Which message of which bot an event is about. */
export interface MessageIdentity {
  readonly botDbId: number;
  /** The exact id of the message on its platform. */
  readonly messageId: string;
}

/** Which run an event is about: one plugin's turn at one message. */
export interface RunIdentity extends MessageIdentity {
  /** The plugin's slug. */
  readonly plugin: string;
}

/** What happens to the messages of a bot. Traces, logs and meters are made from these. */
export type BotEvent =
  /** The inbox has it: the platform is told so. */
  | (MessageIdentity & { readonly type: "message-accepted"; readonly incoming: IncomingMessage })
  /** Its turn in its chat has come; once more after each failure. */
  | (MessageIdentity & { readonly type: "message-started"; readonly incoming: IncomingMessage })
  | (MessageIdentity & {
      readonly type: "message-done";
      readonly incoming: IncomingMessage;
      readonly result: DispatchResult;
    })
  /** Something of the host's own failed: the inbox tries the message again. */
  | (MessageIdentity & {
      readonly type: "message-failed";
      readonly incoming: IncomingMessage;
      readonly error: { readonly code: string; readonly message: string };
    })
  | (RunIdentity & {
      readonly type: "plugin-started";
      /** Under which the journal keeps the run. */
      readonly callId: string;
      readonly meta: Plugin["meta"];
      /** SHA-256 of the source; `""` for a trusted function. */
      readonly version: string;
      /** As the host made it: its services are not guarded. */
      readonly context: SingleHandlerContext;
    })
  | (RunIdentity & { readonly type: "plugin-ended"; readonly run: PluginRun })
  | (RunIdentity & HostCallEvent);

/** Gets each event when it happens; what it throws is logged, and is no fault of a run. */
export type OnBotEvent = (event: BotEvent) => void;

/** Keeps a listener's own errors away from what it listens to. */
export function guardListener(
  listener: OnBotEvent | undefined,
  logger: Logger,
): OnBotEvent | undefined {
  if (listener === undefined) return undefined;
  return (event) => {
    try {
      listener(event);
    } catch (error) {
      logger.error("a listener of events failed", { event: event.type, ...describeError(error) });
    }
  };
}

/** The id under which a journal keeps a run. */
export function callIdOf({ botDbId, messageId, plugin }: RunIdentity): string {
  return `${botDbId}/${messageId}/${plugin}`;
}
