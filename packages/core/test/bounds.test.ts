import {
  type BotEvent,
  createBotRuntime,
  createManualClock,
  createMemoryJournal,
  type Journal,
  type ManualClock,
  type PluginRun,
} from "@botwright/core";
import { expect, test } from "vitest";
import { plugin, setUp } from "./dispatching.ts";
import { fakePlatform, incoming } from "./messages.ts";

/** Lets everything happen that needs no time to pass. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const never = new Promise<never>(() => {});

/** A platform whose first text never gets an answer. */
function stuckPlatform(): { adapter: ReturnType<typeof fakePlatform>["adapter"]; asked: string[] } {
  const asked: string[] = [];
  const { adapter } = fakePlatform({
    methods: {
      async sendText(_to, text) {
        asked.push(text);
        return asked.length === 1 ? never : { status: "sent" };
      },
    },
  });
  return { adapter, asked };
}

/** Says two messages of one chat to a bot, and passes the time that one run may take. */
async function sayTwo(
  handles: Parameters<typeof plugin>[1],
  clock: ManualClock,
): Promise<{ runs: PluginRun[]; asked: string[]; logs: unknown[] }> {
  const { adapter, asked } = stuckPlatform();
  const runs: PluginRun[] = [];
  const logs: unknown[] = [];
  const next = plugin("next", () => ({ handled: true }));
  await using runtime = createBotRuntime({
    adapter,
    plugins: [plugin("answers", handles), next],
    clock,
    wallMs: 1000,
    graceMs: 500,
    onEvent(event) {
      if (event.type === "plugin-ended") runs.push(event.run);
      if (event.type !== "log") return;
      const { level, messageId, plugin: slug, fields } = event;
      logs.push({ level, messageId, plugin: slug, ...fields });
    },
  });
  await runtime.accept(incoming({ id: "1", text: "one" }));
  await runtime.accept(incoming({ id: "2", text: "two" }));
  await settle();
  clock.advance(1000);
  await settle();
  expect(asked).toEqual(["one"]);
  clock.advance(500);
  await runtime.drain();
  return { runs, asked, logs };
}

const lost = {
  level: "warn",
  messageId: "1",
  plugin: "answers",
  operation: "bot.reply",
  sequence: 0,
  ms: 1500,
};

test("a send that never settles ends with its run, and the chat goes on", async () => {
  const { runs, asked, logs } = await sayTwo(async ({ bot, msg }) => {
    await bot.reply(msg, msg.text);
    return { handled: true };
  }, createManualClock());
  expect(asked).toEqual(["one", "two"]);
  expect(runs).toMatchObject([
    // It may have arrived: no other plugin answers.
    { plugin: "answers", status: "failed", sends: 1, error: { code: "PLUGIN_TIMEOUT" } },
    { plugin: "answers", status: "handled", sends: 1 },
  ]);
  expect(logs).toContainEqual(lost);
});

test("the result of a handler does not wait for a send that the handler does not await", async () => {
  const { runs, logs } = await sayTwo(({ bot, msg }) => {
    void bot.reply(msg, msg.text);
    return { handled: true };
  }, createManualClock());
  expect(runs).toMatchObject([
    { status: "handled", sends: 1 },
    { status: "handled", sends: 1 },
  ]);
  expect(logs).toEqual([lost]);
});

test.each(["read", "write"] as const)(
  "a journal whose %s never answers has failed: the message is tried again",
  async (method) => {
    const clock = createManualClock();
    const kept = createMemoryJournal();
    let isStuck = true;
    const journal: Journal = {
      read: (callId) => (isStuck && method === "read" ? never : kept.read(callId)),
      write: (entries) => (isStuck && method === "write" ? never : kept.write(entries)),
    };
    const answers = plugin("answers", async ({ bot, msg }) => {
      await bot.reply(msg, msg.text);
      return { handled: true };
    });
    const { dispatcher, sent } = setUp([answers], { clock, journal, wallMs: 1000, graceMs: 500 });
    const first = dispatcher.dispatch(incoming()).catch((error: unknown) => error);
    await settle();
    clock.advance(500);
    expect(await first).toMatchObject({ code: "INFRASTRUCTURE_FAILED" });
    expect(sent).toEqual([]);
    isStuck = false;
    expect(await dispatcher.dispatch(incoming())).toMatchObject({ handledBy: "answers" });
    expect(sent).toHaveLength(1);
  },
);

test("a download before the plugins that never ends leaves them without it", async () => {
  const clock = createManualClock();
  const seen: unknown[] = [];
  const looks = plugin("looks", ({ mediaBuffer }) => {
    seen.push(mediaBuffer);
    return { handled: true };
  });
  const { adapter } = fakePlatform({ methods: { download: () => never } });
  const events: BotEvent["type"][] = [];
  await using runtime = createBotRuntime({
    adapter,
    plugins: [looks],
    clock,
    wallMs: 1000,
    onEvent: ({ type }) => void events.push(type),
  });
  const media = { encrypt_query_param: "p" };
  const image = { thumb_width: 1, thumb_height: 1, mid_size: 1, media };
  await runtime.accept(incoming({ type: "image", text: "", image }));
  await settle();
  clock.advance(1000);
  await runtime.drain();
  expect(seen).toEqual([null]);
  expect(events.filter((type) => type === "log")).toHaveLength(1);
});
