import { createMemoryAdapterState } from "@botwright/core";
import { describe, expect, test, vi } from "vitest";
import { answer, post, TEXT } from "./callbacks.ts";
import { openScene, USER } from "./wecom.ts";

describe("messages", () => {
  test("keep ids apart that are one number in JavaScript", async () => {
    await using scene = await openScene();
    await scene.started();
    const first = await scene.wecom.say({ from: USER, text: "one" });
    const second = await scene.wecom.say({ from: USER, text: "two" });
    expect(Number(first.id)).toBe(Number(second.id));
    await vi.waitFor(() => expect(scene.received).toHaveLength(2));
    expect(scene.received.map(({ id }) => id)).toEqual([first.id, second.id]);
    const numbers = scene.received.map(({ message }) => message.messageId);
    expect(new Set(numbers).size).toBe(2);
  });

  test.each(["wrong-signature", "wrong-receiver", "bad-padding"] as const)(
    "get through after a callback with %s",
    async (fault) => {
      await using scene = await openScene({ callbackRetryMs: 10 });
      await scene.started();
      scene.wecom.fault(fault);
      await scene.wecom.say({ from: USER, text: "]]> & <b>" });
      await vi.waitFor(() => expect(scene.wecom.pending()).toBe(0));
      expect(scene.received.map(({ message }) => message.text)).toEqual(["]]> & <b>"]);
    },
  );

  test("that come again reach the sink again under the same id", async () => {
    await using scene = await openScene();
    const state = createMemoryAdapterState();
    const adapter = await scene.started({ state });
    const request = (): Request => post(scene, TEXT);
    expect(await answer(adapter, request())).toEqual([200, ""]);
    expect(await answer(adapter, request())).toEqual([200, ""]);
    await adapter.stop();
    const next = await scene.started({ state });
    expect(await answer(next, request())).toEqual([200, ""]);
    const [first, ...others] = scene.received.map(({ id }) => id);
    expect(others).toEqual([first, first]);
  });

  test("carry what the platform tells beside them", async () => {
    await using scene = await openScene();
    await scene.started();
    const bytes = Buffer.from("#!AMR voice");
    await scene.wecom.say({ from: USER, voice: { bytes, transcription: "三点见" } });
    await scene.wecom.push({ from: USER, msgType: "link", fields: { Title: "News", Url: "u" } });
    await vi.waitFor(() => expect(scene.received).toHaveLength(2));
    const [voice, link] = scene.received.map(({ message }) => message);
    expect(voice).toMatchObject({ type: "voice", text: "三点见", voice: { text: "三点见" } });
    expect(link).toMatchObject({ type: "text", text: "News\nu", contextToken: USER });
    const { corp_id, agent_id } = scene.wecom.credentials;
    expect(link?.to).toBe(`${corp_id}:${agent_id}`);
  });

  test("between the crash of one adapter and the start of the next are not lost", async () => {
    await using scene = await openScene();
    // The first takes the message, but dies before it has said so.
    const dead = scene.adapter();
    await dead.start(async (incoming) => {
      scene.received.push(incoming);
      await new Promise(() => {});
    });
    const { id } = await scene.wecom.say({ from: USER, text: "hello" });
    await vi.waitFor(() => expect(scene.received).toHaveLength(1));
    await dead.stop();
    expect(scene.wecom.pending()).toBe(1);
    await scene.started();
    await vi.waitFor(() => expect(scene.wecom.pending()).toBe(0));
    expect(scene.received.map((incoming) => incoming.id)).toEqual([id, id]);
  });
});
