import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import {
  createManualClock,
  createMemoryJournal,
  type Journal,
  openHostCalls,
  openJournaledRun,
  PluginError,
} from "@botwright/core";
import { describe, expect, test } from "vitest";
import { createSingleContext } from "./single-context.ts";

async function never(): Promise<never> {
  throw new Error("was done again");
}

/** Asks for three keys at once; the answer with the smallest number comes first. Returns what came when. */
async function ask(
  journal: ReturnType<typeof createMemoryJournal>,
  turns: readonly number[],
): Promise<string[]> {
  const clock = createManualClock(1000);
  const { intercept, flush } = await openJournaledRun(journal, "call", { clock });
  const seen: string[] = [];
  await Promise.all(
    turns.map(async (turn, index) => {
      const execute = async (): Promise<string> => {
        for (let waited = 0; waited < turn; waited++) await nextTurn();
        clock.advance(5);
        return `value ${index}`;
      };
      let time = 0;
      const onSettled = (at: number): void => void (time = at);
      const value = await intercept("storage.get", [`key ${index}`], execute, { onSettled });
      seen.push(`${JSON.stringify(value)} at ${time}`);
    }),
  );
  await flush();
  return seen;
}

const READ = "storage.get done";

/** A journal that notes what each write of it has. */
function createNotingJournal(): { journal: Journal; written: string[][] } {
  const memory = createMemoryJournal();
  const written: string[][] = [];
  const journal: Journal = {
    ...memory,
    async write(entries) {
      const names = entries.map(
        ({ operation, outcome }) => `${operation} ${outcome === undefined ? "begun" : "done"}`,
      );
      written.push(names);
      await memory.write(entries);
    },
  };
  return { journal, written };
}

test("reads are written together with the next effect, or at the end", async () => {
  const { journal, written } = createNotingJournal();
  const { intercept, flush } = await openJournaledRun(journal, "call");
  const read = async (key: string) => intercept("storage.get", [key], async () => null);
  for (const key of ["a", "b", "c"]) await read(key);
  expect(written).toEqual([]);
  await intercept("storage.set", ["a", 1], async () => undefined);
  await expect.poll(() => written).toHaveLength(2);
  for (const key of ["d", "e"]) await read(key);
  expect(written).toEqual([[READ, READ, READ, "storage.set begun"], ["storage.set done"]]);
  await flush();
  expect(written.slice(2)).toEqual([[READ, READ]]);
});

test("answers of more than 4 MiB are written before the plugin gets more", async () => {
  const { journal, written } = createNotingJournal();
  const writing = Promise.withResolvers<void>();
  const slow: Journal = {
    ...journal,
    async write(entries) {
      await writing.promise;
      await journal.write(entries);
    },
  };
  const { intercept, flush } = await openJournaledRun(slow, "call");
  const answers: string[] = [];
  const read = async (key: string): Promise<void> => {
    await intercept("storage.get", [key], async () => "x".repeat(1_000_000));
    answers.push(key);
  };
  // A character takes two bytes: the third answer is too much.
  const reads = ["a", "b", "c", "d"].map(read);
  await expect.poll(() => answers).toEqual(["a", "b"]);
  await sleep(20);
  expect(answers).toEqual(["a", "b"]);
  writing.resolve();
  await Promise.all(reads);
  expect(answers).toEqual(["a", "b", "c", "d"]);
  expect(written).toEqual([[READ, READ, READ, "storage.get begun"]]);
  await flush();
  expect(written.at(-1)).toEqual([READ]);
});

test("an effect that is refused costs no write of its own", async () => {
  const { journal, written } = createNotingJournal();
  const { intercept, flush } = await openJournaledRun(journal, "call");
  const hostCalls = openHostCalls({
    context: createSingleContext().context,
    permissions: { hosts: ["example.com"] },
    permitsHost: (hostname) => hostname === "example.com",
    intercept,
  });
  const request = { method: "GET", headers: [] };
  for (const url of ["https://a.example.org/", "https://b.example.org/"]) {
    const denied = hostCalls.runWith("fetch", [url, request], never);
    await expect(denied).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  }
  expect(written).toEqual([]);
  await flush();
  expect(written).toEqual([["fetch done", "fetch done"]]);
});

async function refused(): Promise<never> {
  throw new PluginError("not permitted", { code: "PERMISSION_DENIED" });
}

