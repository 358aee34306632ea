import type { PlatformAdapter } from "@botwright/core";
import { expect, test, vi } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { openFixture, type Fixture, sealed, USER } from "./wechat.ts";
import { tap, type TappedCall, type Wiretap } from "./wiretap.ts";

/** The headers that this API knows, of those that were sent. */
function headersOf({ headers }: TappedCall): Record<string, string> {
  const known = /^(authorization|authorizationtype|content-type|ilink-.*|skroutetag|x-wechat-uin)$/;
  return Object.fromEntries([...headers].filter(([name]) => known.test(name)));
}

const APP = { "ilink-app-id": "bot", "ilink-app-clientversion": "132105", skroutetag: "gray" };
const POST = {
  ...APP,
  authorizationtype: "ilink_bot_token",
  "content-type": "application/json",
  "x-wechat-uin": expect.any(String),
};
const base_info = { channel_version: "2.4.9", bot_agent: `Botwright/${manifest.version}` };

const isCdn = ({ call }: TappedCall): boolean => call.startsWith("c2c/");

/** An adapter whose calls are all heard. */
async function inChat(fixture: Fixture, wiretap: Wiretap): Promise<PlatformAdapter> {
  const adapter = await fixture.started({
    apiBase: wiretap.url,
    cdnBase: `${wiretap.url}/c2c`,
    credentials: { ...fixture.session, token: ` ${fixture.session.token}\n`, baseUrl: wiretap.url },
    routeTag: "gray",
  });
  await fixture.wechat.say({ from: USER, text: "hello" });
  await vi.waitFor(() => expect(fixture.received).toHaveLength(1));
  return adapter;
}

test("a login sends the official headers, the ten newest tokens, and no base_info", async () => {
  await using fixture = await openFixture({ holdMs: 200 }, false);
  const { wechat } = fixture;
  await using wiretap = await tap(wechat.baseUrl);
  const knownTokens = Array.from({ length: 12 }, (_, at) => `token ${at}`);
  await fixture.started({
    apiBase: wiretap.url,
    trustedHosts: [wechat.baseUrl],
    routeTag: "gray",
    login: { knownTokens, onQr: () => void wechat.confirm() },
  });
  const [code, status] = wiretap.calls;
  if (code === undefined || status === undefined) throw new Error("nothing was called");
  expect([code.verb, code.call, headersOf(code)]).toEqual(["POST", "get_bot_qrcode", POST]);
  expect(code.body).toEqual({ local_token_list: knownTokens.slice(0, 10) });
  expect([status.verb, status.call, headersOf(status)]).toEqual(["GET", "get_qrcode_status", APP]);
  // All else goes where the server has said.
  expect(wiretap.calls).toHaveLength(2);
  await wechat.say({ from: USER, text: "hello" });
  await vi.waitFor(() => expect(fixture.received).toHaveLength(1));
});

test("each call of a bot has the official headers and base_info, the CDN none", async () => {
  await using fixture = await openFixture({ uploads: "param", fullUrls: false });
  await using wiretap = await tap(fixture.wechat.baseUrl);
  const adapter = await inChat(fixture, wiretap);
  await adapter.sendTyping?.(USER);
  await adapter.sendFile?.(USER, Buffer.from("a file"), "a.txt");
  const { media } = fixture.wechat.storePlain(Buffer.from("x"));
  await adapter.downloadRaw(await sealed(fixture, media.encrypt_query_param ?? ""));
  await adapter.stop();
  const calls = wiretap.calls.filter((call) => !isCdn(call));
  const names = "msg/notifystart getconfig getupdates sendtyping getuploadurl sendmessage";
  expect(new Set(calls.map(({ call }) => call))).toEqual(
    new Set([...names.split(" "), "msg/notifystop"]),
  );
  const authorization = `Bearer ${fixture.session.token}`;
  for (const call of calls) {
    const { call: name, verb, body } = call;
    const headers = { ...POST, authorization };
    const expected = { name, verb: "POST", headers, body: { base_info } };
    expect({ name, verb, headers: headersOf(call), body }).toMatchObject(expected);
  }
  const numbers = calls.map(({ headers }) =>
    Buffer.from(headers.get("x-wechat-uin") ?? "", "base64").toString(),
  );
  expect(new Set(numbers).size).toBe(calls.length);
  for (const number of numbers) expect(number).toMatch(/^\d{1,10}$/);
  expect(wiretap.calls.filter(isCdn).map((call) => [call.call, headersOf(call)])).toEqual([
    ["c2c/upload", { "content-type": "application/octet-stream" }],
    ["c2c/download", {}],
  ]);
});

test("bodies hold what the official client sends, and nothing else", async () => {
  await using fixture = await openFixture({ uploads: "param" });
  await using wiretap = await tap(fixture.wechat.baseUrl);
  const adapter = await inChat(fixture, wiretap);
  const context_token = fixture.received[0]?.message.contextToken;
  await adapter.sendTyping?.(USER);
  await adapter.cancelTyping?.(USER);
  await adapter.sendImage?.(USER, Buffer.from("sixteen bytes ok"));
  const bodies = (name: string): unknown[] =>
    wiretap.calls.filter(({ call }) => call === name).map(({ body }) => body);
  const typing = { ilink_user_id: USER, typing_ticket: expect.any(String), base_info };
  const [firstPoll] = bodies("getupdates");
  expect(firstPoll).toEqual({ get_updates_buf: "", base_info });
  expect(bodies("msg/notifystart")).toEqual([{ base_info }]);
  expect(bodies("getconfig").at(-1)).toEqual({ ilink_user_id: USER, context_token, base_info });
  const shown = bodies("sendtyping");
  expect(shown.pop()).toEqual({ ...typing, status: 2 });
  // On a slow machine it is shown anew before it is cancelled, and not after that.
  expect(shown.length).toBeGreaterThan(0);
  for (const body of shown) expect(body).toEqual({ ...typing, status: 1 });
  const hex = expect.stringMatching(/^[0-9a-f]{32}$/);
  expect(bodies("getuploadurl")).toEqual([
    {
      filekey: hex,
      media_type: 1,
      to_user_id: USER,
      rawsize: 16,
      rawfilemd5: hex,
      filesize: 32,
      no_need_thumb: true,
      aeskey: hex,
      base_info,
    },
  ]);
  expect(bodies("sendmessage")).toEqual([
    {
      msg: {
        from_user_id: "",
        to_user_id: USER,
        client_id: expect.any(String),
        message_type: 2,
        message_state: 2,
        item_list: [expect.any(Object)],
        context_token,
      },
      base_info,
    },
  ]);
});
