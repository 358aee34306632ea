import { NetworkError } from "@botwright/core";
import { createHarness, type HarnessOptions } from "@botwright/harness";
import { Webhook } from "standardwebhooks";
import { describe, expect, test, vi } from "vitest";
import type { HostFetch } from "../src/recorded-globals.ts";
import { MODES, pluginIn } from "./modes.ts";
import "@botwright/harness/vitest";

const SECRET = `whsec_${Buffer.from("a key of thirty-two random bytes").toString("base64")}`;
const URL_OF_OWNER = "https://hooks.example.com/in?token=private";
const config = { url: URL_OF_OWNER, secret: SECRET };
const echo =
  "export const meta = { slug: 'echo' }; export async function handler({ bot, msg }) { await bot.reply(msg, msg.text); return { handled: true }; }";

interface Delivery {
  readonly headers: Headers;
  readonly body: string;
}

/** A server of an owner: answers one after another, the last one for ever. */
function createReceiver(...answers: (Response | Error)[]) {
  const deliveries: Delivery[] = [];
  const answer = async (request: Request): Promise<Response> => {
    deliveries.push({ headers: request.headers, body: await request.text() });
    const next = answers[Math.min(deliveries.length, answers.length) - 1] ?? new Response("ok");
    if (next instanceof Error) throw next;
    return next.clone();
  };
  const hostFetch: HostFetch = (url, init) => answer(new Request(url, init));
  const fetch: HarnessOptions["fetch"] = { [`POST ${URL_OF_OWNER}`]: answer };
  return { deliveries, fetch, hostFetch };
}

/** Checks a signature as a receiver would, at the time of its header: the harness's clock is another. */
function verify({ headers, body }: Delivery): unknown {
  vi.useFakeTimers({
    now: Number(headers.get("webhook-timestamp")) * 1000,
    toFake: ["Date"],
  });
  try {
    return new Webhook(SECRET).verify(body, Object.fromEntries(headers));
  } finally {
    vi.useRealTimers();
  }
}

describe.each(MODES)("%s", (mode) => {
  // spec: builtin.webhook-forward
  test("forwards a message with a signature that others can check, on every platform", async () => {
    const { deliveries, fetch, hostFetch } = createReceiver();
    const plugin = pluginIn(mode, "webhook-forward", hostFetch);
    await using h = await createHarness(plugin, { config, fetch, others: [echo], botDbId: 12 });
    await h.onEveryPlatform(async (chat) => {
      const { replies, runs } = await chat.user("ann").says("你好, hook");
      expect(replies).toEqual(["你好, hook"]);
      expect(runs).toMatchObject([{ plugin: "webhook-forward", status: "passed" }, {}]);
      const [delivery] = deliveries.splice(0);
      if (delivery === undefined) throw new Error("nothing was delivered");
      expect(verify(delivery)).toMatchObject({
        type: "message.received",
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        data: {
          platform: chat.platform,
          bot_id: 12,
          type: "text",
          text: "你好, hook",
          from: chat.user("ann").id,
        },
      });
      expect(delivery.headers.get("webhook-id")).toMatch(/^msg_[0-9a-f]{32}$/);
      expect(delivery.headers.get("content-type")).toBe("application/json");
      expect(delivery.body).not.toContain("contextToken");
    });
  });

  test("two messages have two ids", async () => {
    const { deliveries, fetch, hostFetch } = createReceiver();
    const plugin = pluginIn(mode, "webhook-forward", hostFetch);
    await using h = await createHarness(plugin, { config, fetch });
    await h.user("ann").says("same");
    await h.user("ann").says("same");
    await h.user("ben").says("same");
    expect(new Set(deliveries.map(({ headers }) => headers.get("webhook-id"))).size).toBe(3);
  });

  test("forwards nothing without an address, and unsigned without a secret", async () => {
    const { deliveries, fetch, hostFetch } = createReceiver();
    const plugin = pluginIn(mode, "webhook-forward", hostFetch);
    await using none = await createHarness(plugin);
    expect((await none.user().says("hi")).runs).toMatchObject([{ status: "passed" }]);
    expect(deliveries).toEqual([]);
    await using h = await createHarness(plugin, { config: { url: URL_OF_OWNER }, fetch });
    await h.user().says("hi");
    expect(deliveries.map(({ headers }) => headers.get("webhook-signature"))).toEqual([null]);
  });

  test.each([
    ["http://hooks.example.com/", SECRET, /must be a full https:/],
    ["hooks.example.com", SECRET, /must be a full https:/],
    [URL_OF_OWNER, "whsec_", /must be whsec_ and Base64/],
    [URL_OF_OWNER, "not a secret", /must be whsec_ and Base64/],
  ])(
    "with %s and %s its run fails in words, and the next plugin answers",
    async (url, secret, why) => {
      const plugin = pluginIn(mode, "webhook-forward");
      await using h = await createHarness(plugin, { config: { url, secret }, others: [echo] });
      const { replies, error } = await h.user().says("hi");
      expect(replies).toEqual(["hi"]);
      expect(error?.message).toMatch(why);
      expect(error?.message).not.toContain("private");
    },
  );

  test("a refusal is not tried again", async () => {
    const { deliveries, fetch, hostFetch } = createReceiver(new Response("no", { status: 410 }));
    const plugin = pluginIn(mode, "webhook-forward", hostFetch);
    await using h = await createHarness(plugin, { config, fetch, others: [echo] });
    const { replies, error } = await h.user().says("hi");
    expect(replies).toEqual(["hi"]);
    expect(error?.message).toBe("webhook: the server answered 410");
    expect(deliveries).toHaveLength(1);
  });
});

