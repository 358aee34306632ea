import { createMemoryAdapterState, type PlatformAdapter } from "@botwright/core";
import { describe, expect, test } from "vitest";
import { createLeapClock, mp4, openFixture, png, USER } from "./wecom.ts";

const method = "message/send";

describe("texts", () => {
  test("are cut by bytes, between characters, and lose nothing", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.started();
    const text = "你好👋".repeat(600);
    await adapter.sendText(USER, text);
    const parts = fixture.wecom.sent().map((message) => message.text ?? "");
    expect(parts.join("")).toBe(text);
    expect(parts.length).toBe(3);
    for (const part of parts) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(2048);
  });

  test("come without what JSON would have to escape", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.started();
    await adapter.sendText(USER, 'a\0b\ud83dc\td\ne "f" \\u0041');
    expect(fixture.wecom.sent()[0]?.text).toBe('ab\ufffdc\td\ne "f" \\u0041');
    expect(await adapter.sendText(USER, "\u0007")).toEqual({ status: "ignored" });
  });

  test("are shown with the links that a plugin wrote, and lose nothing", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.started();
    const text = '<a href="https://a.example">our bank</a> <A\tx>, <abbr>, 1 <a 2, '.repeat(40);
    await adapter.sendText(USER, text);
    const parts = fixture.wecom.sent().map((message) => message.text ?? "");
    expect(parts.join("")).toBe(text);
    expect(parts.length).toBe(2);
  });

  test("go to the member with the app's number, and bring back an id", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.started();
    const receipt = await adapter.sendText(USER, "hello", { contextToken: "whatever" });
    expect(receipt).toEqual({ status: "sent", id: fixture.wecom.sent()[0]?.messageId });
    const call = fixture.wecom.requests().find(({ call: name }) => name === method);
    expect(call?.params).toEqual({
      touser: USER,
      agentid: 1_000_002,
      msgtype: "text",
      text: { content: "hello" },
    });
  });
});

test.each(["@all", "@ALL", "zhangsan|lisi", ""])("nothing is sent to %j", async (to) => {
  await using fixture = await openFixture();
  const adapter = await fixture.started();
  await expect(adapter.sendText(to, "hello")).rejects.toMatchObject({
    code: "PLATFORM_BAD_REQUEST",
  });
  expect(fixture.wecom.requests().map(({ call }) => call)).not.toContain(method);
});

describe("a member's limits", () => {
  test("are kept: the 31st message of a minute waits instead of being dropped", async () => {
    const clock = createLeapClock();
    await using fixture = await openFixture({ clock: () => clock.now() });
    const adapter = await fixture.started({ clock });
    const texts = Array.from({ length: 35 }, (_, index) => `number ${index}`);
    await Promise.all(texts.map((text) => adapter.sendText(USER, text)));
    expect(fixture.wecom.sent().map(({ text }) => text)).toEqual(texts);
    expect(fixture.wecom.dropped()).toHaveLength(0);
    expect(clock.waits).toEqual([61_000]);
  });

  test("are one for all spellings of a UserID, and so is the order", async () => {
    const clock = createLeapClock();
    const state = createMemoryAdapterState();
    await using fixture = await openFixture({ clock: () => clock.now() });
    const texts = Array.from({ length: 40 }, (_, index) => `number ${index}`);
    for (const half of [texts.slice(0, 20), texts.slice(20)]) {
      const adapter = await fixture.started({ clock, state });
      await Promise.all(
        half.map((text, index) => adapter.sendText(index % 2 === 0 ? USER : "ZhangSan", text)),
      );
      await adapter.stop();
    }
    expect(fixture.wecom.sent().map(({ text }) => text)).toEqual(texts);
    expect(fixture.wecom.dropped()).toHaveLength(0);
    expect(clock.waits).toEqual([61_000]);
    const sends = fixture.wecom.requests().filter(({ call }) => call === method);
    expect(new Set(sends.map(({ params }) => Object(params).touser))).toEqual(
      new Set([USER, "ZhangSan"]),
    );
  });

  test("are remembered over a restart", async () => {
    const clock = createLeapClock();
    const state = createMemoryAdapterState();
    await using fixture = await openFixture({ clock: () => clock.now() });
    for (let sent = 0; sent < 2; sent++) {
      const adapter = await fixture.started({ clock, state });
      for (let count = 0; count < 20; count++) await adapter.sendText(USER, "again");
      await adapter.stop();
    }
    expect(fixture.wecom.sent()).toHaveLength(40);
    expect(fixture.wecom.dropped()).toHaveLength(0);
  });

  test("of an hour refuse what would have to wait longer than a minute", async () => {
    const clock = createLeapClock();
    await using fixture = await openFixture({ clock: () => clock.now() });
    const adapter = await fixture.started({ clock, memberLimits: { perHour: 3 } });
    for (let count = 0; count < 3; count++) await adapter.sendText(USER, "hello");
    await expect(adapter.sendText(USER, "one more")).rejects.toMatchObject({
      code: "PLATFORM_RATE_LIMITED",
      retryAfter: 3601,
    });
    fixture.wecom.introduce({ id: "lisi" });
    expect(await adapter.sendText("lisi", "hello")).toMatchObject({ status: "sent" });
  });
});

