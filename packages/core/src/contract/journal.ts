import assert from "node:assert/strict";
import type { Journal } from "../ports/journal.ts";
import type { ContractCase } from "./case.ts";

/** The rules of a {@link Journal}; each case creates an empty one. */
export function journalContract(create: () => Journal | Promise<Journal>): ContractCase[] {
  return [
    {
      name: "reads back the host calls of one run, in order, with their outcomes",
      async run() {
        const journal = await create();
        const bytes = new Uint8Array([0, 255]);
        const version = "6b86b273ff34fce1";
        const get = {
          callId: "a",
          sequence: 0,
          operation: "storage.get",
          args: ["k"],
          version,
        } as const;
        const send = {
          callId: "a",
          sequence: 1,
          operation: "bot.sendImage",
          args: ["u", bytes],
        } as const;
        const failed = { order: 0, at: 5, ok: false, error: { code: "X", message: "no" } } as const;
        await journal.write([get, { ...get, callId: "b" }]);
        await journal.write([send]);
        await journal.write([
          { ...send, outcome: failed },
          { ...get, outcome: { order: 1, at: 7, ok: true, value: { n: 1 } } },
        ]);
        await journal.write([]);
        assert.deepEqual(await journal.read("a"), [
          {
            callId: "a",
            sequence: 0,
            operation: "storage.get",
            args: ["k"],
            version,
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
        await journal.write([call]);
        assert.equal((await journal.read("a"))[0]?.outcome, undefined);
        await journal.write([call]);
        const outcome = { order: 0, at: 0, ok: true, value: undefined } as const;
        await journal.write([{ ...call, outcome }]);
        const entries = await journal.read("a");
        assert.equal(entries.length, 1);
        assert.equal(entries[0]?.outcome?.ok, true);
      },
    },
    {
      name: "has writes of a run take effect in the order in which they were asked for, also a slow one",
      async run() {
        const journal = await create();
        const call = { callId: "a", sequence: 0, operation: "bot.sendText" } as const;
        const begun = { ...call, args: ["ann", "x".repeat(500_000)] };
        const ended = { ...begun, outcome: { order: 0, at: 5, ok: true, value: null } } as const;
        const short = { ...ended, args: ["ann", "x"] };
        await Promise.all([begun, ended, short].map((entry) => journal.write([entry])));
        assert.deepEqual(await journal.read("a"), [short]);
      },
    },
    {
      name: "writes the medium of a message with a run of it, and reads back its bytes and properties",
      async run() {
        const journal = await create();
        const bytes = new Uint8Array(100_000).map((_, place) => place % 251);
        const media = { encrypt_query_param: "photo", chat: "1001" };
        const image = { thumb_width: 3, thumb_height: 2, mid_size: bytes.length, media };
        const effect = {
          callId: "1/a/b/notes",
          sequence: 0,
          operation: "storage.set",
          args: ["k", 1],
        } as const;
        const download = {
          callId: "1/a/b/",
          sequence: 0,
          operation: "bot.downloadImage",
          args: [image],
          outcome: { order: 0, at: 5, ok: true, value: bytes },
        } as const;
        await journal.write([effect, download]);
        assert.deepEqual(await journal.read("1/a/b/"), [download]);
        assert.deepEqual(await journal.read("1/a/b/notes"), [effect]);
        assert.deepEqual(await journal.read("1/a/"), []);
      },
    },
  ];
}
