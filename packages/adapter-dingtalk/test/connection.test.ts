import { assertNoSecret } from "@botwright/adapter-kit/contract";
import { type Clock, createManualClock, systemClock } from "@botwright/core";
import { expect, test, vi } from "vitest";
import {
  answers,
  connected,
  type Fixture,
  openFixture,
  statuses,
  texts,
  until,
  USER,
} from "./dingtalk.ts";

test("pings are answered byte for byte, and an unknown topic with 404", async () => {
  await using fixture = await openFixture();
  await fixture.started();
  await connected(fixture);
  const pings = ["p1", "p2", "p3"].map((messageId) => ({
    headers: { topic: "ping", messageId, contentType: "application/json" },
    data: JSON.stringify({ opaque: `for ${messageId}` }),
  }));
  for (const ping of pings) fixture.dingtalk.broadcast({ type: "SYSTEM", ...ping });
  await until(() =>
    expect(answers(fixture)).toEqual(
      expect.arrayContaining(pings.map(({ data }) => expect.objectContaining({ code: 200, data }))),
    ),
  );
  fixture.dingtalk.broadcast({
    type: "CALLBACK",
    headers: { topic: "/v1.0/card/instances/callback", messageId: "m1" },
    data: "{}",
  });
  fixture.dingtalk.broadcast({
    type: "EVENT",
    headers: { topic: "*", messageId: "m2", eventType: "user_add_org" },
    data: "{}",
  });
  await until(() =>
    expect(answers(fixture)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          code: 404,
          headers: expect.objectContaining({ messageId: "m1" }),
        }),
        expect.objectContaining({
          code: 200,
          headers: expect.objectContaining({ messageId: "m2" }),
          data: expect.stringContaining("SUCCESS"),
        }),
      ]),
    ),
  );
  expect(statuses(fixture)).toEqual(new Set([200]));
  expect(fixture.calls("connections/open")).toBe(1);
});

test("replaces a connection that the server asks to close, and accepts what still comes by it", async () => {
  // Nothing is pushed twice; long enough that a busy machine does not close the old one too early.
  await using fixture = await openFixture({ disconnectMs: 1500, redeliveryMs: 0 });
  await fixture.started();
  await connected(fixture);
  fixture.dingtalk.fault("disconnect");
  await until(() => expect(fixture.calls("connections/open")).toBe(2));
  const sent = Array.from({ length: 16 }, (_, index) => `number ${index}`);
  for (const text of sent) await fixture.dingtalk.say({ from: USER, text });
  await until(() => expect(fixture.dingtalk.pending()).toBe(0));
  expect(new Set(texts(fixture).slice(1))).toEqual(new Set(sent));
  // The old one is closed by now, without a third.
  await new Promise((resolve) => setTimeout(resolve, 1600));
  await fixture.dingtalk.say({ from: USER, text: "still there?" });
  // It is answered after it was handed over.
  await until(() => expect(fixture.dingtalk.pending()).toBe(0));
  expect(texts(fixture)).toContain("still there?");
  expect(fixture.calls("connections/open")).toBe(2);
  // A "disconnect" is not answered.
  expect(answers(fixture)).toHaveLength(18);
  expect(statuses(fixture)).toEqual(new Set([200]));
});

let rounds = 0;

/** How many sockets are open: each answers an event. On a busy machine an answer may come too late. */
async function countSockets(fixture: Fixture): Promise<number> {
  const messageId = `e${rounds++}`;
  fixture.dingtalk.broadcast({ type: "EVENT", headers: { topic: "*", messageId }, data: "{}" });
  await new Promise((resolve) => setTimeout(resolve, 50));
  return answers(fixture).filter(({ headers }) => Object(headers)["messageId"] === messageId)
    .length;
}

test("closes a connection that the server asks to close and leaves open", async () => {
  await using fixture = await openFixture({ disconnectMs: 600_000 });
  const clock = createManualClock(Date.now());
  await fixture.started({ clock });
  await connected(fixture);
  const sockets = (): Promise<number> => countSockets(fixture);
  fixture.dingtalk.fault("disconnect");
  // The pause after a connection that is younger than a minute.
  await until(() => {
    clock.advance(100);
    expect(fixture.calls("connections/open")).toBe(2);
  });
  await until(async () => expect(await sockets()).toBe(2));
  clock.advance(14_000);
  await until(async () => expect(await sockets()).toBe(2));
  clock.advance(1000);
  await until(async () => expect(await sockets()).toBe(1));
});

test("a server that asks to close each connection at once gets pauses that grow, and two linger", async () => {
  const clock = createManualClock(Date.now());
  await using fixture = await openFixture({ disconnectMs: 600_000 });
  await fixture.started({ clock });
  let opened = 1;
  for (const pause of [1000, 2000, 4000]) {
    await until(() => expect(fixture.calls("connections/open")).toBe(opened));
    await until(async () => expect(await countSockets(fixture)).toBe(opened));
    fixture.dingtalk.fault("disconnect");
    // Those that answer have read before that they shall be closed. Of three that shall, the oldest is.
    await until(async () => expect(await countSockets(fixture)).toBe(Math.min(opened, 2)));
    clock.advance(pause * 0.89);
    expect(fixture.calls("connections/open")).toBe(opened);
    clock.advance(pause * 0.22);
    opened += 1;
  }
  await until(() => expect(fixture.calls("connections/open")).toBe(opened));
});

