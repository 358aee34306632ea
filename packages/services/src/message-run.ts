import type { ServicesRun } from "@botwright/core";
import type { ServiceLogEntry } from "./ports/service-log.ts";

/** Which bot handles which message. */
export type MessageRun = Pick<ServiceLogEntry, "botDbId" | "messageId">;

/** What the log records of a run. */
export function messageOf(run: Partial<ServicesRun> | undefined): MessageRun {
  const { botDbId, messageId } = run ?? {};
  return {
    ...(botDbId !== undefined && { botDbId }),
    ...(messageId !== undefined && { messageId }),
  };
}
