import { XMLParser } from "fast-xml-parser";
import { describe, expect, test, vi } from "vitest";
import { answer, type Changes, check, HOOK, post, TEXT } from "./callbacks.ts";
import { openFixture, USER } from "./wecom.ts";

function ofAnotherApp(encrypted: string): string {
  return `<xml><AgentID>7</AgentID><Encrypt>${encrypted}</Encrypt></xml>`;
}

/** A body with a signature that is wrong, but has the form of one. */
function raw(body: string): Request {
  return new Request(`${HOOK}?msg_signature=${"0a".repeat(20)}`, { method: "POST", body });
}

describe("the check of the address", () => {
  test("is answered with the decrypted text, whether the bot runs or not", async () => {
    await using fixture = await openFixture();
    const adapter = fixture.adapter();
    expect(await fixture.wecom.verifyCallback()).toBe(true);
    await adapter.start(async () => {});
    expect(await fixture.wecom.verifyCallback()).toBe(true);
  });

  test("is refused to strangers without a reason", async () => {
    await using fixture = await openFixture();
    const adapter = fixture.adapter();
    for (const fault of ["wrong-signature", "wrong-receiver", "bad-padding"] as const) {
      using injected = fixture.wecom.fault(fault);
      expect(await fixture.wecom.verifyCallback()).toBe(false);
      expect(injected.hits).toBe(1);
    }
    expect(await answer(adapter, check(fixture, "42", "other"))).toEqual([403, ""]);
    expect(
      await answer(adapter, check(fixture, "42", fixture.binding.callback.token, "ww1")),
    ).toEqual([400, ""]);
    expect(await answer(adapter, new Request(HOOK))).toEqual([403, ""]);
  });

  test("survives a + that became a blank on the way", async () => {
    await using fixture = await openFixture();
    const adapter = fixture.adapter();
    const { token } = fixture.binding.callback;
    let request = check(fixture, "42", token);
    while (!request.url.includes("+")) request = check(fixture, "42", token);
    const response = await adapter.handleRequest?.(request);
    expect(response?.headers.get("content-type")).toBe("text/plain");
    expect([response?.status, await response?.text()]).toEqual([200, "42"]);
  });
});

