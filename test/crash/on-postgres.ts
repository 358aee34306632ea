import type { Sandbox } from "@botwright/sandbox";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CrashPlatform } from "./explore.ts";
import { exploreAll, explorationsOf, openPlatform, problemsOf } from "./explore-corpus.ts";
import { openPostgresStores, type PostgresStores } from "./postgres-stores.ts";

/** Registers the tests of plugins of the corpus with the stores of a host. */
export function testOnPostgres(sandbox: Sandbox, plugins: readonly string[]): void {
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

  test.each(plugins)("%s: the answer is the same, and nothing is done twice", async (what) => {
    for (const options of await explorationsOf(sandbox, what, stores.create)) {
      expect(problemsOf(await exploreAll(platform, options), platform)).toEqual([]);
    }
  });
}
