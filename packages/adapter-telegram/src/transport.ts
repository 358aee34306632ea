import type { ConnectionReporter, InboundPipeline } from "@botwright/adapter-kit";
import type { Clock, Logger } from "@botwright/core";
import type { Api } from "./api.ts";

/** Options common to polling and webhook. */
export interface TransportOptions {
  api: Api;
  botId: string;
  inbound: InboundPipeline;
  connection: ConnectionReporter;
  logger: Logger;
  clock: Clock;
}
