import { randomBytes } from "node:crypto";
import { createManualClock } from "@botwright/core";
import {
  createAesSecrets,
  createMemoryCache,
  createMemoryCredentialStore,
  createMemoryLedger,
  createMemoryRateLimiter,
  createMemoryServiceLog,
  createMemoryUsageCounter,
  createServices,
} from "@botwright/services";
import {
  cacheContract,
  credentialStoreContract,
  ledgerContract,
  rateLimiterContract,
  secretsContract,
  serviceLogContract,
  usageCounterContract,
} from "@botwright/services/contract";
import { describe, expect, test } from "vitest";
import { collectGarbage } from "../../../test/collect-garbage.ts";

const suites = {
  ledger: ledgerContract(() => {
    const clock = createManualClock();
    return {
      ledger: createMemoryLedger({ clock }),
      now: () => clock.now(),
      advance: (ms) => clock.advance(ms),
    };
  }),
  "rate limiter": rateLimiterContract(() => {
    const clock = createManualClock();
    return { limiter: createMemoryRateLimiter({ clock }), advance: (ms) => clock.advance(ms) };
  }),
  "usage counter": usageCounterContract(() => createMemoryUsageCounter()),
  cache: cacheContract(() => {
    const clock = createManualClock();
    return { cache: createMemoryCache({ clock }), advance: (ms) => clock.advance(ms) };
  }),
  "credential store": credentialStoreContract(() => {
    const clock = createManualClock();
    const secrets = createAesSecrets({ keys: { k1: randomBytes(32) }, current: "k1" });
    const store = createMemoryCredentialStore({ secrets, clock });
    return {
      store,
      add(set) {
        clock.advance(1);
        return store.add({ ...set, credentials: { app_id: "cli_1", app_secret: "s" } });
      },
    };
  }),
  "service log": serviceLogContract(() => {
    const log = createMemoryServiceLog();
    return { log, entries: () => log.entries() };
  }),
  secrets: secretsContract(() =>
    createAesSecrets({ keys: { k1: randomBytes(32) }, current: "k1" }),
  ),
};

describe.each(Object.entries(suites))("memory %s", (_port, cases) => {
  test.each(cases)("$name", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});

describe("what strangers could grow is bounded", () => {
  test("a rate limiter forgets the key that was not used for longest", async () => {
    const limiter = createMemoryRateLimiter({ keys: 2 });
    const once = { limit: 1, windowMs: 60_000 };
    for (const key of ["a", "b", "c"]) await limiter.take(key, once);
    expect((await limiter.take("c", once)).allowed).toBe(false);
    expect((await limiter.take("a", once)).allowed).toBe(true);
  });

  test("a key with many events takes little memory, and its limit holds in every window", async () => {
    const clock = createManualClock();
    const limiter = createMemoryRateLimiter({ clock });
    const rate = { limit: 1200, windowMs: 60_000 };
    const allowed: number[] = [];
    // Three windows of an event each 40 ms, which is more than the limit.
    for (let event = 0; event < 4500; event++) {
      const decision = await limiter.take("a", rate);
      if (decision.allowed) allowed.push(clock.now());
      clock.advance(40);
    }
    const tooEarly = allowed.filter(
      (at, place) => at - (allowed[place - 1200] ?? -Infinity) < 60_000,
    );
    expect(tooEarly).toEqual([]);
    // Rounding costs less than a window's 64th of what the limit allows.
    expect(allowed.length).toBeGreaterThan(3500);

    const keys = 100;
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    for (let event = 0; event < rate.limit; event++) {
      for (let key = 0; key < keys; key++) await limiter.take(`key/${key}`, rate);
      clock.advance(40);
    }
    collectGarbage();
    const bytes = (process.memoryUsage().heapUsed - before) / keys;
    expect(bytes).toBeLessThan(6000);
    expect((await limiter.take("key/0", rate)).allowed).toBe(false);
  });

  test("a cache holds no more bytes than its option says", async () => {
    const cache = createMemoryCache<string>({ bytes: 1000 });
    for (const key of ["a", "b", "c"]) await cache.set(key, "x".repeat(200), 1000);
    expect(await cache.get("a")).toBeUndefined();
    expect(await cache.get("c")).toBeDefined();
    await cache.set("huge", "x".repeat(2000), 1000);
    expect(await cache.get("huge")).toBeUndefined();
  });

  test("a log of services forgets its oldest entries", async () => {
    const log = createMemoryServiceLog({ entries: 2 });
    const use = { createdAt: 0, userId: 1, pluginSlug: "a", platform: "wecom" } as const;
    for (const credentialsId of ["1", "2", "3"]) {
      await log.record({ ...use, type: "credentials", found: true, credentialsId });
    }
    const ids = log.entries().map((entry) => "credentialsId" in entry && entry.credentialsId);
    expect(ids).toEqual(["2", "3"]);
  });

  test("a ledger forgets its oldest rows, and no open reservation", async () => {
    const ledger = createMemoryLedger({ rows: 5 });
    await ledger.move({ userId: 1, key: "start", credits: 100 });
    await ledger.reserve({ userId: 1, key: "open", credits: 1, day: "2026-01-05" });
    for (const key of ["a", "b", "c", "d", "e"]) {
      await ledger.reserve({ userId: 1, key, credits: 1, day: "2026-01-05" });
      await ledger.settle(key, 1);
    }
    expect(await ledger.rows(1, 100)).toHaveLength(5);
    expect(await ledger.balance(1)).toBe(94);
    await expect(ledger.settle("open", 0)).resolves.toMatchObject({ charged: 0 });
  });
});

test("keys are rotated: what an old one sealed opens, the new one seals", async () => {
  const old = { k1: randomBytes(32) };
  const sealed = await createAesSecrets({ keys: old, current: "k1" }).seal("s3cret", "row");
  const both = createAesSecrets({ keys: { ...old, k2: randomBytes(32) }, current: "k2" });
  expect(await both.open(sealed, "row")).toBe("s3cret");
  expect(await both.seal("s3cret", "row")).toMatch(/^k2\./);
  expect(() => createAesSecrets({ keys: { k1: randomBytes(16) }, current: "k1" })).toThrow(
    /32 bytes/,
  );
});

test("services allocate their entries as they come", () => {
  const before = process.memoryUsage().arrayBuffers;
  const services = Array.from({ length: 100 }, () => createServices());
  const bytes = process.memoryUsage().arrayBuffers - before;
  expect(services).toHaveLength(100);
  expect(bytes).toBeLessThan(2 ** 20);
});
