import { createFastClock, createRecordingLogger, serve } from "@botwright/adapter-kit/contract";
import { describe, expect, test, vi } from "vitest";
import { openFixture, USER } from "./telegram.ts";

const say = (text: string) => ({ from: USER, text });

describe("polling", () => {
  test("saves the offset only after the whole batch is safe, and confirms it on stop", async () => {
    await using fixture = await openFixture();
    const { telegram, state } = fixture;
    const key = `telegram.offset.${fixture.token.split(":")[0]}`;
    const adapter = fixture.adapter();
    const gate = Promise.withResolvers<void>();
    const calls: string[] = [];
    await telegram.say(say("one"));
    await telegram.say(say("two"));
    const last = await telegram.say(say("three"));
    await adapter.start(async ({ message }) => {
      calls.push(message.text);
      if (message.text === "two") await gate.promise;
    });
    // No message waits for the one before it.
    await vi.waitFor(() => expect(calls).toEqual(["one", "two", "three"]));
    expect(await state.get(key)).toBeUndefined();
    expect(telegram.pending()).toBe(3);
    gate.resolve();
    await vi.waitFor(async () => expect(await state.get(key)).toBe(Number(last.id) + 1));
    await adapter.stop();
    expect(telegram.pending()).toBe(0);
  });

  test("begins at the saved offset, so that a restart delivers nothing twice", async () => {
    await using fixture = await openFixture();
    const first = await fixture.started();
    const said = await fixture.telegram.say(say("one"));
    await vi.waitFor(() => expect(fixture.received).toHaveLength(1));
    await first.stop();
    await fixture.started();
    await vi.waitFor(() => {
      const polls = fixture.telegram.requests().filter(({ call }) => call === "getUpdates");
      expect(polls.at(-1)?.params).toMatchObject({
        offset: Number(said.id) + 1,
        allowed_updates: ["message"],
        limit: 100,
        timeout: 30,
      });
    });
    expect(fixture.received).toHaveLength(1);
  });

  test("ends at once also when the clock was set back", async () => {
    await using fixture = await openFixture();
    const { clock, telegram } = fixture;
    let setBack = 0;
    const after = (ms: number, callback: () => void) => clock.after(ms, callback);
    const adapter = await fixture.started({ clock: { now: () => clock.now() - setBack, after } });
    await telegram.say(say("one"));
    await vi.waitFor(() => expect(telegram.pending()).toBe(0));
    setBack = 24 * 3_600_000;
    await adapter.stop();
    expect(Math.max(0, ...clock.waits)).toBeLessThanOrEqual(1000);
  });

  test("follows update ids that begin anew below the saved offset", async () => {
    await using fixture = await openFixture({ firstUpdateId: 500_000_000 });
    const key = `telegram.offset.${fixture.token.split(":")[0]}`;
    await fixture.state.set(key, 900_000_000);
    await fixture.started();
    await fixture.telegram.say(say("after a quiet week"));
    await vi.waitFor(() => expect(fixture.telegram.pending()).toBe(0));
    expect(fixture.received).toHaveLength(1);
    expect(await fixture.state.get(key)).toBe(500_000_001);
  });

  test("polls a refused batch again after a pause, not at once", async () => {
    await using fixture = await openFixture();
    const adapter = fixture.adapter();
    const texts: string[] = [];
    await fixture.telegram.say(say("one"));
    await fixture.telegram.say(say("two"));
    await adapter.start(async ({ message }) => {
      texts.push(message.text);
      if (texts.length === 1) throw new Error("the disk is full");
    });
    await vi.waitFor(() => expect(texts).toEqual(["one", "two", "one", "two"]));
    expect(fixture.clock.waits).toContain(1000);
    expect(JSON.stringify(fixture.logger.lines)).toContain("the disk is full");
  });

  test("confirms what it ignores", async () => {
    await using fixture = await openFixture();
    const { telegram } = fixture;
    await fixture.started();
    const group = { id: -5, type: "group", title: "Team" } as const;
    await telegram.push({ from: USER, chat: group, fields: { text: "to all" } });
    await telegram.push({ from: USER, media: { kind: "sticker", bytes: Buffer.from("s") } });
    await telegram.say(say("to the bot"));
    await vi.waitFor(() => expect(telegram.pending()).toBe(0));
    expect(fixture.received.map(({ message }) => message.text)).toEqual(["to the bot"]);
  });

  test("passes a batch on under the same ids when the server sends it again, and asks after a pause", async () => {
    await using fixture = await openFixture();
    const { telegram } = fixture;
    await fixture.started();
    telegram.fault("duplicate", { times: 3 });
    const { id } = await telegram.say(say("one"));
    await vi.waitFor(() => expect(telegram.pending()).toBe(0));
    // The server may have sent it again, and that not yet have been read.
    await vi.waitFor(() => expect(fixture.clock.waits).toContain(1000));
    expect(new Set(fixture.received.map((incoming) => incoming.id))).toEqual(new Set([id]));
  });

  test("does not ask again at once when a server answers every poll with nothing", async () => {
    let polls = 0;
    await using server = await serve((request, response) => {
      if (request.url?.endsWith("/getUpdates") === true) polls++;
      response.end(JSON.stringify({ ok: true, result: [] }));
    });
    await using fixture = await openFixture();
    const clock = createFastClock();
    await fixture.started({ apiBase: server.url, clock });
    await vi.waitFor(() => expect(polls).toBeGreaterThan(2));
    expect(clock.waits.length).toBeGreaterThanOrEqual(polls - 1);
    expect(new Set(clock.waits)).toEqual(new Set([1000]));
  });

  test("pauses whenever a server goes back in its update ids", async () => {
    let polls = 0;
    await using server = await serve((request, response) => {
      if (request.url?.endsWith("/getUpdates") === true) polls++;
      const result = [{ update_id: 5 + (polls % 2) }];
      response.end(JSON.stringify({ ok: true, result }));
    });
    await using fixture = await openFixture();
    const clock = createFastClock();
    await fixture.started({ apiBase: server.url, clock });
    await vi.waitFor(() => expect(polls).toBeGreaterThan(6));
    // Of two polls one moves on, and is followed by the next at once.
    expect(clock.waits.length).toBeGreaterThanOrEqual(Math.floor((polls - 1) / 2));
    expect(new Set(clock.waits)).toEqual(new Set([1000]));
  });

  test("goes on behind a batch of far more updates than it has asked for", async () => {
    const asked: string[] = [];
    const batch = JSON.stringify(Array.from({ length: 150_000 }, (_, id) => ({ update_id: id })));
    await using server = await serve((request, response) => {
      let body = "";
      request.on("data", (chunk) => (body += String(chunk)));
      request.on("end", () => {
        if (request.url?.endsWith("/getUpdates") === true) asked.push(body);
        response.end(`{"ok":true,"result":${asked.length === 1 ? batch : "[]"}}`);
      });
    });
    await using fixture = await openFixture();
    await fixture.started({ apiBase: server.url, clock: createFastClock() });
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(1));
    expect(JSON.parse(asked[1] ?? "")).toMatchObject({ offset: 150_000 });
  });

  test("tells of updates that cannot be read, and delivers those beside them", async () => {
    let polls = 0;
    const chat = { id: 1001, type: "private", first_name: "Ann" };
    const message = { message_id: 1, date: 1_800_000_000, chat, from: chat, text: "behind" };
    const large = `{"update_id":6,"message":[${"0,".repeat(110_000)}0]}`;
    const batch = `[${large},${JSON.stringify({ update_id: 7, message })}]`;
    await using server = await serve((request, response) => {
      const isFirst = request.url?.endsWith("/getUpdates") === true && ++polls === 1;
      response.end(`{"ok":true,"result":${isFirst ? batch : "[]"}}`);
    });
    await using fixture = await openFixture();
    await fixture.started({ apiBase: server.url });
    await vi.waitFor(() => expect(polls).toBeGreaterThan(1));
    expect(fixture.received.map(({ message: { text } }) => text)).toEqual(["behind"]);
    expect(fixture.logger.lines).toMatchObject([
      { level: "warn", message: expect.stringContaining("cannot be read"), fields: { unread: 1 } },
    ]);
  });

  test.each([
    {
      fault: "server-error",
      options: { times: 7 },
      waits: [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000],
    },
    { fault: "drop-connection", options: { times: 2 }, waits: [1000, 2000] },
    { fault: "garbled", options: { times: 2 }, waits: [1000, 2000] },
    { fault: "rate-limit", options: { times: 1, retryAfter: 7 }, waits: [7000] },
    // A loop that came back as soon as that would be a busy one.
    { fault: "rate-limit", options: { times: 2, retryAfter: 1e-9 }, waits: [1000, 1000] },
    // More than a timer holds: two hours are the longest.
    { fault: "rate-limit", options: { times: 2, retryAfter: 1e7 }, waits: [7_200_000, 7_200_000] },
    {
      fault: "conflict",
      options: { times: 6 },
      waits: [5000, 10_000, 20_000, 40_000, 60_000, 60_000],
    },
  ] as const)("waits after $fault, longer each time, and goes on", async (row) => {
    await using fixture = await openFixture();
    const clock = createFastClock({ timers: 2000 });
    fixture.telegram.fault(row.fault, { ...row.options, method: "getUpdates" });
    await fixture.telegram.say(say("still here?"));
    await fixture.started({ clock });
    await vi.waitFor(() => expect(fixture.received).toHaveLength(1));
    expect(clock.waits).toHaveLength(row.waits.length);
    for (const [index, wait] of row.waits.entries()) {
      // Spread by a tenth, and rounded by the clock.
      expect(clock.waits[index]).toBeGreaterThanOrEqual(wait * 0.9 - 250);
      expect(clock.waits[index]).toBeLessThanOrEqual(wait * 1.1 + 250);
    }
    expect(fixture.logger.lines.some(({ level }) => level === "warn")).toBe(true);
  });

  test("says so when another instance polls", async () => {
    await using fixture = await openFixture();
    fixture.telegram.fault("conflict");
    await fixture.started();
    await vi.waitFor(() => expect(fixture.clock.waits).not.toHaveLength(0));
    expect(JSON.stringify(fixture.logger.lines)).toContain("another instance is polling");
  });

  test("deletes a webhook that is in the way, and keeps what waits there", async () => {
    await using fixture = await openFixture();
    // Nothing listens there.
    fixture.telegram.setCallback("http://127.0.0.1:9/hook");
    await fixture.telegram.say(say("sent to the webhook"));
    await fixture.started();
    await vi.waitFor(() => expect(fixture.received).toHaveLength(1));
    const calls = fixture.telegram.requests().filter(({ call }) => call === "deleteWebhook");
    expect(calls.map(({ params }) => params)).toEqual([{ drop_pending_updates: false }]);
  });

  test("deletes a webhook only once, and tells of one that is set again", async () => {
    await using fixture = await openFixture();
    const { telegram } = fixture;
    const deletions = () => telegram.requests().filter(({ call }) => call === "deleteWebhook");
    telegram.setCallback("http://127.0.0.1:9/hook");
    await fixture.started();
    await vi.waitFor(() => expect(deletions()).toHaveLength(1));
    telegram.setCallback("http://127.0.0.1:9/another");
    await vi.waitFor(() => {
      expect(JSON.stringify(fixture.logger.lines)).toContain("another instance has set a webhook");
    });
    expect(deletions()).toHaveLength(1);
    // As the owner would.
    await fetch(`${telegram.baseUrl}/bot${fixture.token}/deleteWebhook`);
    await telegram.say(say("hello again"));
    await vi.waitFor(() => expect(fixture.received).toHaveLength(1));
  });

  test("holds a poll for longer than other calls may take", async () => {
    await using fixture = await openFixture();
    await fixture.started({ requestTimeoutMs: 1500 });
    await new Promise((resolve) => setTimeout(resolve, 2000));
    await fixture.telegram.say(say("after a while"));
    await vi.waitFor(() => expect(fixture.received).toHaveLength(1));
    expect(fixture.logger.lines.filter(({ level }) => level === "warn")).toEqual([]);
  });

  test("ends when the token is revoked, and tells", async () => {
    await using fixture = await openFixture();
    await fixture.started();
    fixture.telegram.fault("revoked-credentials");
    await vi.waitFor(() =>
      expect(fixture.refusals).toMatchObject([{ code: "PLATFORM_UNAUTHORIZED" }]),
    );
    expect(JSON.stringify(fixture.logger.lines)).toContain("Send /token to @BotFather");
    const count = fixture.telegram.requests().length;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(fixture.telegram.requests()).toHaveLength(count);
  });
});

