import { createDecipheriv } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { startSimulator } from "@botwright/simulators";
import { listenForHooks } from "./hook-server.ts";
import { openHook } from "./wecom-client.ts";

const taken = (): number => 200;

/** Lets the check of an address take so long: it asks for a second at most. */
function checksTake(ms: number) {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  return vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout(ms));
}

/** For a machine that does much else. */
const TIMEOUT_MS = 60_000;

describe("callbacks, read by @wecom/crypto", () => {
  test("are signed, encrypted for the corp, and hold the message", async () => {
    await using fixture = await openHook(taken);
    const { sim, hooks } = fixture;
    const { id } = await sim.say({ from: "zhangsan", text: "a ]]> b" });
    await vi.waitFor(() => expect(sim.pending()).toBe(0));
    expect(hooks).toHaveLength(1);
    expect(hooks[0]).toMatchObject({ isSigned: true, receiver: sim.credentials.corp_id });
    expect(hooks[0]?.xml).toContain(`<MsgId>${id}</MsgId>`);
    expect(hooks[0]?.xml).toContain("<Content><![CDATA[a ]]]]><![CDATA[> b]]></Content>");
    expect(hooks[0]?.xml).toContain("<FromUserName><![CDATA[zhangsan]]></FromUserName>");
    expect(hooks[0]?.xml).toMatch(/<CreateTime>\d{10}<\/CreateTime>/);
    expect(hooks[0]?.envelope).toContain("<Encrypt><![CDATA[");
  });

  test("have bare texts with entities, when a fault says so", async () => {
    await using fixture = await openHook(taken);
    const { sim, hooks } = fixture;
    using fault = sim.fault("bare-text");
    for (let count = 1; count <= 2; count++) {
      await sim.say({ from: "zhangsan", text: "你好 ]]> & <b> \"'" });
      await vi.waitFor(() => expect(hooks).toHaveLength(count));
    }
    expect(fault.hits).toBe(1);
    expect(hooks[0]?.xml).toContain("<Content>你好 ]]&gt; &amp; &lt;b&gt; &#34;&apos;</Content>");
    expect(hooks[0]?.envelope).not.toContain("CDATA");
    expect(hooks[1]?.xml).toContain("<Content><![CDATA[你好 ]]]]>");
  });

  test("come in CDATA each time, in both orders of the envelope", async () => {
    await using fixture = await openHook(taken);
    for (let count = 0; count < 6; count++) await fixture.sim.say({ from: "a", text: "hi" });
    await vi.waitFor(() => expect(fixture.hooks).toHaveLength(6));
    const shapes = fixture.hooks.map(({ xml, envelope }) => [
      envelope.indexOf("<AgentID>") < envelope.indexOf("<Encrypt>"),
      envelope.includes("CDATA") && xml.includes("<Content><![CDATA[hi]]></Content>"),
    ]);
    expect(new Set(shapes.map(String))).toEqual(new Set(["true,true", "false,true"]));
  });

  test("bring every kind with its fields", async () => {
    await using fixture = await openHook(taken);
    const { sim, hooks } = fixture;
    const bytes = Buffer.from("some bytes");
    await sim.say({ from: "a", image: { bytes } });
    await sim.say({ from: "a", voice: { bytes, transcription: "hello" } });
    await sim.say({ from: "a", video: { bytes } });
    await sim.say({ from: "a", file: { bytes, name: "a.txt" } });
    const pushed = await sim.push({ from: "a", msgType: "event", fields: { Event: "subscribe" } });
    expect(pushed).toEqual({ id: "", messageId: "" });
    await vi.waitFor(() => expect(sim.pending()).toBe(0));
    const names = hooks.map(({ xml }) =>
      [...xml.matchAll(/^(?:<xml>)?<(\w+)>/gm)].map(([, name]) => name).slice(4),
    );
    expect(names).toEqual([
      ["MsgId", "AgentID", "PicUrl", "MediaId"],
      ["MsgId", "AgentID", "MediaId", "Format", "Recognition"],
      ["MsgId", "AgentID", "MediaId", "ThumbMediaId"],
      ["MsgId", "AgentID", "MediaId", "FileName"],
      ["AgentID", "Event"],
    ]);
  });

  test("are repeated three times until they are taken, and then given up", async () => {
    await using fixture = await openHook((count) => (count < 4 ? 500 : 200));
    await fixture.sim.say({ from: "a", text: "at last" });
    await vi.waitFor(() => expect(fixture.sim.pending()).toBe(0));
    expect(fixture.hooks).toHaveLength(4);
    expect(fixture.sim.lost()).toHaveLength(0);
    await using deaf = await openHook(() => 201);
    await deaf.sim.say({ from: "a", text: "in vain" });
    await vi.waitFor(() => expect(deaf.sim.pending()).toBe(0));
    expect(deaf.hooks).toHaveLength(4);
    expect(deaf.sim.lost()).toMatchObject([{ Content: "in vain" }]);
  });

  test("are the same each time, signature and all", async () => {
    await using fixture = await openHook((count) => (count < 3 ? 500 : 200));
    fixture.sim.fault("duplicate");
    await fixture.sim.say({ from: "a", text: "again" });
    await vi.waitFor(() => expect(fixture.hooks).toHaveLength(4));
    const [first, ...rest] = fixture.hooks;
    expect(rest).toEqual([first, first, first]);
  });

  test("are repeated when no answer comes", async () => {
    await using fixture = await openHook((count) => (count < 4 ? 0 : 200), {
      callbackTimeoutMs: 500,
    });
    await fixture.sim.say({ from: "a", text: "hello?" });
    await vi.waitFor(() => expect(fixture.sim.pending()).toBe(0));
    expect(fixture.hooks).toHaveLength(4);
    expect(fixture.sim.lost()).toHaveLength(0);
  });

  test("wait for an address, which only this machine can have", async () => {
    await using fixture = await openHook(taken);
    await using sim = await startSimulator("wecom", { credentials: fixture.sim.credentials });
    await sim.say({ from: "a", text: "early" });
    expect(sim.pending()).toBe(1);
    expect(() => sim.setCallback("https://example.org/")).toThrow(/this machine/);
    sim.setCallback(fixture.server.url);
    await vi.waitFor(() => expect(sim.pending()).toBe(0));
    expect(fixture.hooks[0]?.xml).toContain("early");
  });

  test("are checked by an encrypted text when the address is saved", async () => {
    using checks = checksTake(TIMEOUT_MS);
    await using fixture = await openHook(taken);
    expect(await fixture.sim.verifyCallback()).toBe(true);
    expect(checks).toHaveBeenCalledOnce();
    expect(fixture.hooks).toHaveLength(0);
    await using sim = await startSimulator("wecom", { callbackUrl: fixture.sim.baseUrl });
    expect(await sim.verifyCallback()).toBe(false);
    await using without = await startSimulator("wecom");
    await expect(without.verifyCallback()).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  test.each([
    { what: "the text", spoil: (text: string) => text, isSaved: true },
    { what: "quotes around it", spoil: (text: string) => JSON.stringify(text), isSaved: false },
    { what: "a byte order mark", spoil: (text: string) => `\ufeff${text}`, isSaved: false },
    { what: "a newline", spoil: (text: string) => `${text}\n`, isSaved: false },
    { what: "nothing", spoil: () => undefined, isSaved: false },
  ])("answered with $what: an address is saved: $isSaved", async ({ spoil, isSaved }) => {
    await using fixture = await openHook(taken);
    await using proxy = await listenForHooks(async (request, response) => {
      const url = fixture.server.url + new URL(request.url ?? "", "http://127.0.0.1").search;
      const answer = spoil(await (await fetch(url)).text());
      if (answer !== undefined) response.end(answer);
    });
    fixture.sim.setCallback(proxy.url);
    using checks = checksTake(spoil("") === undefined ? 50 : TIMEOUT_MS);
    expect(await fixture.sim.verifyCallback()).toBe(isSaved);
    expect(checks).toHaveBeenCalledOnce();
  });

  test("are checked for a second at most", async () => {
    await using silent = await listenForHooks(async () => {});
    await using sim = await startSimulator("wecom", { callbackUrl: silent.url });
    using checks = checksTake(1);
    expect(await sim.verifyCallback()).toBe(false);
    expect(checks.mock.calls).toEqual([[1000]]);
  });

  test("can be forged, misdirected, damaged", async () => {
    await using fixture = await openHook(taken);
    const { sim, hooks } = fixture;
    sim.fault("wrong-signature");
    await sim.say({ from: "a", text: "1" });
    await vi.waitFor(() => expect(hooks).toHaveLength(1));
    expect(hooks[0]?.isSigned).toBe(false);
    sim.fault("wrong-receiver");
    await sim.say({ from: "a", text: "2" });
    await vi.waitFor(() => expect(hooks).toHaveLength(2));
    expect(hooks[1]).toMatchObject({ isSigned: true });
    expect(hooks[1]?.receiver).not.toBe(sim.credentials.corp_id);
    sim.fault("bad-padding");
    await sim.say({ from: "a", text: "3" });
    await vi.waitFor(() => expect(hooks).toHaveLength(3));
    const [good = 0, bad = 0] = [hooks[1], hooks[2]].map((hook) =>
      lastByte(hook?.encrypted ?? "", sim.credentials.encoding_aes_key),
    );
    expect(good).toBeLessThanOrEqual(32);
    expect(bad).toBe(0xff);
  });
});

test("what members cannot say or be is refused", async () => {
  await using sim = await startSimulator("wecom");
  const quote = { text: "what?" };
  await expect(sim.say({ from: "a", text: "this", quote })).rejects.toThrow(/no quote/);
  await expect(sim.say({ from: "not an id", text: "x" })).rejects.toThrow(/UserID/);
  const credentials = { encoding_aes_key: "short" };
  await expect(startSimulator("wecom", { credentials })).rejects.toThrow(/43/);
  const token = { token: "no_letter" };
  await expect(startSimulator("wecom", { credentials: token })).rejects.toThrow(/1 to 32/);
});

/** Of the plain text: how long the padding is. */
function lastByte(encrypted: string, encodingAesKey: string): number | undefined {
  const key = Buffer.from(`${encodingAesKey}=`, "base64");
  const decipher = createDecipheriv("aes-256-cbc", key, key.subarray(0, 16)).setAutoPadding(false);
  return Buffer.concat([decipher.update(encrypted, "base64"), decipher.final()]).at(-1);
}
