import { createMemoryAdapterState } from "@botwright/core";
import { describe, expect, test, vi } from "vitest";
import { answer, post, TEXT } from "./callbacks.ts";
import { openFixture, USER } from "./wecom.ts";

describe("messages", () => {
  test("keep ids apart that are one number in JavaScript", async () => {
    await using fixture = await openFixture();
    await fixture.started();
    const first = await fixture.wecom.say({ from: USER, text: "one" });
    const second = await fixture.wecom.say({ from: USER, text: "two" });
    expect(Number(first.id)).toBe(Number(second.id));
    await vi.waitFor(() => expect(fixture.received).toHaveLength(2));
    expect(fixture.received.map(({ id }) => id)).toEqual([first.id, second.id]);
    const numbers = fixture.received.map(({ message }) => message.messageId);
    expect(new Set(numbers).size).toBe(2);
  });

  test.each(["wrong-signature", "wrong-receiver", "bad-padding"] as const)(
    "get through after a callback with %s",
    async (fault) => {
      await using fixture = await openFixture({ callbackRetryMs: 10 });
      await fixture.started();
      fixture.wecom.fault(fault);
      await fixture.wecom.say({ from: USER, text: "]]> & <b>" });
      await vi.waitFor(() => expect(fixture.wecom.pending()).toBe(0));
      expect(fixture.received.map(({ message }) => message.text)).toEqual(["]]> & <b>"]);
    },
  );

  test("that come again reach the sink again under the same id", async () => {
    await using fixture = await openFixture();
    const state = createMemoryAdapterState();
    const adapter = await fixture.started({ state });
    const request = (): Request => post(fixture, TEXT);
    expect(await answer(adapter, request())).toEqual([200, ""]);
    expect(await answer(adapter, request())).toEqual([200, ""]);
    await adapter.stop();
    const next = await fixture.started({ state });
    expect(await answer(next, request())).toEqual([200, ""]);
    const [first, ...others] = fixture.received.map(({ id }) => id);
    expect(others).toEqual([first, first]);
  });

  test("carry what the platform tells beside them", async () => {
    await using fixture = await openFixture();
    await fixture.started();
    const bytes = Buffer.from("#!AMR voice");
    await fixture.wecom.say({ from: USER, voice: { bytes, transcription: "三点见" } });
    await fixture.wecom.push({ from: USER, msgType: "link", fields: { Title: "News", Url: "u" } });
    await vi.waitFor(() => expect(fixture.received).toHaveLength(2));
    const [voice, link] = fixture.received.map(({ message }) => message);
    expect(voice).toMatchObject({ type: "voice", text: "三点见", voice: { text: "三点见" } });
    expect(link).toMatchObject({ type: "text", text: "News\nu", contextToken: USER });
    const { corp_id, agent_id } = fixture.wecom.credentials;
    expect(link?.to).toBe(`${corp_id}:${agent_id}`);
  });

  test("are read the same in CDATA and with entities", async () => {
    await using fixture = await openFixture();
    await fixture.started();
    const text = "你好 ]]> &amp; <b> \"'";
    fixture.wecom.fault("bare-text");
    await fixture.wecom.say({ from: USER, text });
    await vi.waitFor(() => expect(fixture.received).toHaveLength(1));
    await fixture.wecom.say({ from: USER, text });
    await vi.waitFor(() => expect(fixture.received).toHaveLength(2));
    expect(fixture.received.map(({ message }) => message.text)).toEqual([text, text]);
  });

  test("of other kinds are their text, and without one they are dropped with a debug line", async () => {
    await using fixture = await openFixture();
    await fixture.started();
    const place = { Location_X: 23.1, Location_Y: 113.3, Scale: 20 };
    const fields = { ...place, Label: "Beijing Road 1" };
    await fixture.wecom.push({ from: USER, msgType: "location", fields });
    await fixture.wecom.push({ from: USER, msgType: "location", fields: { Scale: 20 } });
    await fixture.wecom.push({ from: USER, msgType: "Smell", fields: { Content: "roses" } });
    await fixture.wecom.push({ from: USER, msgType: "event", fields: { Event: "enter_agent" } });
    await vi.waitFor(() => expect(fixture.wecom.pending()).toBe(0));
    expect(fixture.received.map(({ message }) => message.text)).toEqual([
      "Beijing Road 1 (23.1, 113.3)",
    ]);
    const message = "WeCom: a message of an unsupported kind was dropped";
    expect(fixture.logger.lines).toEqual([
      { level: "debug", message, fields: { kind: "location" } },
      { level: "debug", message, fields: { kind: "smell" } },
    ]);
  });

  test("between the crash of one adapter and the start of the next are not lost", async () => {
    await using fixture = await openFixture();
    // The first takes the message, but dies before it has said so.
    const dead = fixture.adapter();
    await dead.start(async (incoming) => {
      fixture.received.push(incoming);
      await new Promise(() => {});
    });
    const { id } = await fixture.wecom.say({ from: USER, text: "hello" });
    await vi.waitFor(() => expect(fixture.received).toHaveLength(1));
    await dead.stop();
    expect(fixture.wecom.pending()).toBe(1);
    await fixture.started();
    await vi.waitFor(() => expect(fixture.wecom.pending()).toBe(0));
    expect(fixture.received.map((incoming) => incoming.id)).toEqual([id, id]);
  });
});
