import assert from "node:assert/strict";
import type { Journal } from "../ports/journal.ts";
import type { ContractCase } from "./case.ts";

/** The rules of a {@link Journal}; each case asks for an empty one. */
export function journalContract(create: () => Journal | Promise<Journal>): ContractCase[] {
  return [
    {
      name: "reads back the host calls of one run, in order, with their outcomes",
      async run() {
        const journal = await create();
        const bytes = new Uint8Array([0, 255]);
        await journal.begin({ callId: "a", sequence: 0, operation: "storage.get", args: ["k"] });
        await journal.begin({ callId: "b", sequence: 0, operation: "storage.keys", args: [] });
        await journal.begin({
          callId: "a",
          sequence: 1,
          operation: "bot.sendImage",
          args: ["u", bytes],
        });
        const failed = { order: 0, at: 5, ok: false, error: { code: "X", message: "no" } } as const;
        await journal.settle("a", 1, failed);
        await journal.settle("a", 0, { order: 1, at: 7, ok: true, value: { n: 1 } });
        assert.deepEqual(await journal.read("a"), [
          {
            callId: "a",
            sequence: 0,
            operation: "storage.get",
            args: ["k"],
            outcome: { order: 1, at: 7, ok: true, value: { n: 1 } },
          },
          {
            callId: "a",
            sequence: 1,
            operation: "bot.sendImage",
            args: ["u", bytes],
            outcome: failed,
          },
        ]);
        assert.deepEqual(await journal.read("never"), []);
      },
    },
    {
      name: "tells a call that was begun and never ended, and takes it up again",
      async run() {
        const journal = await create();
        const call = { callId: "a", sequence: 0, operation: "storage.clear", args: [] } as const;
        await journal.begin(call);
        assert.equal((await journal.read("a"))[0]?.outcome, undefined);
        await journal.begin(call);
        await journal.settle("a", 0, { order: 0, at: 0, ok: true, value: undefined });
        const entries = await journal.read("a");
        assert.equal(entries.length, 1);
        assert.equal(entries[0]?.outcome?.ok, true);
      },
    },
  ];
}
