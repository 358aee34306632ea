import assert from "node:assert/strict";
import type { AdapterState } from "../adapter.ts";
import type { ManualClock } from "../clock.ts";
import type { ContractCase } from "./case.ts";

/** The rules of an {@link AdapterState}; `create` gets the clock that the state is to use. */
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
  ];
}
