import { describe, expect, test } from "vitest";
import { startSimulator, type WechatSimulator } from "@botwright/simulators";
import { at } from "./raw-bot.ts";
import { rawBot } from "./wechat-bot.ts";

const POST = {
  "content-type": "application/json",
  authorizationtype: "ilink_bot_token",
  "x-wechat-uin": "MTAwMDAwMA==",
};

/** Asks for a code as newer clients do. */
async function askCode(
  sim: WechatSimulator,
  body: object = { local_token_list: [] },
  headers: Record<string, string> = POST,
): Promise<unknown> {
  const url = `${sim.baseUrl}/ilink/bot/get_bot_qrcode?bot_type=3`;
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  return response.json();
}

/** Asks for the status of a code, at the host of the moment. */
const statusOf =
  (sim: WechatSimulator, code: unknown) =>
  async (verifyCode = "", root: string = sim.baseUrl): Promise<unknown> => {
    const verify = verifyCode === "" ? "" : `&verify_code=${verifyCode}`;
    const query = `qrcode=${String(at(code, "qrcode"))}${verify}`;
    return (await fetch(`${root}/ilink/bot/get_qrcode_status?${query}`)).json();
  };

describe("codes", () => {
  test("are asked for by GET too", async () => {
    await using sim = await startSimulator("wechat");
    const response = await fetch(`${sim.baseUrl}/ilink/bot/get_bot_qrcode?bot_type=3`);
    expect(await response.json()).toEqual({
      qrcode: expect.stringMatching(/^[0-9a-f]{32}$/),
      qrcode_img_content: expect.stringMatching(/^https:/),
    });
  });

  test.each<[what: string, body: object, headers?: Record<string, string>]>([
    ["no list of tokens", {}],
    ["tokens that are no texts", { local_token_list: [1] }],
    ["more than ten tokens", { local_token_list: Array(11).fill("token") }],
    ["base_info", { local_token_list: [], base_info: { channel_version: "2.4.9" } }],
    ["the headers of a GET", { local_token_list: [] }, { "content-type": "application/json" }],
  ])("are refused with %s", async (_what, body, headers) => {
    await using sim = await startSimulator("wechat");
    expect(await askCode(sim, body, headers)).toMatchObject({ ret: -2 });
  });
});

describe("the phone", () => {
  test("cannot scan what is not shown", async () => {
    await using sim = await startSimulator("wechat");
    expect(() => sim.scan()).toThrow("No QR code");
    expect(() => sim.setCallback("http://127.0.0.1")).toThrow("polls");
  });

  test("moves a code from wait to scaned to confirmed", async () => {
    await using sim = await startSimulator("wechat", { holdMs: 20 });
    const status = statusOf(sim, await askCode(sim));
    expect(await status()).toEqual({ status: "wait" });
    sim.scan();
    expect(await status()).toEqual({ status: "scaned" });
    const session = sim.confirm();
    expect(await status()).toEqual({
      status: "confirmed",
      bot_token: session.token,
      ilink_bot_id: session.bot_id,
      ilink_user_id: sim.ownerId,
      baseurl: sim.baseUrl,
    });
  });

  test("holds the status of a code until there is news", async () => {
    await using sim = await startSimulator("wechat", { holdMs: 60_000 });
    const held = statusOf(sim, await askCode(sim))();
    await expect.poll(() => sim.requests()).toHaveLength(2);
    sim.expire();
    expect(await held).toEqual({ status: "expired" });
  });

  test("shows digits: right ones lead on, the third wrong ones end the code", async () => {
    await using sim = await startSimulator("wechat", { holdMs: 0 });
    const status = statusOf(sim, await askCode(sim));
    sim.scan({ verifyCode: "42" });
    expect(await status()).toEqual({ status: "need_verifycode" });
    expect(await status("24")).toEqual({ status: "need_verifycode" });
    expect(await status("42")).toEqual({ status: "scaned" });
    const another = statusOf(sim, await askCode(sim));
    sim.scan({ verifyCode: "42" });
    for (const expected of ["need_verifycode", "need_verifycode", "verify_code_blocked"]) {
      expect(await another("24")).toEqual({ status: expected });
    }
  });

  test("sends the bot to another host, and tells more only there", async () => {
    await using sim = await startSimulator("wechat", { holdMs: 0 });
    const status = statusOf(sim, await askCode(sim));
    sim.scan({ redirect: true });
    const sentOn = {
      status: "scaned_but_redirect",
      redirect_host: new URL(sim.redirectUrl).host,
    };
    expect(await status()).toEqual(sentOn);
    expect(await status("", sim.redirectUrl)).toEqual({ status: "scaned" });
    sim.confirm();
    expect(await status()).toEqual(sentOn);
    expect(await status("", sim.redirectUrl)).toMatchObject({ status: "confirmed" });
  });

  test("binds no bot twice whose token is known and valid", async () => {
    await using sim = await startSimulator("wechat", { holdMs: 0 });
    const { token } = sim.bind();
    const status = statusOf(sim, await askCode(sim, { local_token_list: ["old", token] }));
    expect(sim.confirm().token).toBe(token);
    expect(await status()).toEqual({ status: "binded_redirect" });
    const other = statusOf(sim, await askCode(sim, { local_token_list: ["old"] }));
    const session = sim.confirm();
    expect(session.token).not.toBe(token);
    expect(await other()).toMatchObject({ status: "confirmed", bot_token: session.token });
  });

  test("takes the bot over: the held poll of the old session ends with -14", async () => {
    await using sim = await startSimulator("wechat", { holdMs: 60_000 });
    const held = rawBot(sim).json("getupdates", { get_updates_buf: "" });
    await askCode(sim);
    await expect.poll(() => sim.requests()).toHaveLength(2);
    sim.confirm();
    expect(await held).toEqual({ errcode: -14, errmsg: "session timeout" });
  });
});

test("the phone takes no code that has expired", async () => {
  await using sim = await startSimulator("wechat");
  await fetch(`${sim.baseUrl}/ilink/bot/get_bot_qrcode?bot_type=3`);
  sim.expire();
  expect(() => sim.scan()).toThrow("The newest QR code has expired");
  expect(() => sim.confirm()).toThrow("The newest QR code has expired");
});
