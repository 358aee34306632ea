import {
  type ResolvedAdapterOptions,
  type InboundPipeline,
  hasCode,
  IDLE_ROUND,
  objectsOf,
  type PollRound,
  runPollLoop,
  type Transport,
} from "@botwright/adapter-kit";
import { describeError } from "@botwright/core";
import type { PigeonApi } from "./api.ts";
import { parseEvent } from "./parse.ts";
import { isEvent } from "./wire.ts";

interface PollingOptions extends ResolvedAdapterOptions {
  readonly api: PigeonApi;
  readonly botId: string;
  readonly inbound: InboundPipeline;
  /** Pigeon no longer accepts the token, which ends receiving. */
  readonly onRefused: (error: unknown) => void;
  /** Reports whether Pigeon answers. */
  readonly setConnected: (isConnected: boolean) => void;
}

const CURSOR = "pigeon.cursor";
const WAIT_SECONDS = 20;

/** Receives by long polls. The cursor moves when the sink has taken all that came. */
export async function startPolling(options: PollingOptions): Promise<Transport> {
  const { api, botId, inbound, state, logger, clock } = options;
  const kept = await state.get(CURSOR);
  let cursor = typeof kept === "string" ? kept : "0";
  const stopping = new AbortController();

  async function round(signal: AbortSignal): Promise<PollRound> {
    const path = `/v1/events?after=${cursor}&wait=${WAIT_SECONDS}`;
    const answer = await api.call(path, { timeoutMs: 1500 * WAIT_SECONDS, signal });
    const events = objectsOf(answer["events"]).filter(isEvent);
    const messages = events.map((event) => parseEvent(event, botId));
    if (!(await inbound.acceptAll(messages.filter((one) => one !== null)))) return IDLE_ROUND;
    const next = events.at(-1)?.id ?? cursor;
    const hasMoved = next !== cursor;
    cursor = next;
    if (hasMoved) await state.set(CURSOR, cursor);
    return { updates: events.length, hasMoved };
  }

  function onError(error: unknown): undefined {
    if (hasCode(error, "PLATFORM_UNAUTHORIZED")) throw error;
    logger.warn("Pigeon: receiving failed and is tried again", describeError(error));
  }

  const loop = runPollLoop({
    round,
    onError,
    onConnected: options.setConnected,
    signal: stopping.signal,
    clock,
  });
  const ended = loop.catch(options.onRefused);
  return {
    async stop() {
      stopping.abort();
      await Promise.all([inbound.stop(), ended]);
    },
  };
}