test("an idle connection stays open", async () => {
  const clock = createManualClock(Date.now());
  const after = vi.spyOn(clock, "after");
  /** How often something was heard, after which the wait for the next begins. */
  const heard = (): number => after.mock.calls.filter(([ms]) => ms === 60_000).length;
  await using fixture = await openFixture({ pingMs: 600_000 });
  await fixture.started({ clock });
  await connected(fixture);
  for (let pings = 0; pings < 6; pings++) {
    const before = heard();
    clock.advance(30_000);
    await until(() => expect(heard()).toBeGreaterThan(before));
  }
  await fixture.dingtalk.say({ from: USER, text: "still there?" });
  await until(() => expect(texts(fixture)).toContain("still there?"));
  expect(fixture.calls("connections/open")).toBe(1);
});

test("a gateway that is gone is asked again after pauses that grow to a minute", async () => {
  // So each pause is 0.95 times what it would be without jitter, and that no other wait is.
  const random = vi.spyOn(Math, "random").mockReturnValue(0.25);
  const steps = [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000, 60_000];
  const expected = steps.map((ms) => ms * 0.95);
  const pauses: number[] = [];
  // Pauses are over at once, and no other wait ends: a busy machine takes as long for a request as it will.
  const clock: Clock = {
    now: () => Date.now(),
    after(ms, callback) {
      const pause = Math.round(ms);
      if (!expected.includes(pause)) return () => {};
      pauses.push(pause);
      return systemClock.after(0, callback);
    },
  };
  await using fixture = await openFixture();
  await fixture.started({ clock });
  await connected(fixture);
  fixture.dingtalk.fault("server-error", { method: "open", times: 9 });
  fixture.dingtalk.fault("cut-socket");
  await until(() => expect(fixture.calls("connections/open")).toBe(11));
  expect(pauses).toEqual(expected);
  random.mockRestore();
});

test("a connection that is cut is made again, and what was said meanwhile comes", async () => {
  await using fixture = await openFixture();
  await fixture.started();
  await connected(fixture);
  fixture.dingtalk.fault("drop-connection", { method: "open" });
  fixture.dingtalk.fault("cut-socket");
  await fixture.dingtalk.say({ from: USER, text: "still there?" });
  await until(() => expect(texts(fixture)).toContain("still there?"));
  expect(fixture.calls("connections/open")).toBe(3);
  assertNoSecret(fixture.logger.lines, fixture.dingtalk.secrets(), "the log");
});

test("a connection that is dead without a word is replaced, because no ping is answered", async () => {
  const clock = createManualClock(Date.now());
  await using fixture = await openFixture();
  await fixture.started({ clock });
  await connected(fixture);
  fixture.dingtalk.fault("silent-socket");
  await fixture.dingtalk.say({ from: USER, text: "hello?" });
  clock.advance(60_000);
  await until(() => {
    // The pause before the next connection passes as well.
    clock.advance(500);
    expect(texts(fixture)).toContain("hello?");
  });
  expect(fixture.calls("connections/open")).toBe(2);
});

test("refused credentials end receiving and are reported once", async () => {
  await using fixture = await openFixture();
  await fixture.started();
  await connected(fixture);
  fixture.dingtalk.fault("revoked-credentials");
  fixture.dingtalk.fault("cut-socket");
  await until(() => expect(fixture.refusals).toMatchObject([{ code: "PLATFORM_UNAUTHORIZED" }]));
  const calls = fixture.calls("connections/open");
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(fixture.calls("connections/open")).toBe(calls);
});

test("a ping without an id is answered with its data", async () => {
  await using fixture = await openFixture();
  await fixture.started();
  await connected(fixture);
  const data = '{"opaque":"here?"}';
  fixture.dingtalk.broadcast({ type: "SYSTEM", headers: { topic: "ping" }, data });
  await until(() => expect(answers(fixture)).toContainEqual(expect.objectContaining({ data })));
});

test("frames of an unknown shape change nothing", async () => {
  await using fixture = await openFixture();
  await fixture.started();
  await connected(fixture);
  for (const type of ["SYSTEM", "EVENT", "CALLBACK"] as const) {
    fixture.dingtalk.broadcast({ type, headers: {}, data: "" });
    fixture.dingtalk.broadcast({ type, headers: { topic: "?", messageId: type }, data: "[]" });
  }
  for (const topic of ["CONNECTED", "REGISTERED", "KEEPALIVE"]) {
    fixture.dingtalk.broadcast({
      type: "SYSTEM",
      headers: { topic, messageId: topic },
      data: "{}",
    });
  }
  const topic = "/v1.0/im/bot/messages/get";
  for (const data of ["", "null", "[]", "7", '{"conversationType":"1"}']) {
    fixture.dingtalk.broadcast({ type: "CALLBACK", headers: { topic, messageId: data }, data });
  }
  await fixture.dingtalk.say({ from: USER, text: "hello" });
  // What is acknowledged late comes again.
  await until(() => expect([...new Set(texts(fixture))]).toEqual(["connected?", "hello"]));
  expect(fixture.calls("connections/open")).toBe(1);
  // The news of the system and frames without an id want no answer. The answers may still be under way.
  await until(() => {
    const ids = answers(fixture).map(({ headers }): unknown => Object(headers)["messageId"]);
    expect(ids).toEqual(expect.arrayContaining(["SYSTEM", "EVENT", "CALLBACK", "null", "7"]));
  });
  expect(answers(fixture).filter(({ code }) => code === 404)).toHaveLength(2);
  expect(statuses(fixture)).toEqual(new Set([200]));
});
