import type { AdapterState } from "@botwright/core";
import { expect, test, vi } from "vitest";
import { openFixture, type Fixture, USER } from "./wechat.ts";

const callsOf = (fixture: Fixture): string[] => fixture.wechat.requests().map(({ call }) => call);

const pollsOf = (fixture: Fixture): unknown[] =>
  fixture.wechat
    .requests()
    .filter(({ call }) => call === "getupdates")
    .map(({ params }) => params["get_updates_buf"]);

test("tells the server of its start before it polls, and of its stop", async () => {
  await using fixture = await openFixture();
  const adapter = await fixture.started();
  await vi.waitFor(() => expect(callsOf(fixture)).toContain("getupdates"));
  await adapter.stop();
  expect(callsOf(fixture)).toEqual([
    "msg/notifystart",
    "getconfig",
    "getupdates",
    "msg/notifystop",
  ]);
});

test.each(["server-error", "drop-connection", "garbled"] as const)(
  "starts and stops all the same when the server takes no note of it: %s",
  async (fault) => {
    await using fixture = await openFixture();
    fixture.wechat.fault(fault, { method: "msg/notifystart" });
    const stopping = fixture.wechat.fault(fault, { method: "msg/notifystop" });
    const adapter = await fixture.started();
    await fixture.wechat.say({ from: USER, text: "hello" });
    await vi.waitFor(() => expect(fixture.received).toHaveLength(1));
    await expect(adapter.stop()).resolves.toBeUndefined();
    expect(stopping.hits).toBe(1);
  },
);

test("forgets token, cursor and context tokens of a session that has ended", async () => {
  await using fixture = await openFixture({}, false);
  const kept = new Set<string>();
  const state: AdapterState = {
    ...fixture.state,
    async set(key, value, options) {
      kept.add(key);
      await fixture.state.set(key, value, options);
    },
  };
  const adapter = await fixture.started({
    state,
    login: { onQr: () => void fixture.wechat.confirm() },
  });
  await fixture.wechat.say({ from: USER, text: "hello" });
  let ofSession: string[] = [];
  await vi.waitFor(() => {
    ofSession = [...kept].filter((key) => /^wechat\.(session|cursor)/.test(key));
    expect(ofSession).toHaveLength(2);
  });
  // Else the new session brings the message once more.
  await vi.waitFor(() => expect(fixture.wechat.pending()).toBe(0));
  fixture.wechat.bind();
  await vi.waitFor(() => expect(fixture.refusals).toHaveLength(1));
  await vi.waitFor(async () => {
    expect(await Promise.all(ofSession.map((key) => state.get(key)))).toEqual([
      undefined,
      undefined,
    ]);
  });
  const polls = pollsOf(fixture).length;
  await adapter.stop();
  await adapter.start(async () => {});
  await vi.waitFor(() => expect(pollsOf(fixture).length).toBeGreaterThan(polls));
  expect(pollsOf(fixture)[polls]).toBe("");
  await adapter.sendText(USER, "hello");
  const sent = fixture.wechat.requests().findLast(({ call }) => call === "sendmessage");
  expect(sent?.params["msg"]).not.toHaveProperty("context_token");
});

test("takes three answers in a row that break HTTP for the end of the session", async () => {
  await using fixture = await openFixture();
  await fixture.started();
  const fault = fixture.wechat.fault("revoked-credentials", { brokenLength: true });
  await vi.waitFor(() =>
    expect(fixture.refusals).toMatchObject([{ code: "PLATFORM_UNAUTHORIZED" }]),
  );
  expect(fixture.clock.waits).toEqual([2000, 2000]);
  expect(fault.hits).toBe(3);
});

test("goes on after two such answers", async () => {
  await using fixture = await openFixture();
  await fixture.started();
  fixture.wechat.fault("revoked-credentials", { brokenLength: true, times: 2 });
  await fixture.wechat.say({ from: USER, text: "hello" });
  await vi.waitFor(() => expect(fixture.received).toHaveLength(1));
  expect(fixture.refusals).toEqual([]);
});

test("shows a code when a known session is answered so at the start", async () => {
  await using fixture = await openFixture({ holdMs: 200 });
  const fault = fixture.wechat.fault("revoked-credentials", { brokenLength: true });
  await fixture.started({
    login: {
      onQr() {
        fault.end();
        fixture.wechat.confirm();
      },
    },
  });
  await fixture.wechat.say({ from: USER, text: "hello" });
  await vi.waitFor(() => expect(fixture.received).toHaveLength(1));
});