describe("a send whose outcome is unknown", () => {
  const again = { idempotencyKey: "42" };
  /** More failures in a row than a send is repeated. */
  const lasting = { method, times: 5 };

  test("is made again after each of a row of failures, and is shown once", async () => {
    await using fixture = await openFixture();
    const clock = createLeapClock();
    const adapter = await fixture.started({ clock });
    for (const fault of ["lost-reply", "garbled", "server-error", "drop-connection"] as const) {
      fixture.wecom.fault(fault, { method });
    }
    expect(await adapter.sendText(USER, "hello", again)).toMatchObject({ status: "sent" });
    expect(clock.waits).toEqual([1000, 2000, 4000, 8000]);
    expect(fixture.wecom.sent()).toHaveLength(1);
  });

  test("is not shown twice when it is repeated with its key", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.started({ clock: createLeapClock() });
    fixture.wecom.fault("lost-reply", lasting);
    await expect(adapter.sendText(USER, "hello", again)).rejects.toMatchObject({
      deliveryUnknown: true,
    });
    expect(await adapter.sendText(USER, "hello", again)).toMatchObject({ status: "sent" });
    expect(fixture.wecom.sent()).toHaveLength(1);
  });

  test("is not shown twice with a file either, which is not uploaded anew", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.started({ clock: createLeapClock() });
    const sends = [
      () => adapter.sendImage?.(USER, png, again),
      () => adapter.sendVideo?.(USER, mp4, again),
      () => adapter.sendFile?.(USER, png, "a.png", again),
    ];
    for (const [index, send] of sends.entries()) {
      fixture.wecom.fault("lost-reply", lasting);
      await expect(send()).rejects.toMatchObject({ deliveryUnknown: true });
      expect(await send()).toMatchObject({ status: "sent" });
      expect(fixture.wecom.sent()).toHaveLength(index + 1);
    }
    await adapter.sendFile?.(USER, mp4, "a.png", again);
    expect(fixture.wecom.sent()).toHaveLength(4);
  });

  test("is not shown twice when another process repeats it, with a file either", async () => {
    await using fixture = await openFixture();
    const state = createMemoryAdapterState();
    const clock = createLeapClock();
    const sends = [
      (adapter: PlatformAdapter, more = {}) =>
        adapter.sendText(USER, "hello", { ...again, ...more }),
      (adapter: PlatformAdapter, more = {}) =>
        adapter.sendImage?.(USER, png, { ...again, ...more }),
      (adapter: PlatformAdapter, more = {}) =>
        adapter.sendFile?.(USER, png, "a.png", { ...again, ...more }),
    ];
    for (const [index, send] of sends.entries()) {
      const first = await fixture.started({ clock, state });
      fixture.wecom.fault("lost-reply", lasting);
      await expect(send(first)).rejects.toMatchObject({ deliveryUnknown: true });
      await first.stop();
      const next = await fixture.started({ clock, state });
      expect(await send(next, { mayBeRepeat: true })).toMatchObject({ status: "sent" });
      expect(fixture.wecom.sent()).toHaveLength(index + 1);
    }
  });

  test("is no repeat when the platform had certainly not got it", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.started({ clock: createLeapClock() });
    await adapter.sendText(USER, "hello", { idempotencyKey: "1" });
    fixture.wecom.fault("expired-token", { method });
    fixture.wecom.fault("busy", { method });
    await adapter.sendText(USER, "hello", { idempotencyKey: "2" });
    expect(fixture.wecom.sent()).toHaveLength(2);
  });

  test("does not keep the bot from saying the same thing again", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.started();
    for (const idempotencyKey of ["1", "2"]) {
      await adapter.sendText(USER, "hello", { idempotencyKey });
    }
    expect(fixture.wecom.sent()).toHaveLength(2);
  });
});
