/** What the harness has from the runtime that it stands on: order, ends and failures. */
import { setTimeout as sleep } from "node:timers/promises";
import { definePlugin, InfrastructureError, type ParsedMessage, PLATFORMS } from "@botwright/core";
import { startSimulator } from "@botwright/simulators";
import { describe, expect, test, vi } from "vitest";
import {
  createHarness,
  createMessageResults,
  createSimulatorAdapter,
  loadBinding,
  replay,
} from "../src/index.ts";

/** Takes the longer the shorter the message is, so that a later one would overtake. */
const SLOW = `
  export const meta = { slug: "slow" };
  export async function handler({ bot, msg }) {
    console.log("begins", msg.text);
    await new Promise((resolve) => setTimeout(resolve, 60_000 / msg.text.length));
    await bot.reply(msg, msg.text);
    return { handled: true };
  }`;

test("messages of one person that come at once are answered in their order, on every platform", async () => {
  await using h = await createHarness(SLOW);
  const texts = ["a", "bb", "cccc"];
  await h.onEveryPlatform(async (on) => {
    const user = on.user("ann");
    const turns = await Promise.all(texts.map((text) => user.says(text)));
    expect(turns.map(({ replies }) => replies)).toEqual(texts.map((text) => [text]));
    expect(turns.map(({ logs }) => logs.map(({ text }) => text))).toEqual(
      texts.map((text) => [`begins ${text}`]),
    );
  });
}, 30_000);

/** Asks for two things at once, and tells what has come first. */
const IMPATIENT = `
  export async function handler({ bot, msg, storage }) {
    const order = [];
    const asked = fetch("https://api.example.com/one").then(() => order.push("request"));
    await Promise.all([asked, storage.set("key", 1).then(() => order.push("write"))]);
    await bot.reply(msg, order.join());
    return { handled: true };
  }`;

test("host calls of one handler are answered in their order, whatever the machine needs for each", async () => {
  const fetch = { "https://api.example.com/*": () => sleep(5).then(() => "one") };
  await using h = await createHarness(IMPATIENT, { fetch });
  expect((await h.user().says("hello")).replies).toEqual(["request,write"]);
});

test("a host call whose answer comes after that of another one lets it pass", async () => {
  const answer = async (): Promise<string> => {
    await expect.poll(() => h.storage.get("key")).toBe(1);
    return "one";
  };
  await using h = await createHarness(IMPATIENT, {
    fetch: { "https://api.example.com/*": answer },
  });
  expect((await h.user().says("hello")).replies).toEqual(["write,request"]);
});

test("answers that a handler awaits at the same virtual time come in its order", async () => {
  const fetch = { "https://api.example.com/*": "one" };
  await using h = await createHarness(
    `export async function handler({ bot, msg, storage }) {
      const order = [];
      const note = (what) => order.push(what);
      await Promise.all(Array.from({ length: 12 }, async (_, n) => {
        if (n % 3 === 0) await storage.update("count", (count) => (count ?? 0) + 1);
        else if (n % 3 === 1) await fetch("https://api.example.com/" + n);
        else await new Promise((resolve) => setTimeout(resolve, 10));
        note(n);
      }));
      await bot.reply(msg, order.join());
      return { handled: true };
    }`,
    { fetch },
  );
  const orders = new Set<string>();
  for (let round = 0; round < 40; round++) {
    await h.storage.delete("count");
    orders.add(String((await h.user().says("hello")).replies));
  }
  expect([...orders]).toHaveLength(1);
});

/** Answers after five virtual seconds. */
const LATE = "https://api.example.com/late";

test.each([
  ["nothing", "", 0],
  ["reads", "for (let n = 0; n < 40; n++) storage.get('key' + n);", 0],
  ["writes", "for (let n = 0; n < 40; n++) storage.set('key' + n, n);", 0],
  ["replies", "for (let n = 0; n < 20; n++) bot.reply(msg, String(n));", 0],
  ["a timer", "setTimeout(() => {}, 50); await storage.get('key');", 0],
  ["a request", "fetch(late);", 5000],
  ["requests", "for (let n = 0; n < 8; n++) fetch(late);", 5000],
  ["more requests than may be open at once", "for (let n = 0; n < 9; n++) fetch(late);", 10_000],
  ["more requests than it may make", "for (let n = 0; n < 40; n++) fetch(late);", 15_000],
  [
    "a timer and a request",
    "fetch(late); setTimeout(() => {}, 50); await storage.get('key');",
    5000,
  ],
  [
    "what has lost a race",
    "await Promise.race([storage.get('key'), fetch(late), new Promise((r) => setTimeout(r, 50))]);",
    5000,
  ],
  [
    "requests that it has taken back",
    `const taken = new AbortController();
    for (let n = 0; n < 7; n++) fetch(late, { signal: taken.signal }).catch(() => {});
    await storage.get("key");
    taken.abort();`,
    0,
  ],
])("a handler that leaves %s behind ends with the last host call", async (_what, body, ms) => {
  await using h = await createHarness(
    `const late = "${LATE}";
    export async function handler({ bot, msg, storage }) { ${body} return { handled: true }; }`,
    { fetch: { [LATE]: (_request, wait) => wait(5000).then(() => "late") } },
  );
  for (let round = 0; round < 5; round++) {
    const began = h.clock.now();
    const { handled, error } = await h.user().says("hello");
    expect({ handled, error }).toEqual({ handled: true, error: undefined });
    expect(h.clock.now() - began).toBe(ms);
  }
});