describe("a callback", () => {
  test("is answered with an empty 200 once the sink has the message, and not before", async () => {
    await using fixture = await openFixture();
    const adapter = fixture.adapter();
    const gate = Promise.withResolvers<void>();
    const sink = vi.fn<() => Promise<void>>(() => gate.promise);
    await adapter.start(sink);
    let answered = false;
    const pending = answer(adapter, post(fixture, TEXT)).finally(() => (answered = true));
    await vi.waitFor(() => expect(sink).toHaveBeenCalledOnce());
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(answered).toBe(false);
    gate.resolve();
    expect(await pending).toEqual([200, ""]);
  });

  test("is answered with 500 when the sink refuses, so that WeCom repeats it", async () => {
    await using fixture = await openFixture();
    const adapter = fixture.adapter();
    await adapter.start(() => Promise.reject(new Error("no space left")));
    expect(await answer(adapter, post(fixture, TEXT))).toEqual([500, ""]);
    expect(JSON.stringify(fixture.logger.lines)).toContain("no space left");
  });

  test("that is repeated while the sink still works waits for the same message", async () => {
    await using fixture = await openFixture();
    const adapter = fixture.adapter();
    const gate = Promise.withResolvers<void>();
    const sink = vi.fn<() => Promise<void>>(() => gate.promise);
    await adapter.start(sink);
    const answers = [1, 2].map(() => answer(adapter, post(fixture, TEXT)));
    await vi.waitFor(() => expect(sink).toHaveBeenCalledOnce());
    gate.resolve();
    expect(await Promise.all(answers)).toEqual([
      [200, ""],
      [200, ""],
    ]);
    expect(sink).toHaveBeenCalledOnce();
  });

  test("is given up before WeCom stops listening when the sink is slow", async () => {
    await using fixture = await openFixture();
    const waits: number[] = [];
    const clock = {
      now: () => Date.now(),
      after(ms: number, callback: () => void) {
        waits.push(ms);
        const timer = setTimeout(callback, ms / 100);
        return () => clearTimeout(timer);
      },
    };
    const adapter = fixture.adapter({ clock });
    await adapter.start(() => new Promise(() => {}));
    expect(await answer(adapter, post(fixture, TEXT))).toEqual([503, ""]);
    expect(waits).toEqual([4500]);
  });

  test("comes in all the forms that WeCom and proxies give it", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.started();
    const forms: Changes[] = [
      { signatureName: "msgsignature" },
      { signatureName: "signature" },
      { envelope: (text) => `<xml><Encrypt>${text}</Encrypt><AgentID>1000002</AgentID></xml>` },
      { envelope: (text) => `<xml><AgentId>1000002</AgentId><encrypt>${text}</encrypt></xml>` },
      {
        envelope: (text) =>
          `<xml>\n<AgentID><![CDATA[1000002]]></AgentID>\n<Encrypt><![CDATA[${text}]]></Encrypt>\n</xml>\n`,
      },
    ];
    for (const [index, form] of forms.entries()) {
      const xml = TEXT.replace("7000000000000000001", `700000000000000000${index}`);
      expect(await answer(adapter, post(fixture, xml, form))).toEqual([200, ""]);
    }
    expect(fixture.received.map(({ id }) => id)).toEqual(
      forms.map((_form, index) => `700000000000000000${index}`),
    );
    expect(fixture.logger.lines).toHaveLength(0);
  });

  test("that WeCom has not made is refused, and nothing is dispatched", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.started();
    expect(await answer(adapter, post(fixture, TEXT, { token: "other" }))).toEqual([403, ""]);
    expect(await answer(adapter, post(fixture, TEXT, { corp: "wwother" }))).toEqual([403, ""]);
    expect(await answer(adapter, raw("not XML"))).toEqual([400, ""]);
    expect(await answer(adapter, raw("<xml><Encrypt>AAAA</Encrypt></xml>"))).toEqual([403, ""]);
    expect(await answer(adapter, raw(""))).toEqual([400, ""]);
    expect(
      await answer(adapter, raw(`<xml><Encrypt>${"A".repeat(1 << 17)}</Encrypt></xml>`)),
    ).toEqual([413, ""]);
    expect(await answer(adapter, new Request(HOOK, { method: "PUT", body: "" }))).toEqual([
      405,
      "",
    ]);
    expect(fixture.received).toHaveLength(0);
  });

  test("without the form of a signature is refused, and its body is not read", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.started();
    const body = `<xml><Encrypt>${"A".repeat(1 << 20)}</Encrypt></xml>`;
    for (const query of ["", "?msg_signature=", `?msg_signature=${"g".repeat(40)}`]) {
      const request = new Request(`${HOOK}${query}`, { method: "POST", body });
      expect(await answer(adapter, request)).toEqual([403, ""]);
      expect(request.bodyUsed).toBe(false);
    }
  });

  test("is not parsed as XML before its signature was found right", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.started();
    const parse = vi.spyOn(XMLParser.prototype, "parse");
    try {
      const elements = "<a>1</a>".repeat(10_000);
      const forged = raw(`<xml>${elements}<Encrypt>AAAA</Encrypt></xml>`);
      expect(await answer(adapter, forged)).toEqual([403, ""]);
      expect(await answer(adapter, raw(`<xml>${elements}</xml>`))).toEqual([400, ""]);
      expect(parse).not.toHaveBeenCalled();
      expect(await answer(adapter, post(fixture, TEXT))).toEqual([200, ""]);
      expect(parse).toHaveBeenCalledOnce();
    } finally {
      parse.mockRestore();
    }
  });

  test("is acknowledged when it is nothing for the bot", async () => {
    await using fixture = await openFixture();
    await fixture.started();
    await fixture.wecom.push({ from: USER, msgType: "event", fields: { Event: "enter_agent" } });
    await fixture.wecom.push({ from: "sys", msgType: "text", fields: { Content: "a" } });
    await fixture.wecom.push({
      from: USER,
      msgType: "text",
      fields: { Content: "a", ChatId: "g" },
    });
    await vi.waitFor(() => expect(fixture.wecom.pending()).toBe(0));
    expect(fixture.wecom.lost()).toHaveLength(0);
    expect(fixture.received).toHaveLength(0);
    expect(fixture.logger.lines).toHaveLength(0);
  });

  test("is acknowledged and logged when there is no message in it", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.started();
    expect(await answer(adapter, post(fixture, "not XML"))).toEqual([200, ""]);
    expect(JSON.stringify(fixture.logger.lines)).toContain("no message");
  });

  test("for another app is acknowledged, and the log says so", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.started();
    expect(await answer(adapter, post(fixture, TEXT, { envelope: ofAnotherApp }))).toEqual([
      200,
      "",
    ]);
    expect(JSON.stringify(fixture.logger.lines)).toContain("another app");
  });

  test("is put off when the bot does not run", async () => {
    await using fixture = await openFixture();
    const adapter = fixture.adapter();
    expect(await answer(adapter, post(fixture, TEXT))).toEqual([503, ""]);
    await adapter.start(async () => {});
    await adapter.stop();
    expect(await answer(adapter, post(fixture, TEXT))).toEqual([503, ""]);
  });
});

test("without callback settings there is no way in, and the log says so", async () => {
  await using fixture = await openFixture();
  const { callback: _callback, ...binding } = fixture.binding;
  const { createWecomAdapter } = await import("../src/index.ts");
  const adapter = createWecomAdapter({ ...binding, logger: fixture.logger });
  expect(adapter).not.toHaveProperty("handleRequest");
  await adapter.start(async () => {});
  expect(JSON.stringify(fixture.logger.lines)).toContain("receives nothing");
  expect(await adapter.sendText(USER, "hello")).toMatchObject({ status: "sent" });
});
