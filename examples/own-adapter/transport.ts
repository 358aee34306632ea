import { hasCode, runPollLoop } from "@botwright/adapter-kit";
import { type AdapterState, describeError, type Logger, type MessageSink } from "@botwright/core";
import type { PigeonApi } from "./api.ts";
import { parseEvent } from "./parse.ts";

/** What receiving needs. */
export interface PollingOptions {
  readonly api: PigeonApi;
  readonly botId: string;
  readonly state: AdapterState;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

const CURSOR = "pigeon.cursor";
const WAIT_SECONDS = 20;

/** Receives until the signal is aborted. An event is acknowledged when the sink has taken it. */
export async function poll(sink: MessageSink, options: PollingOptions): Promise<void> {
  const { api, botId, state, logger, signal } = options;
  const kept = await state.get(CURSOR);
  let cursor = typeof kept === "string" ? kept : "0";
  const stopped = new Promise<"stopped">((resolve) => {
    signal.addEventListener("abort", () => resolve("stopped"));
  });

  async function round(): Promise<number> {
    const events = await api.events(cursor, WAIT_SECONDS, signal);
    // All are handed over in order, and none waits for another.
    const taken = Promise.allSettled(events.map(async (event) => sink(parseEvent(event, botId))));
    const outcome = await Promise.race([taken, stopped]);
    // A sink that hangs must not keep the adapter; its events come again.
    if (outcome === "stopped") return 0;
    const refused = outcome.find(({ status }) => status === "rejected");
    if (refused?.status === "rejected") throw refused.reason;
    cursor = events.at(-1)?.id ?? cursor;
    await state.set(CURSOR, cursor);
    return events.length;
  }

  await runPollLoop({
    round,
    signal,
    onError(error) {
      if (hasCode(error, "PLATFORM_UNAUTHORIZED")) throw error;
      logger.warn("Pigeon: receiving failed and is tried again", describeError(error));
      return undefined;
    },
  }).catch((error: unknown) => {
    logger.error("Pigeon: receiving has ended", describeError(error));
  });
}