describe.each(MODES)("a server that fails, %s", (mode) => {
  test("is tried three times with growing pauses, each attempt with one id and its own time", async () => {
    const { deliveries, fetch, hostFetch } = createReceiver(
      new Response("busy", { status: 503 }),
      new NetworkError("connection reset", { code: "FETCH_NETWORK" }),
      new Response("ok"),
    );
    const plugin = pluginIn(mode, "webhook-forward", hostFetch);
    await using h = await createHarness(plugin, { config, fetch, others: [echo] });
    const { replies, error } = await h.user().says("hi");
    expect(error).toBeUndefined();
    expect(replies).toEqual(["hi"]);
    expect(deliveries.map(verify)).toHaveLength(3);
    const [first = 0, second = 0, third = 0] = deliveries.map(({ headers }) =>
      Number(headers.get("webhook-timestamp")),
    );
    expect([second - first, third - second]).toEqual([1, 4]);
    expect(new Set(deliveries.map(({ headers }) => headers.get("webhook-id"))).size).toBe(1);
  });

  test("for good fails the run, and the next plugin answers", async () => {
    const { deliveries, fetch, hostFetch } = createReceiver(new Response("no", { status: 500 }));
    const plugin = pluginIn(mode, "webhook-forward", hostFetch);
    await using h = await createHarness(plugin, { config, fetch, others: [echo] });
    const { replies, error } = await h.user().says("hi");
    expect(replies).toEqual(["hi"]);
    expect(error?.message).toBe("webhook: not delivered after 3 attempts: the server answered 500");
    expect(deliveries).toHaveLength(3);
  });

  test("may ask for a longer pause, within bounds", async () => {
    const { deliveries, fetch, hostFetch } = createReceiver(
      new Response("slow", { status: 429, headers: { "retry-after": "7" } }),
      new Response("slow", { status: 429, headers: { "retry-after": "86400" } }),
      new Response("ok"),
    );
    const plugin = pluginIn(mode, "webhook-forward", hostFetch);
    await using h = await createHarness(plugin, { config, fetch });
    await h.user().says("hi");
    const times = deliveries.map(({ headers }) => Number(headers.get("webhook-timestamp")));
    expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 7, 17]);
  });
});

test("a server that never answers is given up within the settings' time", async () => {
  const plugin = pluginIn("sandboxed", "webhook-forward");
  const url = URL_OF_OWNER;
  const fetch: HarnessOptions["fetch"] = {
    [`POST ${url}`]: async (_request, wait) => {
      await wait(60_000);
      return "late";
    },
  };
  await using h = await createHarness(plugin, { config: { ...config, timeout: 2 }, fetch });
  const { error } = await h.user().says("hi");
  expect(error?.message).toMatch(/after 3 attempts: the server could not be reached$/);
  // Three times 2 s, and the pauses.
  expect(h.clock.now() - Date.UTC(2026, 0, 5, 9)).toBe(11_000);
});
