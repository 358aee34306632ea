import { setTimeout as sleep } from "node:timers/promises";
import {
  createBackoff,
  hasCode,
  networkError,
  pause,
  retryAfterOf,
  runPollLoop,
  type Transport,
} from "@botwright/adapter-kit";
import { type AdapterState, describeError } from "@botwright/core";
import { SERVICE } from "./api.ts";
import { parseUpdate } from "./parse.ts";
import type { TransportOptions } from "./transport.ts";
import { isUpdate } from "./wire.ts";

/** Options of {@link startPolling}. */
export interface PollingOptions extends TransportOptions {
  state: AdapterState;
  /** How long the server holds an empty poll. */
  timeoutSeconds: number;
}

/** The answer may come this much later than the server was asked to hold the poll. */
const ANSWER_MS = 15_000;
/** A request has reached the server so many milliseconds after it began. */
const REACH_MS = 200;
/** Updates in one answer at most. */
const BATCH = 100;
/**
 * After an answer that was not full nothing waits at the server: the next poll lets the handlers
 * begin first, instead of keeping the processor from them, which shortens the time to answer.
 */
const BREATH_MS = 2;
/** For the call that confirms the last batch when there is no next poll to do it. */
const CONFIRM_MS = 1000;

/**
 * Receives by getUpdates. The offset, which confirms all updates below it, moves only after the
 * sink has taken a whole batch; a batch that it refuses is polled again.
 */
export async function startPolling(options: PollingOptions): Promise<Transport> {
  const { api, botId, inbound, state, logger, clock, timeoutSeconds } = options;
  const key = `telegram.offset.${botId}`;
  const stored = await state.get(key);
  let offset = typeof stored === "number" ? stored : 0;
  /** The offset of the newest request, and when it was sent: the server confirms on reading it. */
  let confirmed = { offset, at: -Infinity };
  let webhookDeleted = false;
  const conflicts = createBackoff({ firstMs: 5000, maxMs: 60_000 });
  const stopping = new AbortController();

  async function getUpdates(timeout: number, limit: number, more: object): Promise<unknown[]> {
    if (confirmed.offset !== offset) confirmed = { offset, at: clock.now() };
    const updates = await api.call(
      "getUpdates",
      { ...(offset > 0 && { offset }), timeout, limit, allowed_updates: ["message"] },
      { retry: false, ...more },
    );
    if (Array.isArray(updates)) return updates;
    throw networkError({ service: SERVICE, call: "getUpdates", code: "NETWORK_BAD_ANSWER" });
  }

  async function round(signal: AbortSignal): Promise<number> {
    const timeoutMs = timeoutSeconds * 1000 + ANSWER_MS;
    const answer = await getUpdates(timeoutSeconds, BATCH, { timeoutMs, signal });
    const updates = answer.filter(isUpdate);
    conflicts.reset();
    if (updates.length === 0) return 0;
    const incoming = updates.map((update) => parseUpdate(update, botId));
    if (!(await inbound.acceptAll(incoming.filter((one) => one !== null)))) return 0;
    const next = Math.max(...updates.map((update) => update.update_id)) + 1;
    // A server that ignores the offset sends the same batch again: the loop then pauses.
    if (next === offset) return 0;
    offset = next;
    await state.set(key, offset);
    if (updates.length < BATCH) await sleep(BREATH_MS);
    return updates.length;
  }

  async function onError(error: unknown): Promise<number | undefined> {
    if (hasCode(error, "PLATFORM_UNAUTHORIZED")) throw error;
    const problem = describeError(error);
    if (problem.code === "PLATFORM_CONFLICT") {
      const isWebhook = /webhook is active/i.test(problem.message);
      if (isWebhook && !webhookDeleted) {
        webhookDeleted = true;
        logger.warn("Telegram: a webhook was set; it is deleted, because polling was chosen");
        await deleteWebhook();
        return 0;
      }
      // Two that delete each other's way in would go on for ever.
      const other = isWebhook ? "has set a webhook" : "is polling";
      logger.warn(`Telegram: another instance ${other} for this bot`, problem);
      return conflicts.next();
    }
    logger.warn("Telegram: receiving failed and is tried again", problem);
    const seconds = retryAfterOf(error);
    return seconds === undefined ? undefined : seconds * 1000;
  }

  async function deleteWebhook(): Promise<void> {
    try {
      await api.call("deleteWebhook", { drop_pending_updates: false });
    } catch (error) {
      // The next poll meets the same conflict, which is then told like any other.
      logger.warn("Telegram: the webhook could not be deleted", describeError(error));
    }
  }

  // It ends by a refusal of the token, which `api` has told already.
  const loop = runPollLoop({
    round,
    onError,
    onConnected: options.connection.setConnected,
    signal: stopping.signal,
    clock,
  }).catch(() => {});

  return {
    async stop() {
      const early = confirmed.at + REACH_MS - clock.now();
      if (early > 0) await pause(early, stopping.signal, clock);
      stopping.abort();
      await Promise.all([inbound.stop(), loop]);
      if (confirmed.offset === offset) return;
      await getUpdates(0, 1, { timeoutMs: CONFIRM_MS }).catch((error: unknown) => {
        logger.debug("Telegram: the last messages could not be confirmed", describeError(error));
      });
    },
  };
}
