import type { Clock } from "@botwright/core";
import { expect, test, vi } from "vitest";
import { arrived, openFixture, USER } from "./wechat.ts";
import { tap } from "./wiretap.ts";

test("begins anew, once, when the cursor is of another session", async () => {
  await using fixture = await openFixture();
  fixture.wechat.fault("foreign-cursor");
  await fixture.started();
  await fixture.wechat.say({ from: USER, text: "hello" });
  await arrived(fixture, 1);
  expect(fixture.logger.lines.map(({ message }) => message)).toEqual([
    expect.stringContaining("another session"),
  ]);
});

test("does not spin when every cursor is refused", async () => {
  await using fixture = await openFixture();
  fixture.wechat.fault("foreign-cursor", { times: 4 });
  await fixture.started();
  await fixture.wechat.say({ from: USER, text: "hello" });
  await arrived(fixture, 1);
  expect(fixture.clock.waits).toEqual([2000, 2000, expect.closeTo(30_000, -4)]);
});

test.each(["server-error", "drop-connection", "garbled"] as const)(
  "waits 2 s, 2 s, then 30 s after %s, and loses nothing",
  async (fault) => {
    await using fixture = await openFixture();
    fixture.wechat.fault(fault, { method: "getupdates", times: 3 });
    await fixture.started();
    await fixture.wechat.say({ from: USER, text: "hello" });
    await arrived(fixture, 1);
    expect(fixture.clock.waits).toEqual([2000, 2000, expect.closeTo(30_000, -4)]);
  },
);

test("spreads its pauses, so that many bots do not come back in one moment", async () => {
  await using fixture = await openFixture();
  const pauses = new Set<number>();
  const clock: Clock = {
    now: () => fixture.clock.now(),
    after(ms, callback) {
      pauses.add(ms);
      return fixture.clock.after(ms, callback);
    },
  };
  fixture.wechat.fault("server-error", { method: "getupdates", times: 2 });
  await fixture.started({ clock });
  await vi.waitFor(() => expect(pauses.size).toBe(2));
  for (const ms of pauses) expect(Math.abs(ms - 2000)).toBeLessThanOrEqual(200);
});

test("lets two empty answers pass that come at once, and asks slowly from then on", async () => {
  await using fixture = await openFixture();
  const fault = fixture.wechat.fault("empty-answer", { times: 5 });
  const real: Clock = {
    now: () => Date.now(),
    after: (ms, callback) => fixture.clock.after(ms, callback),
  };
  await fixture.started({ clock: real });
  await vi.waitFor(() => expect(fault.hits).toBe(5));
  // After the third and the fourth; the fifth may be through by now.
  expect([2, 3]).toContain(fixture.clock.waits.length);
  expect(new Set(fixture.clock.waits)).toEqual(new Set([1000]));
});

const hello = {
  message_id: "7",
  message_type: 1,
  from_user_id: USER,
  item_list: [{ type: 1, text_item: { text: "hello" } }],
};

test.each([
  { what: "the same messages without a cursor", msgs: [hello], cursorOf: () => undefined },
  { what: "the same messages with the same cursor", msgs: [hello], cursorOf: () => "c" },
  { what: "what is no message", msgs: [{}, {}], cursorOf: (poll: number) => `${poll}` },
])("asks slowly when a server answers at once with $what", async ({ msgs, cursorOf }) => {
  await using fixture = await openFixture();
  let polls = 0;
  await using server = await tap(undefined, ({ call }) => {
    if (call !== "getupdates") return Response.json({ ret: 0 });
    polls++;
    return Response.json({ ret: 0, msgs, get_updates_buf: cursorOf(polls) });
  });
  const now = Date.now();
  // Time stands still: each round is short, also on a busy machine.
  const clock: Clock = {
    now: () => now,
    after: (ms, callback) => fixture.clock.after(ms, callback),
  };
  await fixture.started({
    clock,
    apiBase: server.url,
    credentials: { token: "a token", botId: "a@im.bot" },
  });
  await vi.waitFor(() => expect(polls).toBeGreaterThan(8));
  // Up to two are followed by the next at once, and a cursor that is new moves on once; one may not be over.
  expect(fixture.clock.waits.length).toBeGreaterThanOrEqual(polls - 5);
  expect(new Set(fixture.clock.waits)).toEqual(new Set([1000]));
});

test("takes a poll that the server does not answer in time for an empty one", async () => {
  await using fixture = await openFixture();
  fixture.wechat.fault("slow", { ms: 1000, method: "getupdates" });
  await fixture.started({ pollTimeoutMs: 50 });
  await fixture.wechat.say({ from: USER, text: "hello" });
  await arrived(fixture, 1);
  expect(fixture.logger.lines).toEqual([]);
});

test("counts failures anew after a poll that the server does not answer in time", async () => {
  await using fixture = await openFixture();
  const { wechat, clock } = fixture;
  const failing = { method: "getupdates", times: 2 };
  wechat.fault("server-error", failing);
  // Long enough for the answers of a slow machine: one that comes too late is no failure.
  await fixture.started({ pollTimeoutMs: 1000 });
  await vi.waitFor(() => expect(clock.waits).toEqual([2000, 2000]));
  const polls = wechat.requests().length;
  await vi.waitFor(() => expect(wechat.requests().length).toBeGreaterThan(polls + 1));
  wechat.fault("server-error", failing);
  await vi.waitFor(() => expect(clock.waits).toEqual([2000, 2000, 2000, 2000]));
});

test("polls for as long as the server says", async () => {
  await using fixture = await openFixture({ longpollingTimeoutMs: 1000 });
  await fixture.started();
  await fixture.wechat.say({ from: USER, text: "hello" });
  const polls = (): number =>
    fixture.wechat.requests().filter(({ call }) => call === "getupdates").length;
  await vi.waitFor(() => expect(polls()).toBeGreaterThan(2));
  expect(fixture.logger.lines).toEqual([]);
});

test.each([-1, 0, 1e-9, 35, 1e10, 1e300])(
  "goes on receiving when the server says to poll for %s ms",
  async (longpollingTimeoutMs) => {
    await using fixture = await openFixture({ longpollingTimeoutMs });
    await fixture.started();
    for (const text of ["one", "two", "three"]) {
      await fixture.wechat.say({ from: USER, text });
      await vi.waitFor(() => expect(fixture.wechat.pending()).toBe(0));
    }
    expect(fixture.received.map(({ message }) => message.text)).toEqual(["one", "two", "three"]);
    const polls = fixture.wechat.requests().filter(({ call }) => call === "getupdates");
    expect(polls.length).toBeLessThan(10);
  },
);
