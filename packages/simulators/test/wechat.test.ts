import { describe, expect, test } from "vitest";
import { startSimulator } from "@botwright/simulators";
import { at } from "./raw-bot.ts";
import { rawBot, text, USER } from "./wechat-bot.ts";

const OFFICIAL = { "iLink-App-Id": "bot", "iLink-App-ClientVersion": "132105" };

const agent = (bot_agent: unknown): object => ({
  base_info: { channel_version: "2.4.9", bot_agent },
});

describe("calls", () => {
  const user = { ilink_user_id: USER };

  test.each<[what: string, headers: Record<string, string>, body: object]>([
    ["the headers of older clients", {}, {}],
    ["the headers of the official client", OFFICIAL, {}],
    ["a version without an id", { "iLink-App-ClientVersion": "1" }, {}],
    ["a context token", {}, { context_token: "one" }],
    ["the name of a bot", {}, agent("Botwright/1.0.0")],
    ["a row of names", {}, agent("My.Bot/1.0+2 (on a ship, at sea) node/24 OpenClaw/2.4.9 (x)")],
    ["the bare name that the official client sends", {}, agent("OpenClaw")],
    ["an empty name", {}, agent("")],
    ["a name with a blank at its end", {}, agent("Botwright/1.0 ")],
    ["a name of 33 characters", {}, agent(`${"x".repeat(33)}/1`)],
    ["a remark in two brackets", {}, agent("Botwright/1 ((x))")],
    ["a remark in Chinese", {}, agent("Botwright/1 (机器人)")],
    ["a row of names above 256 bytes", {}, agent(Array(50).fill("Bot/1").join(" "))],
  ])("are taken with %s", async (_what, headers, body) => {
    await using sim = await startSimulator("wechat");
    const { text: answer } = await rawBot(sim).call("getconfig", { ...user, ...body }, { headers });
    expect(JSON.parse(answer)).toEqual({ ret: 0, typing_ticket: expect.any(String) });
  });

  test.each<[what: string, headers: Record<string, string>, body: object]>([
    ["a number that is none", { "x-wechat-uin": "bm90IGEgbnVtYmVy" }, {}],
    ["a number above 32 bits", { "x-wechat-uin": "NDI5NDk2NzI5Ng==" }, {}],
    ["a number that is not in base64", { "x-wechat-uin": "1000000" }, {}],
    ["another kind of authorization", { authorizationtype: "Bearer" }, {}],
    ["a body that is no JSON", { "content-type": "text/plain" }, {}],
    ["the id of another app", { ...OFFICIAL, "iLink-App-Id": "app" }, {}],
    ["an id without a version", { "iLink-App-Id": "bot" }, {}],
    ["a version with dots", { ...OFFICIAL, "iLink-App-ClientVersion": "2.4.9" }, {}],
    ["a version above 24 bits", { "iLink-App-ClientVersion": "16777216" }, {}],
    ["no base_info", {}, { base_info: undefined }],
    ["no version in base_info", {}, { base_info: {} }],
    ["a context token that is no text", {}, { context_token: 1 }],
    ["no user", {}, { ilink_user_id: "" }],
  ])("are refused with %s", async (_what, headers, body) => {
    await using sim = await startSimulator("wechat");
    const { text: answer } = await rawBot(sim).call("getconfig", { ...user, ...body }, { headers });
    expect(JSON.parse(answer)).toMatchObject({ ret: -2 });
  });

  test.each(["getupdates", "sendmessage", "getuploadurl", "getconfig", "msg/notifystart"])(
    "to %s need the token of the session",
    async (path) => {
      await using sim = await startSimulator("wechat");
      const { text: answer } = await rawBot(sim, "another").call(path);
      expect(answer).toBe('{"errcode":-14,"errmsg":"session timeout"}');
    },
  );

  test("that announce start and stop are answered with ret 0", async () => {
    await using sim = await startSimulator("wechat");
    const bot = rawBot(sim);
    expect(await bot.json("msg/notifystart")).toEqual({ ret: 0 });
    expect(await bot.json("msg/notifystop")).toEqual({ ret: 0 });
  });

  test("by OPTIONS go through the same checks", async () => {
    await using sim = await startSimulator("wechat");
    const options = { method: "OPTIONS" };
    const answer = await rawBot(sim, "another").call("getconfig", user, options);
    expect(answer.text).toContain("-14");
    expect((await rawBot(sim).call("getconfig", {}, options)).text).toContain("-2");
  });

  test.each([
    "/ilink/bot/upload",
    "/getconfig",
    "/ilink/bot/c2c/upload",
    "/ilink/bot/",
    "/c2c/other",
    "/",
  ])("to %s are answered 404, with nothing", async (path) => {
    await using sim = await startSimulator("wechat");
    const response = await fetch(sim.baseUrl + path, { method: "POST", body: "no JSON" });
    expect([response.status, await response.text()]).toEqual([404, ""]);
  });

  test("end with -14 in an answer that few can read, when a fault says so", async () => {
    await using sim = await startSimulator("wechat");
    const bot = rawBot(sim);
    sim.fault("revoked-credentials", { brokenLength: true });
    await expect(bot.call("getconfig", user)).rejects.toThrow("fetch failed");
    expect(sim.requests().at(-1)?.status).toBe(200);
  });
});

