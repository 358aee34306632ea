import assert from "node:assert/strict";
import type { AdapterState } from "../ports/adapter.ts";
import type { ManualClock } from "../ports/clock.ts";
import type { ContractCase } from "./case.ts";

/** The rules of an {@link AdapterState}; `create` receives the clock that the state must use. */
export function adapterStateContract(
  createClock: () => ManualClock,
  create: (clock: ManualClock) => AdapterState | Promise<AdapterState>,
): ContractCase[] {
  return [
    {
      name: "gives back what was set, and undefined for what was not",
      async run() {
        const state = await create(createClock());
        assert.equal(await state.get("cursor"), undefined);
        await state.set("cursor", 42);
        await state.set("recent", { "1": ["a"] });
        assert.equal(await state.get("cursor"), 42);
        assert.deepEqual(await state.get("recent"), { "1": ["a"] });
        await state.delete("cursor");
        assert.equal(await state.get("cursor"), undefined);
      },
    },
    {
      name: "forgets a value when its time is up, and not before",
      async run() {
        const clock = createClock();
        const state = await create(clock);
        await state.set("token", "t", { ttlMs: 1000 });
        clock.advance(999);
        assert.equal(await state.get("token"), "t");
        clock.advance(1);
        assert.equal(await state.get("token"), undefined);
        await state.set("token", "u");
        clock.advance(1_000_000);
        assert.equal(await state.get("token"), "u");
      },
    },
    {
      name: "lets one of many callers set what is absent, and changes nothing for the others",
      async run() {
        const state = await create(createClock());
        const values = ["a", "b", "c", "d"];
        const outcomes = await Promise.all(values.map((value) => state.setIfAbsent("key", value)));
        assert.equal(outcomes.filter(Boolean).length, 1, "one of them has set it");
        const kept = values[outcomes.indexOf(true)];
        assert.equal(await state.get("key"), kept);
        assert.equal(await state.setIfAbsent("key", "e"), false);
        assert.equal(await state.get("key"), kept);
        await state.delete("key");
        assert.equal(await state.setIfAbsent("key", "f"), true, "what was deleted is absent");
        assert.equal(await state.get("key"), "f");
      },
    },
    {
      name: "counts a value as absent when its time is up",
      async run() {
        const clock = createClock();
        const state = await create(clock);
        assert.equal(await state.setIfAbsent("lease", "a", { ttlMs: 1000 }), true);
        clock.advance(999);
        assert.equal(await state.setIfAbsent("lease", "b", { ttlMs: 1000 }), false);
        clock.advance(1);
        assert.equal(await state.setIfAbsent("lease", "c"), true);
        clock.advance(1_000_000);
        assert.equal(await state.get("lease"), "c");
      },
    },
  ];
}
