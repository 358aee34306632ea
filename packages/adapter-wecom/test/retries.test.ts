import { assertNoSecret, serve } from "@botwright/adapter-kit/contract";
import { describeError } from "@botwright/core";
import { describe, expect, test } from "vitest";
import { createLeapClock, openFixture, USER } from "./wecom.ts";

const method = "message/send";

describe("patience", () => {
  test.each([-1, 45033] as const)("%i is asked again, after growing pauses", async (errcode) => {
    await using fixture = await openFixture();
    const clock = createLeapClock();
    const adapter = await fixture.started({ clock });
    fixture.wecom.fault("busy", { times: 3, method, errcode });
    await adapter.sendText(USER, "hello");
    expect(fixture.wecom.sent()).toHaveLength(1);
    expect(clock.waits).toEqual([1000, 2000, 4000]);
  });

  test("after too many calls the path is left alone for a minute", async () => {
    await using fixture = await openFixture();
    const clock = createLeapClock();
    const adapter = await fixture.started({ clock });
    fixture.wecom.fault("rate-limit", { method });
    const sends = (): number =>
      fixture.wecom.requests().filter(({ call }) => call === method).length;
    await expect(adapter.sendText(USER, "one")).rejects.toMatchObject({ retryAfter: 60 });
    await wait(clock, 59_000);
    await expect(adapter.sendText(USER, "two")).rejects.toMatchObject({ retryAfter: 1 });
    expect(sends()).toBe(1);
    await wait(clock, 1000);
    expect(await adapter.sendText(USER, "three")).toMatchObject({ status: "sent" });
    expect(sends()).toBe(2);
  });

  test("a path is not left alone for longer when the clock is set back", async () => {
    await using fixture = await openFixture();
    const clock = createLeapClock();
    let setBack = 0;
    const adapter = await fixture.started({
      clock: {
        now: () => clock.now() - setBack,
        after: (ms, callback) => clock.after(ms, callback),
      },
    });
    fixture.wecom.fault("rate-limit", { method });
    await expect(adapter.sendText(USER, "one")).rejects.toMatchObject({ retryAfter: 60 });
    setBack = 3_600_000;
    expect(await adapter.sendText(USER, "two")).toMatchObject({ status: "sent" });
  });

  test("a refused secret is tried again after a minute, not with each call", async () => {
    await using fixture = await openFixture();
    const clock = createLeapClock();
    const adapter = await fixture.started({ clock });
    const fault = fixture.wecom.fault("revoked-credentials");
    const unauthorized = { code: "PLATFORM_UNAUTHORIZED" };
    const asks = (): number =>
      fixture.wecom.requests().filter(({ call }) => call === "gettoken").length;
    await expect(adapter.sendText(USER, "one")).rejects.toMatchObject(unauthorized);
    await expect(adapter.sendText(USER, "two")).rejects.toMatchObject(unauthorized);
    expect(asks()).toBe(2);
    expect(fixture.refusals).toMatchObject([unauthorized]);
    fault.end();
    await wait(clock, 60_000);
    expect(await adapter.sendText(USER, "three")).toMatchObject({ status: "sent" });
  });
});

describe("the access token", () => {
  test("is fetched once for all who call at the same time", async () => {
    await using fixture = await openFixture();
    const adapter = fixture.adapter();
    fixture.wecom.introduce({ id: "lisi" });
    await Promise.all([
      adapter.sendText(USER, "one"),
      adapter.sendText("lisi", "two"),
      adapter.start(async () => {}),
    ]);
    const calls = fixture.wecom.requests().map(({ call }) => call);
    expect(calls.filter((call) => call === "gettoken")).toHaveLength(1);
  });

  test.each([40001, 40014, 42001])("is renewed after %i", async (errcode) => {
    await using fixture = await openFixture();
    const adapter = await fixture.started();
    fixture.wecom.fault("refuse", { errcode, method });
    expect(await adapter.sendText(USER, "hello")).toMatchObject({ status: "sent" });
    expect(fixture.wecom.sent()).toHaveLength(1);
    const calls = fixture.wecom.requests().map(({ call }) => call);
    expect(calls.slice(-3)).toEqual([method, "gettoken", method]);
  });

  test.each(["lost-reply", "garbled", "server-error", "drop-connection"] as const)(
    "is asked for again when that was lost, also for a send without a key: %s",
    async (fault) => {
      await using fixture = await openFixture();
      const clock = createLeapClock();
      const adapter = await fixture.started({ clock });
      fixture.wecom.fault("expired-token", { method });
      fixture.wecom.fault(fault, { method: "gettoken" });
      expect(await adapter.sendText(USER, "hello")).toMatchObject({ status: "sent" });
      expect(clock.waits).toEqual([1000]);
      expect(fixture.wecom.sent()).toHaveLength(1);
    },
  );

  test("is not used to its last second", async () => {
    const clock = createLeapClock();
    await using fixture = await openFixture({ clock: () => clock.now() });
    const adapter = await fixture.started({ clock });
    await wait(clock, 7_150_000);
    await adapter.sendText(USER, "hello");
    const calls = fixture.wecom.requests().map(({ call }) => call);
    expect(calls).toEqual(["gettoken", "agent/get", "gettoken", "message/send"]);
  });

  test("and the secret stay out of errors, even if the server repeats them", async () => {
    const token = "an-access-token-of-some-length";
    await using server = await serve((request, response) => {
      const ok = { errcode: 0, errmsg: "ok", access_token: token, expires_in: 7200 };
      const isToken = request.url?.includes("gettoken") === true;
      const refused = { errcode: 48002, errmsg: `no right for ${request.url}` };
      response.end(JSON.stringify(isToken ? ok : refused));
    });
    await using fixture = await openFixture();
    const adapter = fixture.adapter({ apiBase: server.url });
    const error: unknown = await adapter.sendText(USER, "hello").catch((thrown: unknown) => thrown);
    expect(describeError(error).message).toContain("access_token=[redacted]");
    assertNoSecret(error, [...fixture.secrets, token], "the error");
  });
});

describe("start", () => {
  test("can be given up by a stop", async () => {
    await using server = await serve(() => {});
    await using fixture = await openFixture();
    const adapter = fixture.adapter({ apiBase: server.url });
    const [start] = await Promise.allSettled([adapter.start(async () => {}), adapter.stop()]);
    expect(start).toMatchObject({ status: "rejected", reason: { code: "NETWORK_ABORTED" } });
  });

  test("needs credentials of the right form, and does not repeat wrong ones", async () => {
    await using fixture = await openFixture();
    expect(() => fixture.adapter({ agentId: "my app" })).toThrow(/agentId must be/);
    expect(() => fixture.adapter({ corpId: "" })).toThrow(/corpId must be/);
    expect(() => fixture.adapter({ secret: "" })).toThrow(/secret must be/);
    const callback = { token: "", encodingAesKey: "short" };
    expect(() => fixture.adapter({ callback })).toThrow(/callback.token must be/);
  });
});

function wait(clock: { after(ms: number, callback: () => void): unknown }, ms: number) {
  return new Promise<void>((resolve) => void clock.after(ms, resolve));
}
