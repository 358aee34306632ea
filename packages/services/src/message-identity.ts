import { callIdOf, type ServicesRun } from "@botwright/core";
import type { ServiceLogEntry } from "./ports/service-log.ts";

/** Which bot handles which message. */
export type MessageIdentity = Pick<ServiceLogEntry, "botDbId" | "messageId">;

/** What the log records of a run. */
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
