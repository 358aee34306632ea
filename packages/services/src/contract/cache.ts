import assert from "node:assert/strict";
import { casesWith, type ContractCase } from "@botwright/core/contract";
import type { Cache } from "../ports/cache.ts";

/** An empty cache with a controllable clock. */
export interface CacheContractContext {
  readonly cache: Cache<{ readonly list: string[] }>;
  /** Moves time forward by this many milliseconds. */
  readonly advance: (ms: number) => void | Promise<void>;
}

/** The rules of a {@link Cache}; each case creates an empty one. */
export function cacheContract(
  create: () => CacheContractContext | Promise<CacheContractContext>,
): ContractCase[] {
  return casesWith(create, {
    "gives a value until its time is up": async ({ cache, advance }) => {
      assert.equal(await cache.get("a"), undefined);
      await cache.set("a", { list: ["1"] }, 1000);
      await advance(999);
      assert.deepEqual(await cache.get("a"), { list: ["1"] });
      await advance(2);
      assert.equal(await cache.get("a"), undefined);
    },
    "replaces a value, and its time": async ({ cache, advance }) => {
      await cache.set("a", { list: ["1"] }, 1000);
      await advance(900);
      await cache.set("a", { list: ["2"] }, 1000);
      await advance(900);
      assert.deepEqual(await cache.get("a"), { list: ["2"] });
    },
    "keeps nothing for no time": async ({ cache }) => {
      await cache.set("a", { list: ["1"] }, 1000);
      await cache.set("a", { list: ["2"] }, 0);
      assert.equal(await cache.get("a"), undefined);
    },
    "gives one the right to make a value, until it is given back or its time is up": async ({
      cache,
      advance,
    }) => {
      if (cache.claim === undefined) return;
      const first = await cache.claim("a", 1000);
      assert.ok(first);
      assert.equal(await cache.claim("a", 1000), undefined);
      assert.ok(await cache.claim("b", 1000));
      assert.equal(await cache.get("a"), undefined);
      await first();
      assert.ok(await cache.claim("a", 1000));
      // Another process holds the lease by now, so the earlier holder's release must not end it.
      await first();
      assert.equal(await cache.claim("a", 1000), undefined);
      await advance(1001);
      assert.ok(await cache.claim("a", 1000));
    },
    "gives copies: a change of one shows in no other": async ({ cache }) => {
      const value = { list: ["1"] };
      await cache.set("a", value, 1000);
      value.list.push("2");
      (await cache.get("a"))?.list.push("3");
      assert.deepEqual(await cache.get("a"), { list: ["1"] });
    },
  });
}
