import type { ConnectionReporter, InboundPipeline } from "@botwright/adapter-kit";
import type { Clock, IncomingMessage, Logger } from "@botwright/core";
import { type Api, SERVICE } from "./api.ts";
import { parseUpdate, unsupportedKind } from "./parse.ts";

/** Options common to polling and webhook. */
export interface TransportOptions {
  api: Api;
  botId: string;
  inbound: InboundPipeline;
  connection: ConnectionReporter;
  logger: Logger;
  clock: Clock;
}

/** Parses one update; `null` when it is dropped. Logs a dropped message of a person. */
export function readUpdate(
  update: unknown,
  { botId, logger }: Pick<TransportOptions, "botId" | "logger">,
): IncomingMessage | null {
  const incoming = parseUpdate(update, botId);
  const kind = incoming === null ? unsupportedKind(update) : "";
  if (kind !== "") {
    logger.debug(`${SERVICE}: a message of an unsupported kind was dropped`, { kind });
  }
  return incoming;
}