describe("a refused call with large arguments", () => {
  const call = { isRefused: true };
  const LARGE = "x".repeat(100_000);

  async function record(args: readonly unknown[]): Promise<Journal> {
    const journal = createMemoryJournal();
    const { intercept, flush } = await openJournaledRun(journal, "call");
    const asked = intercept("bot.sendTyping", args, refused, call);
    await expect(asked).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    await flush();
    return journal;
  }

  async function askAgain(journal: Journal, args: readonly unknown[]): Promise<unknown> {
    const { intercept } = await openJournaledRun(journal, "call");
    return intercept("bot.sendTyping", args, never, call);
  }

  test.each([
    ["a text", [LARGE, "1001"], ["…", "1001"]],
    [
      "texts of an object",
      ["1001", { url: "https://a.example", body: LARGE, method: "POST" }],
      ["1001", { url: "https://a.example", body: "…", method: "POST" }],
    ],
    ["a key", [{ a: 1, [LARGE]: 2, b: 3 }], [{ a: 1, "…": "…" }]],
    ["bytes, which are kept", [LARGE, new Uint8Array(70_000)], ["…", new Uint8Array(70_000)]],
    ["what is few", ["x".repeat(30_000), { a: null }], ["x".repeat(30_000), { a: null }]],
  ])(
    "is journaled with what comes first of them, and is the same again: %s",
    async (_, args, kept) => {
      const journal = await record(args);
      expect(await journal.read("call")).toMatchObject([{ args: kept }]);
      await expect(askAgain(journal, structuredClone(args))).rejects.toMatchObject({
        code: "PERMISSION_DENIED",
      });
    },
  );

  test.each([
    ["a list", [Array.from({ length: 50_000 }, (_, at) => at)]],
    ["many arguments", Array.from({ length: 50_000 }, (_, at) => at)],
    ["a list of lists", [Array.from({ length: 50_000 }, () => [1])]],
    ["an object", [Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, at]))]],
    ["many texts", [Array.from({ length: 1000 }, () => "x".repeat(1000))]],
  ])("is journaled with less than 64 KiB: %s", async (_, args) => {
    const journal = await record(args);
    const [entry] = await journal.read("call");
    expect(JSON.stringify(entry).length).toBeLessThan(65_536);
    await expect(askAgain(journal, structuredClone(args))).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
    });
  });

  test("is another call with another argument that is kept", async () => {
    const journal = await record(["1001", LARGE]);
    await expect(askAgain(journal, ["1002", LARGE])).rejects.toMatchObject({
      code: "JOURNAL_MISMATCH",
    });
  });

  test("of which many are made costs no write of its own", async () => {
    const { journal, written } = createNotingJournal();
    const { intercept, flush } = await openJournaledRun(journal, "call");
    for (const letter of ["a", "b", "c", "d"]) {
      const asked = intercept("bot.sendText", ["1001", letter.repeat(900_000)], refused, call);
      await expect(asked).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    }
    expect(written).toEqual([]);
    await flush();
    expect(written).toEqual([Array.from({ length: 4 }, () => "bot.sendText done")]);
  });
});

describe("a replayed run", () => {
  test("is answered in the recorded order, at the recorded times", async () => {
    const journal = createMemoryJournal();
    const first = await ask(journal, [20, 1, 10]);
    expect(first).toEqual(['"value 1" at 1005', '"value 2" at 1010', '"value 0" at 1015']);
    expect(await ask(journal, [1, 10, 20])).toEqual(first);
  });

  test("goes on where the record ends, after all that was recorded", async () => {
    const journal = createMemoryJournal();
    const entry = { callId: "call", operation: "storage.get" } as const;
    const outcome = { order: 0, at: 7, ok: true, value: "recorded" } as const;
    await journal.write([
      { ...entry, sequence: 0, args: ["key 0"] },
      { ...entry, sequence: 1, args: ["key 1"] },
      { ...entry, sequence: 2, args: ["key 2"], outcome },
    ]);
    const seen = await ask(journal, [5, 1, 1]);
    expect(seen).toEqual(['"recorded" at 7', '"value 1" at 1005', '"value 0" at 1010']);
  });

  test("tells that it has caught up while a new answer waits for the same", async () => {
    const journal = createMemoryJournal();
    const entry = { callId: "call", operation: "storage.get" } as const;
    const outcome = { order: 0, at: 7, ok: true, value: "recorded" } as const;
    await journal.write([
      { ...entry, sequence: 0, args: ["key 0"] },
      { ...entry, sequence: 1, args: ["key 1"], outcome },
    ]);
    const { intercept, caughtUp } = await openJournaledRun(journal, "call");
    const seen: unknown[] = [];
    void intercept("storage.get", ["key 0"], async () => "new").then((value) => seen.push(value));
    await nextTurn();
    for (const who of ["one", "another"]) void caughtUp().then(() => seen.push(who));
    await nextTurn();
    expect(seen).toEqual([]);
    expect(await intercept("storage.get", ["key 1"], never)).toBe("recorded");
    await nextTurn();
    expect(new Set(seen)).toEqual(new Set(["new", "one", "another"]));
  });

  test("that asks with other arguments gets an error that says so", async () => {
    const journal = createMemoryJournal();
    const { intercept: record } = await openJournaledRun(journal, "call");
    await record("bot.sendImage", ["u", Buffer.from([1, 2])], async () => ({
      status: "sent" as const,
    }));
    const { intercept: same } = await openJournaledRun(journal, "call");
    expect(await same("bot.sendImage", ["u", new Uint8Array([1, 2])], never)).toEqual({
      status: "sent",
    });
    const { intercept: other } = await openJournaledRun(journal, "call");
    await expect(other("bot.sendImage", ["u", Buffer.from([1, 3])], never)).rejects.toMatchObject({
      code: "JOURNAL_MISMATCH",
      message: expect.stringContaining("asked bot.sendImage for something else"),
    });
  });
});
