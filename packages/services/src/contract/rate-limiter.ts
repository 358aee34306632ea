import assert from "node:assert/strict";
import { casesWith, type ContractCase } from "@botwright/core/contract";
import type { RateLimiter } from "../ports/rate-limiter.ts";

/** A rate limiter with a controllable clock. */
export interface RateLimiterContractContext {
  readonly limiter: RateLimiter;
  /** Moves time forward by this many milliseconds. */
  readonly advance: (ms: number) => void | Promise<void>;
}

const RATE = { limit: 3, windowMs: 60_000 };

/** The rules of a {@link RateLimiter}; each case creates one without events. */
export function rateLimiterContract(
  create: () => RateLimiterContractContext | Promise<RateLimiterContractContext>,
): ContractCase[] {
  return casesWith(create, {
    "allows `limit` events in any window, and says when the next may happen": async (context) => {
      const { limiter, advance } = context;
      for (let event = 0; event < 3; event++) {
        assert.deepEqual(await limiter.take("a", RATE), { allowed: true });
        await advance(10_000);
      }
      assert.deepEqual(await limiter.take("a", RATE), { allowed: false, retryAfterMs: 30_000 });
      await advance(30_000);
      assert.deepEqual(await limiter.take("a", RATE), { allowed: true });
      assert.deepEqual(await limiter.take("a", RATE), { allowed: false, retryAfterMs: 10_000 });
    },
    "counts each key by itself, and no event that was refused": async ({ limiter, advance }) => {
      for (let event = 0; event < 10; event++) await limiter.take("a", RATE);
      assert.deepEqual(await limiter.take("b", RATE), { allowed: true });
      await advance(60_000);
      assert.deepEqual(await limiter.take("a", RATE), { allowed: true });
    },
    "keeps an event for no longer than a window when the clock is set back": async (context) => {
      const { limiter, advance } = context;
      for (let event = 0; event < 3; event++) await limiter.take("a", RATE);
      await advance(-3_600_000);
      assert.deepEqual(await limiter.take("a", RATE), { allowed: false, retryAfterMs: 60_000 });
      await advance(20_000);
      assert.deepEqual(await limiter.take("a", RATE), { allowed: false, retryAfterMs: 40_000 });
      await advance(40_000);
      assert.deepEqual(await limiter.take("a", RATE), { allowed: true });
    },
    "is exact for events at the same time": async ({ limiter }) => {
      const events = Array.from({ length: 10 }, () => limiter.take("a", RATE));
      const decisions = await Promise.all(events);
      assert.equal(decisions.filter(({ allowed }) => allowed).length, 3);
    },
  });
}
