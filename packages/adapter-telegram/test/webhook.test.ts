import { serveAdapter } from "@botwright/adapter-kit/contract";
import type { PlatformAdapter } from "@botwright/core";
import { describe, expect, test, vi } from "vitest";
import { openFixture, type Fixture, USER } from "./telegram.ts";

/** Requests are handed over directly; nothing listens there. */
const HOOK = "http://127.0.0.1:9/telegram";
const SECRET = "a-secret_for-the-header";

function post(body: string, secret: string | undefined = SECRET): Request {
  const headers = { "content-type": "application/json" };
  return new Request(HOOK, {
    method: "POST",
    headers: { ...headers, ...(secret && { "x-telegram-bot-api-secret-token": secret }) },
    body,
  });
}

const update = JSON.stringify({
  update_id: 9,
  message: {
    message_id: 3,
    from: { id: 1001, is_bot: false, first_name: "Ann" },
    chat: { id: 1001, type: "private" },
    date: 1_770_000_000,
    text: "hello",
  },
});

async function answer(adapter: PlatformAdapter, request: Request): Promise<[number, string]> {
  const response = await adapter.handleRequest?.(request);
  return [response?.status ?? 0, (await response?.text()) ?? ""];
}

function hooked(fixture: Fixture): Promise<PlatformAdapter> {
  return fixture.started({ webhook: { url: HOOK, secretToken: SECRET } });
}

describe("webhook", () => {
  test("answers an empty 200 once the sink has the message, and not before", async () => {
    await using fixture = await openFixture();
    const adapter = fixture.adapter({ webhook: { url: HOOK, secretToken: SECRET } });
    const gate = Promise.withResolvers<void>();
    const sink = vi.fn<() => Promise<void>>(() => gate.promise);
    await adapter.start(sink);
    let answered = false;
    const pending = answer(adapter, post(update)).finally(() => (answered = true));
    await vi.waitFor(() => expect(sink).toHaveBeenCalledOnce());
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(answered).toBe(false);
    gate.resolve();
    expect(await pending).toEqual([200, ""]);
  });

  test("answers 500 when the sink refuses, so that Telegram sends it again", async () => {
    await using fixture = await openFixture();
    const adapter = fixture.adapter({ webhook: { url: HOOK, secretToken: SECRET } });
    await adapter.start(() => Promise.reject(new Error("no space left")));
    expect(await answer(adapter, post(update))).toEqual([500, ""]);
  });

  test("refuses what does not come from Telegram", async () => {
    await using fixture = await openFixture();
    const adapter = await hooked(fixture);
    expect(await answer(adapter, post(update, ""))).toEqual([401, ""]);
    expect(await answer(adapter, post(update, "another-secret"))).toEqual([401, ""]);
    expect(await answer(adapter, new Request(HOOK))).toEqual([405, ""]);
    expect(await answer(adapter, post("not JSON"))).toEqual([400, ""]);
    expect(await answer(adapter, post('{"no":"update"}'))).toEqual([400, ""]);
    expect(fixture.received).toHaveLength(0);
  });

  test("acknowledges what it does not deliver", async () => {
    await using fixture = await openFixture();
    const adapter = await hooked(fixture);
    expect(await answer(adapter, post('{"update_id":1,"poll":{}}'))).toEqual([200, ""]);
    expect(fixture.received).toHaveLength(0);
  });

  test("passes an update on again that comes again, under the same id", async () => {
    await using fixture = await openFixture({ webhookRetryMs: 0 });
    const first = await hooked(fixture);
    expect(await answer(first, post(update))).toEqual([200, ""]);
    await first.stop();
    const second = await hooked(fixture);
    expect(await answer(second, post(update))).toEqual([200, ""]);
    expect(fixture.received.map(({ id }) => id)).toEqual(["9", "9"]);
  });

  test("asks Telegram to come back when it does not run", async () => {
    await using fixture = await openFixture();
    const adapter = fixture.adapter({ webhook: { url: HOOK, secretToken: SECRET } });
    expect(await answer(adapter, post(update))).toEqual([503, ""]);
    await adapter.start(async () => {});
    await adapter.stop();
    expect(await answer(adapter, post(update))).toEqual([503, ""]);
  });

  test("sets the webhook with a secret, and takes what Telegram delivers", async () => {
    await using fixture = await openFixture({ webhookRetryMs: 10 });
    let adapter: PlatformAdapter | undefined;
    await using server = await serveAdapter(() => adapter);
    let refusals = 1;
    adapter = fixture.adapter({ webhook: { url: server.url } });
    await adapter.start(async (incoming) => {
      if (refusals-- > 0) throw new Error("not now");
      fixture.received.push(incoming);
    });
    const said = await fixture.telegram.say({ from: USER, text: "by webhook" });
    await vi.waitFor(() => expect(fixture.telegram.pending()).toBe(0));
    expect(fixture.received.map(({ id, message }) => [id, message.text])).toEqual([
      [said.id, "by webhook"],
    ]);
    const set = fixture.telegram.requests().find(({ call }) => call === "setWebhook");
    expect(set?.params).toMatchObject({ url: server.url, allowed_updates: ["message"] });
    expect(set?.params["secret_token"]).toMatch(/^[\w-]{43}$/);
  });

  test("tells the host once that the token is refused, which only a send can meet", async () => {
    await using fixture = await openFixture();
    const webhook = { url: HOOK, secretToken: SECRET };
    const adapter = await fixture.started({ webhook });
    fixture.telegram.fault("revoked-credentials");
    for (const text of ["one", "two"]) {
      await expect(adapter.sendText(USER, text)).rejects.toMatchObject({
        code: "PLATFORM_UNAUTHORIZED",
      });
    }
    expect(fixture.refusals).toMatchObject([{ code: "PLATFORM_UNAUTHORIZED" }]);
  });

  test("has no such entrance while polling", async () => {
    await using fixture = await openFixture();
    expect(fixture.adapter()).not.toHaveProperty("handleRequest");
  });
});