describe("getupdates", () => {
  test("writes ids as bare numbers of 19 digits, and no ret", async () => {
    await using sim = await startSimulator("wechat");
    const said = await sim.say({ from: USER, text: "早" });
    const { text: body } = await rawBot(sim).call("getupdates", { get_updates_buf: "" });
    expect(said.id).toMatch(/^\d{19}$/);
    expect(body).toContain(`"message_id":${said.id},`);
    expect(body).not.toContain('"ret"');
    expect(at(JSON.parse(body), "msgs", 0, "item_list", 0, "text_item", "text")).toBe("早");
  });

  test("writes all fields in the order of the real server", async () => {
    await using sim = await startSimulator("wechat");
    await sim.say({ from: USER, text: "早" });
    const body = await rawBot(sim).json("getupdates", { get_updates_buf: "" });
    const keys = (...path: (string | number)[]): string =>
      Object.keys(at(body, ...path) ?? {}).join();
    expect(keys()).toBe("msgs,sync_buf,get_updates_buf");
    expect(keys("msgs", 0)).toBe(
      "seq,message_id,from_user_id,to_user_id,client_id,create_time_ms,update_time_ms," +
        "delete_time_ms,session_id,group_id,message_type,message_state,item_list,context_token," +
        "root_id,parent_id",
    );
    expect(keys("msgs", 0, "item_list", 0)).toBe(
      "type,create_time_ms,update_time_ms,is_completed,msg_id,button_item_list," +
        "at_bot_username_list,text_item",
    );
    expect(at(body, "msgs", 0)).toMatchObject({
      delete_time_ms: 0,
      session_id: "",
      group_id: "",
      message_type: 1,
      message_state: 2,
      context_token: expect.stringMatching(/^[\w+/]{136}$/),
      item_list: [{ is_completed: true, msg_id: expect.stringMatching(/^v1:\d{20}$/) }],
    });
  });

  test.each([
    ["unconfirmed", 1],
    ["nothing", 0],
    ["everything", 3],
  ] as const)("gives %s to an empty cursor", async (emptyCursor, count) => {
    await using sim = await startSimulator("wechat", { holdMs: 0, emptyCursor });
    const bot = rawBot(sim);
    for (const words of ["one", "two"]) await sim.say({ from: USER, text: words });
    const seen = at(await bot.json("getupdates", { get_updates_buf: "" }), "get_updates_buf");
    await bot.json("getupdates", { get_updates_buf: seen });
    await sim.say({ from: USER, text: "three" });
    expect(at(await bot.json("getupdates", { get_updates_buf: "" }), "msgs")).toHaveLength(count);
  });

  test("gives a new cursor also with nothing", async () => {
    await using sim = await startSimulator("wechat", { holdMs: 0 });
    const bot = rawBot(sim);
    const first = at(await bot.json("getupdates", { get_updates_buf: "" }), "get_updates_buf");
    const next = await bot.json("getupdates", { get_updates_buf: first });
    expect(at(next, "msgs")).toEqual([]);
    expect(at(next, "get_updates_buf")).not.toBe(first);
  });

  test.each([
    ["id", { message_item: { type: 0, msg_id: expect.any(String) } }],
    ["item", { message_item: { type: 1, text_item: { text: "早" } } }],
    ["server-id", { svr_id: expect.any(Number) }],
  ] as const)("quotes by %s", async (quotes, reference) => {
    await using sim = await startSimulator("wechat", { quotes });
    await sim.say({ from: USER, text: "是", quote: { text: "早" } });
    const body = await rawBot(sim).json("getupdates", { get_updates_buf: "" });
    expect(at(body, "msgs", 0, "item_list", 0, "ref_msg")).toMatchObject(reference);
  });

  test("quotes the newest of the chat, of one author if named, and none of other chats", async () => {
    await using sim = await startSimulator("wechat");
    const bot = rawBot(sim);
    const mine = await sim.say({ from: USER, text: "tea?" });
    const other = await sim.say({ from: "other@im.wechat", text: "tea?" });
    const sent = at(await bot.send(text("tea?")), "message_id");
    await sim.say({ from: USER, text: "1", quote: { text: "tea?" } });
    await sim.say({ from: USER, text: "2", quote: { text: "tea?", from: USER } });
    const newest = await sim.say({ from: USER, text: "tea?" });
    await sim.say({ from: USER, text: "3", quote: { text: "tea?" } });
    await sim.say({ from: "third@im.wechat", text: "4", quote: { text: "tea?" } });
    const { text: json } = await bot.call("getupdates", { get_updates_buf: "" });
    // As text: the ids are beyond what a number can hold.
    const quoted = [...json.matchAll(/"type":0,[^{}]*?"msg_id":"(\d+)"/g)].map(([, id]) => id);
    expect(sent).toBeDefined();
    expect(quoted).toHaveLength(4);
    expect([quoted[1], quoted[2]]).toEqual([mine.messageId, newest.messageId]);
    expect([mine.messageId, other.messageId, newest.messageId]).not.toContain(quoted[0]);
    expect([mine.messageId, other.messageId, newest.messageId, quoted[0]]).not.toContain(quoted[3]);
  });

  test("gives twenty at most, again for the same cursor, and takes the next as receipt", async () => {
    await using sim = await startSimulator("wechat", { holdMs: 0 });
    const bot = rawBot(sim);
    for (let count = 0; count < 25; count++) await sim.say({ from: USER, text: "hi" });
    const first = await bot.json("getupdates", { get_updates_buf: "" });
    const again = await bot.json("getupdates", { get_updates_buf: "" });
    expect(at(first, "msgs")).toHaveLength(20);
    expect(at(again, "msgs", 0)).toEqual(at(first, "msgs", 0));
    expect(sim.pending()).toBe(25);
    const cursor = at(first, "get_updates_buf");
    const rest = await bot.json("getupdates", { get_updates_buf: cursor });
    expect(at(rest, "msgs")).toHaveLength(5);
    expect(sim.pending()).toBe(5);
  });

  test("refuses the cursor of another session, and ends the poll of one", async () => {
    await using sim = await startSimulator("wechat", { holdMs: 5000 });
    const old = rawBot(sim);
    await sim.say({ from: USER, text: "hi" });
    const cursor = at(await old.json("getupdates", { get_updates_buf: "" }), "get_updates_buf");
    const held = old.json("getupdates", { get_updates_buf: cursor });
    await expect.poll(() => sim.pending()).toBe(0);
    const next = rawBot(sim);
    expect(await held).toMatchObject({ errcode: -14 });
    expect(await next.json("getupdates", { get_updates_buf: cursor })).toEqual({ ret: -3 });
  });

  test("serves one poller: an older poll ends empty", async () => {
    await using sim = await startSimulator("wechat", { holdMs: 2000, longpollingTimeoutMs: 900 });
    const bot = rawBot(sim);
    const first = bot.json("getupdates", { get_updates_buf: "" });
    await expect.poll(() => sim.requests()).toHaveLength(1);
    const second = bot.json("getupdates", { get_updates_buf: "" });
    expect(await first).toMatchObject({ msgs: [], longpolling_timeout_ms: 900 });
    await sim.say({ from: USER, text: "for the second" });
    expect(at(await second, "msgs")).toHaveLength(1);
  });
});
