import {
  createBot,
  createDispatcher,
  createManualClock,
  createMemoryJournal,
  type Journal,
  type ManualClock,
  type PlatformAdapter,
} from "@botwright/core";
import { expect, test } from "vitest";
import { plugin } from "./dispatching.ts";
import { fakePlatform, incoming } from "./messages.ts";

/** Lets everything happen that needs no time to pass. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** What the platform was asked to send, and whether it may have been sent before. */
type Asked = readonly [text: string, key: string | undefined, mayBeRepeat: boolean];

/** A platform of three characters a message, whose second message waits for `answer`. */
function slowPlatform(): { adapter: PlatformAdapter; asked: Asked[]; answer: () => void } {
  const asked: Asked[] = [];
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  const { adapter } = fakePlatform({
    capabilities: { textLimits: [{ unit: "character", max: 3 }] },
    methods: {
      async sendText(_to, text, { idempotencyKey, mayBeRepeat = false } = {}) {
        asked.push([text, idempotencyKey, mayBeRepeat]);
        if (asked.length === 2) await promise;
        return { status: "sent" };
      },
    },
  });
  return { adapter, asked, answer };
}

function handling(adapter: PlatformAdapter, clock: ManualClock, journal: Journal) {
  const answers = plugin("answers", ({ bot, msg }) => {
    void bot.reply(msg, "abcdefghi");
    return { handled: true };
  });
  return createDispatcher({
    plugins: [answers],
    bot: createBot(adapter),
    clock,
    journal,
    wallMs: 1000,
    graceMs: 500,
  });
}

/** Handles a message until its run has ended; then the platform answers what it was asked. */
async function handleUntilOver(adapter: PlatformAdapter, journal: Journal, answer: () => void) {
  const clock = createManualClock();
  const dispatched = handling(adapter, clock, journal).dispatch(incoming());
  await settle();
  clock.advance(1500);
  const { runs } = await dispatched;
  answer();
  await settle();
  return runs;
}

test("no further part of a text is sent after its run has ended", async () => {
  const { adapter, asked, answer } = slowPlatform();
  const journal = createMemoryJournal();
  const runs = await handleUntilOver(adapter, journal, answer);
  expect(runs).toMatchObject([{ status: "handled" }]);
  expect(asked).toEqual([
    ["abc", "1/9/answers/0", false],
    ["def", "1/9/answers/0/1", false],
  ]);
  // Neither done nor refused.
  const [entry] = await journal.read("1/9/answers");
  expect(entry).toMatchObject({ operation: "bot.reply" });
  expect(entry?.outcome).toBeUndefined();
});

test("a text that was given up is sent anew by a run that goes on, under the keys of its parts", async () => {
  const { adapter, asked, answer } = slowPlatform();
  const journal = createMemoryJournal();
  await handleUntilOver(adapter, journal, answer);
  asked.length = 0;
  await handling(adapter, createManualClock(), journal).dispatch(incoming());
  expect(asked).toEqual([
    ["abc", "1/9/answers/0", true],
    ["def", "1/9/answers/0/1", true],
    ["ghi", "1/9/answers/0/2", true],
  ]);
  const [entry] = await journal.read("1/9/answers");
  expect(entry?.outcome).toMatchObject({ ok: true, value: { status: "sent" } });
});

test("what was sent before its run ended is recorded, though its answer comes later", async () => {
  const { adapter, answer } = slowPlatform();
  const whole: PlatformAdapter = {
    ...adapter,
    capabilities: { ...adapter.capabilities, textLimits: [{ unit: "character", max: 5 }] },
  };
  const journal = createMemoryJournal();
  await handleUntilOver(whole, journal, answer);
  const [entry] = await journal.read("1/9/answers");
  expect(entry?.outcome).toMatchObject({ ok: true, value: { status: "sent" } });
});

test("a bot that is tied twice ends with either signal", async () => {
  const { adapter, sent } = fakePlatform();
  const [one, other] = [new AbortController(), new AbortController()];
  const bot = createBot(adapter).forCall?.({ signal: () => one.signal });
  const both = bot?.forCall?.({ signal: () => other.signal });
  await both?.sendText("1001", "one");
  other.abort(new Error("the other has ended"));
  await expect(both?.sendText("1001", "two")).rejects.toThrow("the other has ended");
  await bot?.sendText("1001", "three");
  one.abort(new Error("both have ended"));
  await expect(bot?.sendText("1001", "four")).rejects.toThrow("both have ended");
  expect(sent).toEqual(["1001 - one", "1001 - three"]);
});
