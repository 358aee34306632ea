import { createManualClock } from "@botwright/core";
import { expect, test } from "vitest";
import { createTokenCache } from "../src/index.ts";

/** A platform that gives token 1, 2, 3 … */
function setUp(lifeMs = 7_200_000) {
  const clock = createManualClock(0);
  const asked: number[] = [];
  const cache = createTokenCache({
    clock,
    async fetch() {
      asked.push(clock.now());
      const token = `token ${asked.length}`;
      await Promise.resolve();
      return { token, lifeMs };
    },
  });
  return { clock, asked, cache };
}

const isExpired = (error: unknown): boolean => error instanceof RangeError;

async function run(token: string): Promise<string> {
  if (token === "token 1") throw new RangeError("expired");
  return `done with ${token}`;
}

async function fail(): Promise<never> {
  throw new Error("refused");
}

test("callers at the same time cause one request", async () => {
  const { cache, asked } = setUp();
  const tokens = await Promise.all([cache.get(), cache.get(), cache.get()]);
  expect(tokens).toEqual(["token 1", "token 1", "token 1"]);
  expect(await cache.get()).toBe("token 1");
  expect(asked).toEqual([0]);
});

test("a token is replaced shortly before its end, a short-lived one after half of its life", async () => {
  const { cache, clock } = setUp();
  await cache.get();
  clock.advance(7_200_000 - 180_000 - 1);
  expect(await cache.get()).toBe("token 1");
  clock.advance(1);
  expect(await cache.get()).toBe("token 2");
  const short = setUp(60_000);
  await short.cache.get();
  short.clock.advance(29_999);
  expect(await short.cache.get()).toBe("token 1");
  short.clock.advance(1);
  expect(await short.cache.get()).toBe("token 2");
});

test("a failure rejects for every waiting caller, and is not cached", async () => {
  let failing = true;
  const cache = createTokenCache({
    async fetch() {
      if (failing) throw new Error("down");
      return { token: "t", lifeMs: 1e6 };
    },
  });
  const outcomes = await Promise.allSettled([cache.get(), cache.get()]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  failing = false;
  expect(await cache.get()).toBe("t");
});

test("an expired token is replaced by one request for all callers", async () => {
  const { cache, asked } = setUp();
  const results = await Promise.all([cache.use(run, isExpired), cache.use(run, isExpired)]);
  expect(results).toEqual(["done with token 2", "done with token 2"]);
  expect(asked).toHaveLength(2);
  await expect(cache.use(fail, () => true)).rejects.toThrow("refused");
  await expect(cache.use(fail, () => false)).rejects.toThrow("refused");
});

test("a refusal is kept for a minute, and not for longer when the clock is set back", async () => {
  let now = 0;
  let asked = 0;
  const cache = createTokenCache({
    clock: { ...createManualClock(), now: () => now },
    isRefusal: () => true,
    fetch() {
      asked += 1;
      return fail();
    },
  });
  for (now of [0, 59_999, 60_000, 60_001, -3_600_000]) {
    await expect(cache.get()).rejects.toThrow("refused");
  }
  expect(asked).toBe(3);
});
