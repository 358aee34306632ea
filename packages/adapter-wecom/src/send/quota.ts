import { pause, platformError, type Redact } from "@botwright/adapter-kit";
import type { AdapterState, Clock, JsonValue } from "@botwright/core";
import { SERVICE } from "../api/errors.ts";

/** How many messages of one app WeCom shows to one member. */
export interface MemberLimits {
  perMinute: number;
  perHour: number;
}

/** Options of {@link createSendQuota}. */
export interface SendQuotaOptions {
  limits: MemberLimits;
  agentId: string;
  /** Stores the times of the last messages, also across restarts. */
  state: AdapterState;
  clock: Clock;
  redact: Redact;
}

/** Delays messages that WeCom would accept and then drop without an error. */
export interface SendQuota {
  /**
   * Resolves when one more message may go to this member, and counts it.
   *
   * @param member the key of the UserID, the same for all its spellings
   * @param signal ends the wait when it aborts; the message is then not counted
   * @throws the signal's reason, or {PlatformError} `PLATFORM_RATE_LIMITED` when the wait would be longer than a minute
   */
  wait(member: string, signal?: AbortSignal): Promise<void>;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Added to each window, because the adapter counts when a request leaves, and WeCom when it arrives. */
const MARGIN_MS = 1000;

/** Makes a {@link SendQuota}. Calls for the same member must not overlap. */
export function createSendQuota(options: SendQuotaOptions): SendQuota {
  const { limits, agentId, state, clock, redact } = options;
  const sent = new Map<string, number[]>();

  function forgetOld(now: number): void {
    for (const [member, times] of sent) {
      if ((times.at(-1) ?? 0) <= now - HOUR - MARGIN_MS) sent.delete(member);
    }
  }

  return {
    async wait(member, signal) {
      const key = `wecom.sent.${agentId}.${member}`;
      const known = sent.get(member) ?? readTimes(await state.get(key));
      const now = clock.now();
      // Later times are set to now, because the clock may have been set back.
      const times = known.map((time) => Math.min(time, now));
      const ms = Math.max(
        untilFree(times, now, MINUTE, limits.perMinute),
        untilFree(times, now, HOUR, limits.perHour),
      );
      if (ms > MINUTE + MARGIN_MS) {
        throw platformError({
          service: SERVICE,
          call: "message/send",
          code: "PLATFORM_RATE_LIMITED",
          description: `a member is shown at most ${limits.perHour} messages an hour`,
          retryAfter: Math.ceil(ms / 1000),
          redact,
        });
      }
      if (ms > 0) await pause(ms, signal, clock);
      signal?.throwIfAborted();
      if (sent.size > 1000) forgetOld(now);
      const counted = [...times, clock.now()].slice(-limits.perHour);
      sent.set(member, counted);
      // Not awaited, because a failure only means that a restart forgets this message.
      state.set(key, counted, { ttlMs: HOUR + MARGIN_MS }).catch(() => {});
    },
  };
}

/** Milliseconds until the oldest of the last `count` messages leaves the window. */
function untilFree(times: readonly number[], now: number, ms: number, count: number): number {
  const oldest = times.at(-count);
  return oldest === undefined ? 0 : oldest + ms + MARGIN_MS - now;
}

function readTimes(stored: JsonValue | undefined): number[] {
  return Array.isArray(stored) ? stored.filter((time) => typeof time === "number") : [];
}
