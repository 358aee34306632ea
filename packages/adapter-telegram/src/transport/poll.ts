import { setTimeout as sleep } from "node:timers/promises";
import {
  createBackoff,
  hasCode,
  IDLE_ROUND,
  networkError,
  pause,
  type PollRound,
  retryAfterOf,
  runPollLoop,
  type Transport,
} from "@botwright/adapter-kit";
import { type AdapterState, describeError } from "@botwright/core";
import { SERVICE } from "../api.ts";
import { readUpdate, type TransportOptions } from "../transport.ts";
import { isUpdate } from "../wire.ts";

/** Options of {@link startPolling}. */
export interface PollingOptions extends TransportOptions {
  state: AdapterState;
  /** How long the server holds an empty poll, in seconds. */
  timeoutSeconds: number;
}

/** Milliseconds that the answer may come later than `timeoutSeconds`. */
const ANSWER_MS = 15_000;
/** Milliseconds after which a request is assumed to have reached the server. */
const REACH_MS = 200;
/** The most updates in one answer. */
const BATCH = 100;
/**
 * Milliseconds to wait after an answer with fewer updates than `BATCH`. The server has no more updates
 * then, so the handlers run before the next poll, which shortens the time to answer.
 */
const POLL_DELAY_MS = 2;
/** Time limit in milliseconds for the call that confirms the last batch when no further poll does. */
const CONFIRM_MS = 1000;

/**
 * Receives by getUpdates, a long poll: the server answers at once when it has updates, otherwise after
 * `timeoutSeconds`.
 *
 * A call's `offset` confirms all updates below it: the server does not deliver them again. So the
 * offset moves only after the sink has accepted a whole batch; if the sink refuses it, the same batch is polled
 * again. If the process dies before the next call has confirmed the batch, the same updates may
 * come again after the restart: the inbox recognizes their ids.
 *
 * Only one instance may poll. The server refuses a second one with a conflict, and refuses polling
 * while a webhook is set.
 * @see https://core.telegram.org/bots/api#getupdates
 */
export async function startPolling(options: PollingOptions): Promise<Transport> {
  const { api, botId, inbound, state, logger, clock, timeoutSeconds } = options;
  const key = `telegram.offset.${botId}`;
  const stored = await state.get(key);
  // The server still has all messages from this offset on.
  let offset = typeof stored === "number" ? stored : 0;
  /** The offset of the newest request, and when it was sent; the server confirms when it reads the request. */
  let confirmed = { offset, at: -Infinity };
  let webhookDeleted = false;
  const conflicts = createBackoff({ firstMs: 5000, maxMs: 60_000 });
  const stopping = new AbortController();

  /** Requests updates, and records the confirmation that the request carries. */
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

  /** Polls once, and passes the batch to the sink. */
  async function round(signal: AbortSignal): Promise<PollRound> {
    const timeoutMs = timeoutSeconds * 1000 + ANSWER_MS;
    const answer = await getUpdates(timeoutSeconds, BATCH, { timeoutMs, signal });
    const updates = answer.filter(isUpdate);
    conflicts.reset();
    if (updates.length === 0) return IDLE_ROUND;
    const incoming = updates.map((update) => readUpdate(update, options));
    if (!(await inbound.acceptAll(incoming.filter((one) => one !== null)))) return IDLE_ROUND;
    const unread = answer.length - updates.length;
    if (unread > 0) {
      logger.warn("Telegram: updates are not delivered, because they cannot be read", { unread });
    }
    // Not `Math.max(...ids)`: a server that ignores the limit may send more ids than a call can have arguments.
    const next = updates.reduce((most, { update_id: id }) => Math.max(most, id), -Infinity) + 1;
    // After a quiet week the server may restart its ids below the offset, so the offset may also decrease. But then a
    // server that ignores the offset, or alternates between ids, must not cause a busy loop: `hasMoved` is false.
    const hasMoved = next > offset;
    if (next !== offset) {
      offset = next;
      await state.set(key, offset);
    }
    if (hasMoved && updates.length < BATCH) await sleep(POLL_DELAY_MS);
    return { updates: updates.length, hasMoved };
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
      // The webhook is deleted only once, because two instances that each delete the other's webhook or
      // poll would never end.
      const other = isWebhook ? "has set a webhook" : "is polling";
      logger.warn(`Telegram: another instance ${other} for this bot`, problem);
      return conflicts.next();
    }
    logger.warn("Telegram: receiving failed and is tried again", problem);
    const seconds = retryAfterOf(error);
    return seconds === undefined ? undefined : seconds * 1000;
  }

  /** Deletes the webhook, but not the updates that wait for it. */
  async function deleteWebhook(): Promise<void> {
    try {
      await api.call("deleteWebhook", { drop_pending_updates: false });
    } catch (error) {
      // The next poll meets the same conflict, which is then reported like any other.
      logger.warn("Telegram: the webhook could not be deleted", describeError(error));
    }
  }

  // The loop ends when the token is refused, which `api` has already reported.
  const loop = runPollLoop({
    round,
    onError,
    onConnected: options.connection.setConnected,
    signal: stopping.signal,
    clock,
  }).catch(() => {});

  return {
    async stop() {
      // If the newest request were aborted before the server has read it, its confirmation would be lost.
      // `Math.min` bounds the wait in case the clock was set back.
      const early = Math.min(REACH_MS, confirmed.at + REACH_MS - clock.now());
      if (early > 0) await pause(early, stopping.signal, clock);
      stopping.abort();
      await Promise.all([inbound.stop(), loop]);
      // The last batch was accepted after the last poll began: without this call its updates would
      // come again after the next start. If the call fails they do, and the inbox recognizes them.
      if (confirmed.offset === offset) return;
      await getUpdates(0, 1, { timeoutMs: CONFIRM_MS }).catch((error: unknown) => {
        logger.debug("Telegram: the last messages could not be confirmed", describeError(error));
      });
    },
  };
}
