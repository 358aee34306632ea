import {
  boundedTime,
  createTokenCache,
  type FreshToken,
  platformError,
  retryAfterOf,
} from "@botwright/adapter-kit";
import { createManualClock, systemClock } from "@botwright/core";
import fc from "fast-check";
import { expect, test, vi } from "vitest";

/** Whatever JSON may hold where a number belongs, and what is none at all. */
const values = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(1e300, 1e-300, 2 ** 31, 2 ** 32, "7", "1e9", "-1", "", null, true, {}),
);

test("a time that a server gives is within bounds, or none", () => {
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 100 }), (value, min) => {
      const max = min * 100;
      const time = boundedTime(value, { min, max });
      if (time === undefined) return;
      expect(time).toBeGreaterThanOrEqual(min);
      expect(time).toBeLessThanOrEqual(max);
    }),
  );
  expect(boundedTime(30, { min: 1, max: 60 })).toBe(30);
  expect(boundedTime("30", { min: 1, max: 60 })).toBe(30);
});

test("what an error tells to wait is at most two hours", () => {
  fc.assert(
    fc.property(fc.double(), (retryAfter) => {
      const error = platformError({
        service: "Chat",
        call: "send",
        code: "PLATFORM_RATE_LIMITED",
        description: "slow down",
        retryAfter,
        redact: (text) => text,
      });
      const seconds = retryAfterOf(error) ?? 1;
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(7200);
    }),
  );
});

test("a token is asked for seldom, however short a life the platform gives it, and not kept for ever", async () => {
  for (const lifeMs of [0, -1, 1e-9, Number.NaN]) {
    const clock = createManualClock(0);
    const fetch = vi.fn<() => Promise<FreshToken>>(async () => ({ token: "t", lifeMs }));
    const tokens = createTokenCache({ fetch, clock });
    for (let second = 0; second < 60; second++) {
      await tokens.get();
      clock.advance(1000);
    }
    expect(fetch.mock.calls.length).toBeLessThanOrEqual(2);
  }
  const clock = createManualClock(0);
  const fetch = vi.fn<() => Promise<FreshToken>>(async () => ({ token: "t", lifeMs: 1e300 }));
  const tokens = createTokenCache({ fetch, clock });
  await tokens.get();
  clock.advance(31 * 24 * 3_600_000);
  await tokens.get();
  expect(fetch).toHaveBeenCalledTimes(2);
});

test.each([2 ** 31, 1e10, 1e300, Infinity])(
  "a timer of %s ms does not fire at once",
  async (ms) => {
    const fire = vi.fn<() => void>();
    const cancel = systemClock.after(ms, fire);
    await new Promise((resolve) => setTimeout(resolve, 20));
    cancel();
    expect(fire).not.toHaveBeenCalled();
  },
);
