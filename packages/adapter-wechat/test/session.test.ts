import type { AdapterState } from "@botwright/core";
import { describeError } from "@botwright/core";
import { expect, test, vi } from "vitest";
import { openScene, type Scene, USER } from "./wechat.ts";

const callsOf = (scene: Scene): string[] => scene.wechat.requests().map(({ call }) => call);

const pollsOf = (scene: Scene): unknown[] =>
  scene.wechat
    .requests()
    .filter(({ call }) => call === "getupdates")
    .map(({ params }) => params["get_updates_buf"]);

test("tells the server of its start before it polls, and of its stop", async () => {
  await using scene = await openScene();
  const adapter = await scene.started();
  await vi.waitFor(() => expect(callsOf(scene)).toContain("getupdates"));
  await adapter.stop();
  expect(callsOf(scene)).toEqual(["msg/notifystart", "getconfig", "getupdates", "msg/notifystop"]);
});

test.each(["server-error", "drop-connection", "garbled"] as const)(
  "starts and stops all the same when the server takes no note of it: %s",
  async (fault) => {
    await using scene = await openScene();
    scene.wechat.fault(fault, { method: "msg/notifystart" });
    const stopping = scene.wechat.fault(fault, { method: "msg/notifystop" });
    const adapter = await scene.started();
    await scene.wechat.say({ from: USER, text: "hello" });
    await vi.waitFor(() => expect(scene.received).toHaveLength(1));
    await expect(adapter.stop()).resolves.toBeUndefined();
    expect(stopping.hits).toBe(1);
  },
);

test("forgets token, cursor and context tokens of a session that has ended", async () => {
  await using scene = await openScene({}, false);
  const kept = new Set<string>();
  const state: AdapterState = {
    ...scene.state,
    async set(key, value, options) {
      kept.add(key);
      await scene.state.set(key, value, options);
    },
  };
  const failed = Promise.withResolvers<unknown>();
  const adapter = await scene.started({
    state,
    login: { onQr: () => void scene.wechat.confirm() },
    onFailure: failed.resolve,
  });
  await scene.wechat.say({ from: USER, text: "hello" });
  let ofSession: string[] = [];
  await vi.waitFor(() => {
    ofSession = [...kept].filter((key) => /^wechat\.(session|cursor)/.test(key));
    expect(ofSession).toHaveLength(2);
  });
  scene.wechat.bind();
  await failed.promise;
  await vi.waitFor(async () => {
    expect(await Promise.all(ofSession.map((key) => state.get(key)))).toEqual([
      undefined,
      undefined,
    ]);
  });
  const polls = pollsOf(scene).length;
  await adapter.stop();
  await adapter.start(async () => {});
  await vi.waitFor(() => expect(pollsOf(scene).length).toBeGreaterThan(polls));
  expect(pollsOf(scene)[polls]).toBe("");
  await adapter.sendText(USER, "hello");
  const sent = scene.wechat.requests().findLast(({ call }) => call === "sendmessage");
  expect(sent?.params["msg"]).not.toHaveProperty("context_token");
});

test("takes three answers in a row that break HTTP for the end of the session", async () => {
  await using scene = await openScene();
  const failed = Promise.withResolvers<unknown>();
  await scene.started({ onFailure: failed.resolve });
  const fault = scene.wechat.fault("revoked-credentials", { brokenLength: true });
  expect(describeError(await failed.promise).code).toBe("PLATFORM_UNAUTHORIZED");
  expect(scene.clock.waits).toEqual([2000, 2000]);
  expect(fault.hits).toBe(3);
});

test("goes on after two such answers", async () => {
  await using scene = await openScene();
  const onFailure = vi.fn<() => void>();
  await scene.started({ onFailure });
  scene.wechat.fault("revoked-credentials", { brokenLength: true, times: 2 });
  await scene.wechat.say({ from: USER, text: "hello" });
  await vi.waitFor(() => expect(scene.received).toHaveLength(1));
  expect(onFailure).not.toHaveBeenCalled();
});

test("shows a code when a known session is answered so at the start", async () => {
  await using scene = await openScene({ holdMs: 200 });
  const fault = scene.wechat.fault("revoked-credentials", { brokenLength: true });
  await scene.started({
    login: {
      onQr() {
        fault.end();
        scene.wechat.confirm();
      },
    },
  });
  await scene.wechat.say({ from: USER, text: "hello" });
  await vi.waitFor(() => expect(scene.received).toHaveLength(1));
});
