import { callIdOf, type ServicesRun } from "@botwright/core";
import type { ServiceLogEntry } from "./ports/service-log.ts";

/** Identifies the bot and the message of a log entry. */
export type MessageIdentity = Pick<ServiceLogEntry, "botDbId" | "messageId">;

/** The message of a run, as the service log records it. */
export function messageOf(run: Partial<ServicesRun> | undefined): MessageIdentity {
  const { botDbId, messageId } = run ?? {};
  return {
    ...(botDbId !== undefined && { botDbId }),
    ...(messageId !== undefined && { messageId }),
  };
}

/** The fields of log lines about a run, as the runtime and the sandbox name it; none without a run. */
export function fieldsOf(run: Partial<ServicesRun> | undefined): Readonly<Record<string, unknown>> {
  const { botDbId, messageId, plugin } = run ?? {};
  if (botDbId === undefined || messageId === undefined || plugin === undefined) return {};
  return { plugin, callId: callIdOf({ botDbId, messageId, plugin }) };
}
