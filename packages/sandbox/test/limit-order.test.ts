import { setImmediate as nextTurn } from "node:timers/promises";
import { createMemoryJournal, type JournalEntry, openJournaledRun } from "@botwright/core";
import { createSandbox } from "@botwright/sandbox";
import { afterAll, expect, test } from "vitest";
import { createContext } from "./context.ts";

const sandbox = createSandbox({ workers: 1, limits: { fetches: 0, sends: 1 } });
afterAll(() => sandbox.close());

/** Runs a handler; `second` is answered some turns of the event loop after `first`, or never. */
async function endOf(
  body: string,
  turns: number,
  recorded: JournalEntry[] = [],
): Promise<{ end: string; calls: JournalEntry[]; operations: string[] }> {
  const plugin = await sandbox.load(`export async function handler({ bot, msg, storage }) {
    ${body}
    return { handled: true };
  }`);
  const journal = createMemoryJournal();
  await journal.write(recorded);
  const { context } = createContext();
  const first = Promise.withResolvers<null>();
  const second = Promise.withResolvers<null>();
  const get = (key: string): Promise<null> => (key === "first" ? first : second).promise;
  const { intercept, flush } = await openJournaledRun(journal, "call");
  const running = plugin.handler(
    { ...context, storage: { ...context.storage, get } },
    { id: "call", intercept },
  );
  const ended = running.then(
    () => "handled",
    ({ code }: { code: string }) => code,
  );
  first.resolve(null);
  if (turns < Infinity) {
    for (let turn = 0; turn < turns; turn++) await nextTurn();
    second.resolve(null);
  }
  const end = await ended;
  await flush();
  const calls = [...(await journal.read("call"))];
  return { end, calls, operations: calls.map(({ operation }) => operation) };
}

test.each([
  ["fetches", "SANDBOX_FETCH_LIMIT", 'fetch("https://a.example/")'],
  ["sends", "SANDBOX_SEND_LIMIT", '[bot.reply(msg, "a"), bot.reply(msg, "b")]'],
])(
  "whether a limit of %s ends a run that returns at about that time is the same in its replay",
  async (_what, code, request) => {
    const body = `storage.get("first").then(() => ${request});
      await storage.get("second");`;
    const ends = new Set<string>();
    // At once to some turns after the first answer's request was refused.
    for (let turns = 0; turns < 12; turns++) {
      const { end, calls, operations } = await endOf(body, turns);
      ends.add(end);
      expect(await endOf(body, 0, calls)).toMatchObject({ end, operations });
    }
    expect(ends).toContain("handled");
    expect((await endOf(body, Infinity)).end).toBe(code);
  },
);

test("nothing that a handler asks for after a broken limit is done", async () => {
  const calls = [0, 1, 2].map((n) => `storage.set("key${n}", ${n});`);
  const body = `${calls[0]} fetch("https://a.example/"); ${calls[1]} ${calls[2]}`;
  for (const [rest, end] of [
    ["", "handled"],
    ['await storage.get("first"); await storage.get("second");', "SANDBOX_FETCH_LIMIT"],
  ] as const) {
    const run = await endOf(`${body} ${rest}`, 0);
    expect(run.end).toBe(end);
    expect(run.operations).toEqual(["call.start", "storage.set", "fetch"]);
  }
});

test("a handler takes back what it has asked for after a broken limit, too", async () => {
  await using slow = createSandbox({
    workers: 1,
    limits: { fetches: 1, fetchMs: 100_000 },
    fetch: (_url, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      }),
  });
  const plugin = await slow.load(`export async function handler() {
    const aborter = new AbortController();
    const { signal } = aborter;
    for (const path of ["a", "b"]) fetch("https://a.example/" + path, { signal }).catch(() => {});
    aborter.abort();
    return { handled: true };
  }`);
  expect(await plugin.handler(createContext().context)).toEqual({ handled: true });
});
