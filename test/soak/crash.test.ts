import { createSandbox } from "@botwright/sandbox";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CrashPlatform } from "../crash/explore.ts";
import { exploreAll, explorationsOf, openPlatform, problemsOf } from "../crash/explore-corpus.ts";
import { PLUGINS } from "../crash/plugins.ts";
import { openPostgresStores, type PostgresStores } from "../crash/postgres-stores.ts";

const sandbox = createSandbox({ workers: 1, fetch: async () => new Response("42") });
afterAll(() => sandbox.close());

let platform: CrashPlatform;
let stores: PostgresStores;
beforeAll(async () => {
  platform = await openPlatform("wechat");
  stores = await openPostgresStores();
});
afterAll(async () => {
  await stores[Symbol.asyncDispose]();
  await platform[Symbol.asyncDispose]();
});

test.each(Object.keys(PLUGINS))(
  "on PostgreSQL, wherever the process ends, %s: the answer is the same, and nothing is done twice",
  async (what) => {
    for (const options of await explorationsOf(sandbox, what, stores.create)) {
      expect(problemsOf(await exploreAll(platform, options), platform)).toEqual([]);
    }
  },
);
