import type { Deliveries } from "@botwright/adapter-kit";
import type { Clock, Logger } from "@botwright/core";
import type { Api } from "./api.ts";

/** Options common to both ways in. */
export interface TransportOptions {
  api: Api;
  botId: string;
  deliveries: Deliveries;
  logger: Logger;
  clock: Clock;
}