test.each(["host", "sandbox"] as const)(
  "what a handler in the %s has begun and not awaited is done in its order",
  async (runIn) => {
    await using h = await createHarness(
      `export async function handler({ bot, msg, storage }) {
        if (msg.text === "late") await storage.get("key");
        for (let n = 0; n < 4; n++) bot.reply(msg, String(n));
        storage.set("key", "first");
        storage.set("key", "last");
        return { handled: true };
      }`,
      { runIn },
    );
    for (const text of ["at once", "late"]) {
      const { replies } = await h.user().says(text);
      expect(replies).toEqual(["0", "1", "2", "3"]);
      expect(await h.storage.get("key")).toBe("last");
    }
  },
);

test("people who come at once take no longer than one of them", async () => {
  await using h = await createHarness(
    `export async function handler({ bot, msg }) {
      await bot.reply(msg, await (await fetch("${LATE}")).text());
      return { handled: true };
    }`,
    { fetch: { [LATE]: (_request, wait) => wait(5000).then(() => "late") } },
  );
  const began = h.clock.now();
  const people = Array.from({ length: 30 }, (_, number) => h.user(`person-${number}`));
  const turns = await Promise.all(people.map((person) => person.says("hello")));
  expect(turns.flatMap(({ replies }) => replies)).toEqual(people.map(() => "late"));
  // Elsewhere a plugin has 48 MiB for answers, of which a fetch may bring 5.
  expect(h.clock.now() - began).toBe(5000);
});

test("what a handler has asked for before it throws has begun, in a replay too", async () => {
  const source = `export async function handler({ storage }) {
    await storage.get("key");
    for (let n = 0; n < 8; n++) {
      storage.set("key" + n, n);
      setTimeout(() => {}, 5);
    }
    throw new Error("the end");
  }`;
  await using h = await createHarness(source);
  const { error, calls } = await h.user().says("hello");
  expect(error).toMatchObject({ code: "PLUGIN_ERROR", message: "the end" });
  const asked = calls.map(({ operation }) => operation);
  expect(asked.filter((operation) => operation === "storage.set")).toHaveLength(8);
  expect(asked.filter((operation) => operation === "timer")).toHaveLength(8);
  expect(await replay(await h.record(), source)).toMatchObject({ same: true });
});

test("a harness closes while a handler waits for something that never happens", async () => {
  const h = await createHarness("export const handler = () => new Promise(() => {});", {
    runIn: "host",
  });
  const turn = h.user().says("hello");
  await h.close();
  expect((await turn).error).toMatchObject({ code: "PLUGIN_TIMEOUT" });
  await expect(h.user().says("again")).rejects.toMatchObject({ code: "HARNESS_CLOSED" });
});

test("a failure of the host rejects at once, without another attempt", async () => {
  let tried = 0;
  const broken = definePlugin({
    meta: { slug: "broken" },
    handler() {
      tried++;
      throw new InfrastructureError("the database is gone");
    },
  });
  await using h = await createHarness(broken);
  await expect(h.user().says("hello")).rejects.toMatchObject({
    code: "INFRASTRUCTURE_FAILED",
    message: "the database is gone",
  });
  expect(tried).toBe(1);
});

test.each(["host", "sandbox"] as const)(
  "an error of a plugin in the %s that has the code of such a failure is the plugin's own",
  async (runIn) => {
    await using h = await createHarness(
      `export function handler() {
        throw Object.assign(new Error("like the host's"), { code: "INFRASTRUCTURE_FAILED" });
      }`,
      { runIn },
    );
    const { error } = await h.user().says("hello");
    expect(error).toMatchObject({ code: "PLUGIN_ERROR", message: "like the host's" });
  },
);

describe.each(PLATFORMS)("%s", (platform) => {
  test("its simulator and its binding name the same values", async () => {
    await using simulator = await startSimulator(platform);
    const { fields } = await loadBinding(platform);
    const credentials = simulator.bind?.() ?? simulator.credentials;
    expect(Object.keys(credentials).toSorted()).toEqual(fields.map(({ name }) => name).toSorted());
  });

  test("an adapter of a simulator that runs already starts", async () => {
    await using simulator = await startSimulator(platform);
    const adapter = await createSimulatorAdapter(platform, simulator);
    const states: string[] = [];
    adapter.onStatus?.(({ state }) => states.push(state));
    await adapter.start(async () => "accepted");
    await vi.waitFor(() => expect(states).toContain("connected"));
    await adapter.stop();
  });
});

test("stores the newest thousand of the results that no caller has asked for", async () => {
  const results = createMessageResults();
  const message: ParsedMessage = {
    type: "text",
    text: "hello",
    from: "ann",
    to: "bot",
    timestamp: 0,
    contextToken: "",
    messageId: 1,
    raw: {},
  };
  for (let number = 0; number < 1001; number++) {
    const result = { handledBy: String(number), runs: [] };
    const id = String(number);
    const incoming = { id, message };
    results.onEvent({ type: "message-done", botDbId: 1, messageId: id, incoming, result });
  }
  expect(await results.of("1")).toMatchObject({ handledBy: "1" });
  const forgotten = await Promise.race([results.of("0"), Promise.resolve("forgotten")]);
  expect(forgotten).toBe("forgotten");
});
