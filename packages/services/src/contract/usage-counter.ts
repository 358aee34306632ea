import assert from "node:assert/strict";
import { casesWith, type ContractCase } from "@botwright/core/contract";
import type { UsageCounter } from "../ports/usage-counter.ts";

/** The rules of a {@link UsageCounter}; each case creates an empty one. */
export function usageCounterContract(
  create: () => UsageCounter | Promise<UsageCounter>,
): ContractCase[] {
  return casesWith(create, {
    "counts events, each id once, and gives each a place": async (usage) => {
      assert.equal(await usage.count("a"), 0);
      const first = await usage.add("a", "1");
      assert.equal(first.place, 0);
      assert.equal((await usage.add("a", "2")).place, 1);
      const again = await usage.add("a", "1");
      assert.equal(again.place, 0);
      assert.ok(again.attempt > first.attempt);
      assert.equal(await usage.count("a"), 2);
      assert.equal(await usage.count("b"), 0);
    },
    "no longer counts an event that was removed, and gives its place to another": async (usage) => {
      const { attempt } = await usage.add("a", "1");
      await usage.add("a", "2");
      await usage.remove("a", "1", attempt);
      await usage.remove("a", "never there", attempt);
      assert.equal(await usage.count("a"), 1);
      assert.equal((await usage.add("a", "3")).place, 0);
      assert.equal((await usage.add("a", "4")).place, 2);
    },
    "an attempt that fails removes no event that was added again since": async (usage) => {
      const paused = await usage.add("a", "1");
      const other = await usage.add("a", "1");
      await usage.remove("a", "1", paused.attempt);
      assert.equal(await usage.count("a"), 1);
      await usage.remove("a", "1", other.attempt);
      assert.equal(await usage.count("a"), 0);
      await usage.add("a", "1");
      await usage.remove("a", "1", paused.attempt);
      assert.equal(await usage.count("a"), 1);
    },
    "gives each of the events at the same time another place": async (usage) => {
      const ids = Array.from({ length: 10 }, (_, n) => String(n));
      const events = await Promise.all(ids.map((id) => usage.add("a", id)));
      assert.equal(new Set(events.map(({ place }) => place)).size, 10);
    },
  });
}
