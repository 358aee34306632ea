import assert from "node:assert/strict";
import { casesWith, type ContractCase } from "@botwright/core/contract";
import type { UsageCounter } from "../ports/usage-counter.ts";

/** The rules of a {@link UsageCounter}; each case creates an empty one. */
export function usageCounterContract(
  create: () => UsageCounter | Promise<UsageCounter>,
): ContractCase[] {
  return casesWith(create, {
    "counts events, each id once, and says how many came before": async (usage) => {
      assert.equal(await usage.count("a"), 0);
      assert.equal(await usage.add("a", "1"), 0);
      assert.equal(await usage.add("a", "2"), 1);
      assert.equal(await usage.add("a", "1"), 0);
      assert.equal(await usage.count("a"), 2);
      assert.equal(await usage.count("b"), 0);
    },
    "no longer counts an event that was removed": async (usage) => {
      await usage.add("a", "1");
      await usage.remove("a", "1");
      await usage.remove("a", "never there");
      assert.equal(await usage.count("a"), 0);
      assert.equal(await usage.add("a", "2"), 0);
    },
    "gives each of the events at the same time another number": async (usage) => {
      const ids = Array.from({ length: 10 }, (_, n) => String(n));
      const before = await Promise.all(ids.map((id) => usage.add("a", id)));
      assert.equal(new Set(before).size, 10);
    },
  });
}