describe("start", () => {
  test("is refused with a wrong token", async () => {
    await using fixture = await openFixture();
    const adapter = fixture.adapter({ token: "42:not-the-token" });
    await expect(adapter.start(async () => {})).rejects.toMatchObject({
      code: "PLATFORM_UNAUTHORIZED",
      platformCode: "401",
    });
  });

  test.each([
    {
      what: "a wrong token, as the public cloud has been seen to answer",
      body: JSON.stringify({ ok: false, error_code: 404, description: "Not Found" }),
      code: "PLATFORM_UNAUTHORIZED",
    },
    {
      what: "a wrong address when it is not the Bot API's",
      body: "<html>no such page</html>",
      code: "PLATFORM_NOT_FOUND",
    },
  ])("takes 404 for $what", async ({ body, code }) => {
    await using server = await serve((_request, response) => {
      response.statusCode = 404;
      response.end(body);
    });
    await using fixture = await openFixture();
    const adapter = fixture.adapter({ apiBase: server.url });
    await expect(adapter.start(async () => {})).rejects.toMatchObject({
      code,
      platformCode: "404",
    });
  });

  test("is refused twice, and possible again after a stop", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.started();
    await expect(adapter.start(async () => {})).rejects.toMatchObject({ code: "ALREADY_STARTED" });
    await adapter.stop();
    await adapter.start(async (incoming) => fixture.received.push(incoming));
    await fixture.telegram.say(say("again"));
    await vi.waitFor(() => expect(fixture.received).toHaveLength(1));
  });

  test("can be given up by a stop", async () => {
    await using server = await serve(() => {});
    await using fixture = await openFixture();
    const adapter = fixture.adapter({ apiBase: server.url, logger: createRecordingLogger() });
    const [start] = await Promise.allSettled([adapter.start(async () => {}), adapter.stop()]);
    expect(start).toMatchObject({ status: "rejected", reason: { code: "NETWORK_ABORTED" } });
  });

  test("needs something that looks like a token", async () => {
    await using fixture = await openFixture();
    expect(() => fixture.adapter({ token: "not a token" })).toThrow(/123456:ABC-DEF/);
  });
});
