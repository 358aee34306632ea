// Long, because each call of the API has its answers and its refusals here.
import { describe, expect, test } from "vitest";
import { startSimulator } from "@botwright/simulators";
import { MemberQuota } from "../src/wecom/quota.ts";
import { askForToken, rawApp } from "./wecom-client.ts";

const agentid = 1_000_002;
const text = (content: string, more: object = {}) => ({
  touser: "zhangsan",
  msgtype: "text",
  agentid,
  text: { content },
  ...more,
});

describe("gettoken", () => {
  test("gives a token, and tells what is wrong in the errcode", async () => {
    await using sim = await startSimulator("wecom");
    const answer = await askForToken(sim);
    expect(answer).toMatchObject({ errcode: 0, errmsg: "ok", expires_in: 7200 });
    expect(String(answer["access_token"])).toHaveLength(512);
    expect(await askForToken(sim, { corpsecret: "x" })).toMatchObject({ errcode: 40001 });
    expect(await askForToken(sim, { corpid: "x" })).toMatchObject({ errcode: 40013 });
    expect(await askForToken(sim, { corpid: "" })).toMatchObject({ errcode: 41002 });
    expect(await askForToken(sim, { corpsecret: "" })).toMatchObject({ errcode: 41004 });
  });

  test.each<[what: string, query: boolean, body: (fields: Record<string, string>) => RequestInit]>([
    ["the address", true, () => ({})],
    ["a form", false, (fields) => ({ body: new URLSearchParams(fields) })],
    [
      "JSON without a content type",
      false,
      (fields) => ({ body: Buffer.from(JSON.stringify(fields)) }),
    ],
  ])("gives a token by POST, with the parameters in %s", async (_what, isQuery, init) => {
    await using sim = await startSimulator("wecom");
    const { corp_id: corpid, secret: corpsecret } = sim.credentials;
    const ask = async (fields: Record<string, string>): Promise<unknown> => {
      const query = isQuery ? `?${new URLSearchParams(fields).toString()}` : "";
      const url = `${sim.baseUrl}/cgi-bin/gettoken${query}`;
      return (await fetch(url, { method: "POST", ...init(fields) })).json();
    };
    expect(await ask({ corpid, corpsecret })).toMatchObject({ errcode: 0, expires_in: 7200 });
    expect(await ask({ corpid, corpsecret: "x" })).toMatchObject({ errcode: 40001 });
    expect(JSON.stringify(sim.requests())).not.toContain(corpsecret);
  });

  test("keeps the tokens and the secret out of the log of requests", async () => {
    await using sim = await startSimulator("wecom");
    const app = await rawApp(sim);
    await app.get("agent/get", { agentid: String(agentid) });
    const log = JSON.stringify(sim.requests());
    expect(log).not.toContain(sim.credentials.secret);
    expect(log).not.toContain(new URL(app.url("x")).searchParams.get("access_token"));
    expect(sim.requests().map(({ call, status }) => [call, status])).toEqual([
      ["gettoken", 200],
      ["agent/get", 200],
    ]);
  });

  test("gives tokens that expire, by themselves and on demand", async () => {
    let now = 1_800_000_000_000;
    await using sim = await startSimulator("wecom", { clock: () => now });
    sim.introduce({ id: "zhangsan", name: "Zhang San" });
    const app = await rawApp(sim);
    const read = () => app.get("user/get", { userid: "ZhangSan" });
    expect(await read()).toMatchObject({ errcode: 0, userid: "zhangsan", name: "Zhang San" });
    now += 7_200_000;
    const expired = await read();
    expect(expired["errcode"]).toBe(42001);
    expect(expired["errmsg"]).toMatch(
      /^access_token expired, hint: \[\d+_\d+_[\da-f]{32}\], from ip: \S+, more info at https:\S+e=42001$/,
    );
    const other = await rawApp(sim);
    sim.fault("expired-token");
    expect(await other.get("user/get", { userid: "zhangsan" })).toMatchObject({ errcode: 42001 });
    const unknown = await fetch(`${sim.baseUrl}/cgi-bin/agent/get?access_token=x&agentid=1`);
    expect(await unknown.json()).toMatchObject({ errcode: 40014 });
    const none = await fetch(`${sim.baseUrl}/cgi-bin/agent/get`);
    expect(await none.json()).toMatchObject({ errcode: 41001 });
  });
});

describe("agent/get and user/get", () => {
  test.each([
    { path: "agent/get", query: { agentid: "1000002" }, answer: { agentid, description: "" } },
    { path: "agent/get", query: {}, answer: { errcode: 41011 } },
    { path: "agent/get", query: { agentid: "app" }, answer: { errcode: 40056 } },
    { path: "agent/get", query: { agentid: "7" }, answer: { errcode: 301_002 } },
    { path: "user/get", query: { userid: "zhangsan" }, answer: { name: "Zhang San", avatar: "" } },
    { path: "user/get", query: { userid: "nobody" }, answer: { errcode: 60111 } },
    { path: "user/get", query: {}, answer: { errcode: 60111 } },
  ])("$path of $query: $answer", async ({ path, query, answer }) => {
    await using sim = await startSimulator("wecom");
    sim.introduce({ id: "zhangsan", name: "Zhang San" });
    const app = await rawApp(sim);
    expect(await app.get(path, { ...query })).toMatchObject({ errcode: 0, ...answer });
  });
});

describe("message/send", () => {
  test("shows a text, cut at 2048 bytes without a word", async () => {
    await using sim = await startSimulator("wecom");
    sim.introduce({ id: "zhangsan" });
    const app = await rawApp(sim);
    const answer = await app.post("message/send", text("你".repeat(700)));
    expect(answer).toMatchObject({ errcode: 0, msgid: expect.any(String) });
    expect(answer).toMatchObject({ invaliduser: "", invalidparty: "", invalidtag: "" });
    expect(sim.sent()).toMatchObject([
      { to: "zhangsan", type: "text", text: "你".repeat(682), messageId: answer["msgid"] },
    ]);
  });

  test.each([
    { what: "an agentid that is no number", body: text("a", { agentid: "app" }), errcode: 40056 },
    { what: "no agentid", body: text("a", { agentid: undefined }), errcode: 41011 },
    { what: "another app's agentid", body: text("a", { agentid: 7 }), errcode: 301_002 },
    { what: "no receiver", body: text("a", { touser: "" }), errcode: 82001 },
    {
      what: "more than 1000 receivers",
      body: text("a", { touser: "zhangsan|".repeat(1001) }),
      errcode: 40058,
    },
    { what: "an unknown receiver", body: text("a", { touser: "nobody" }), errcode: 81013 },
    { what: "another app's agentid as text", body: text("a", { agentid: "7" }), errcode: 301_002 },
    {
      what: "an empty markdown",
      body: text("a", { msgtype: "markdown", markdown: {} }),
      errcode: 44004,
    },
    {
      what: "a card without an address",
      body: text("a", { msgtype: "textcard", textcard: { title: "a", description: "b" } }),
      errcode: 40058,
    },
    {
      what: "news without articles",
      body: text("a", { msgtype: "news", news: {} }),
      errcode: 40058,
    },
    {
      what: "nine articles",
      body: text("a", {
        msgtype: "news",
        news: { articles: Array.from({ length: 9 }, () => ({ title: "a" })) },
      }),
      errcode: 40058,
    },
    {
      what: "an article without a title",
      body: text("a", { msgtype: "news", news: { articles: [{ url: "u" }] } }),
      errcode: 40058,
    },
    { what: "an unknown kind", body: text("a", { msgtype: "smell" }), errcode: 40008 },
    { what: "a kind without its object", body: text("a", { msgtype: "image" }), errcode: 40058 },
    { what: "an empty text", body: text(""), errcode: 44004 },
    {
      what: "no media_id",
      body: text("a", { msgtype: "image", image: {} }),
      errcode: 41006,
    },
    {
      what: "an unknown media_id",
      body: text("a", { msgtype: "image", image: { media_id: "x" } }),
      errcode: 40007,
    },
  ])("refuses $what", async ({ body, errcode }) => {
    await using sim = await startSimulator("wecom");
    sim.introduce({ id: "zhangsan" });
    const app = await rawApp(sim);
    expect(await app.post("message/send", body)).toMatchObject({ errcode });
    expect(sim.sent()).toHaveLength(0);
  });

  test.each([
    { msgtype: "markdown", content: { content: "**a**" }, shown: "**a**" },
    {
      msgtype: "text",
      content: { content: '<a href="https://example.org">a</a> <\u2060a href="b">' },
      shown: 'a <a href="b">',
    },
    {
      msgtype: "textcard",
      content: { title: "a", description: "b", url: "https://example.org", btntxt: "more" },
      shown: "a\nb\nhttps://example.org",
    },
    {
      msgtype: "news",
      content: { articles: [{ title: "a", url: "https://example.org" }, { title: "b" }] },
      shown: "a\nhttps://example.org\nb",
    },
  ])("shows $msgtype as its text", async ({ msgtype, content, shown }) => {
    await using sim = await startSimulator("wecom");
    sim.introduce({ id: "zhangsan" });
    const app = await rawApp(sim);
    const message = { touser: "zhangsan", msgtype, agentid, [msgtype]: content };
    expect(await app.post("message/send", message)).toMatchObject({ errcode: 0 });
    expect(sim.sent()).toMatchObject([{ to: "zhangsan", type: "text", text: shown }]);
  });

  /** What the error list names, and public scripts do nevertheless: the body, the type, the errcode. */
  const LAX = [
    { what: "escapes", spoil: (body: string) => body.replace("?", "\\u4f60"), errcode: 40033 },
    { what: "another content type", type: "text/plain", errcode: 47001 },
    { what: "no content type", type: "", errcode: 47001 },
    {
      what: "an agentid as text",
      spoil: (body: string) => body.replace(`${agentid}`, `"${agentid}"`),
      errcode: 40056,
    },
  ];

  test.each(LAX)("accepts $what, unless it is strict", async ({ spoil, type, errcode }) => {
    for (const strictSends of [false, true]) {
      await using sim = await startSimulator("wecom", { strictSends });
      sim.introduce({ id: "zhangsan" });
      const app = await rawApp(sim);
      const body = JSON.stringify(text("?"));
      const answer = await app.postRaw("message/send", spoil?.(body) ?? body, type);
      expect(answer).toMatchObject({ errcode: strictSends ? errcode : 0 });
      expect(sim.sent()).toHaveLength(strictSends ? 0 : 1);
    }
  });

  test("refuses what is no JSON in UTF-8, but never a backslash in a text", async () => {
    await using sim = await startSimulator("wecom", { strictSends: true });
    sim.introduce({ id: "zhangsan" });
    const app = await rawApp(sim);
    expect(await app.postRaw("message/send", "{")).toMatchObject({ errcode: 47001 });
    const latin = new Uint8Array(Buffer.from(JSON.stringify(text("é")), "latin1"));
    expect(await app.postRaw("message/send", latin)).toMatchObject({ errcode: 40033 });
    expect(sim.sent()).toHaveLength(0);
    expect(await app.post("message/send", text("\\u4f60"))).toMatchObject({ errcode: 0 });
    expect(await app.get("message/send")).toMatchObject({ errcode: 43002 });
  });

  test("names the receivers it does not know, in small letters", async () => {
    await using sim = await startSimulator("wecom");
    sim.introduce({ id: "zhangsan" });
    const app = await rawApp(sim);
    const body = text("hello", { touser: "zhangsan|NoBody" });
    expect(await app.post("message/send", body)).toMatchObject({
      errcode: 0,
      invaliduser: "nobody",
    });
    expect(sim.sent().map(({ to }) => to)).toEqual(["zhangsan"]);
    sim.introduce({ id: "lisi" });
    await app.post("message/send", text("hello", { touser: "@all" }));
    expect(sim.sent().map(({ to }) => to)).toEqual(["zhangsan", "zhangsan", "lisi"]);
  });

  test("drops the 31st message of a minute without a word", async () => {
    let now = 1_800_000_000_000;
    await using sim = await startSimulator("wecom", { clock: () => now });
    sim.introduce({ id: "zhangsan" });
    sim.introduce({ id: "lisi" });
    const app = await rawApp(sim);
    for (let count = 1; count <= 31; count++) {
      expect(await app.post("message/send", text(`${count}`))).toMatchObject({ errcode: 0 });
    }
    await app.post("message/send", text("hello", { touser: "lisi" }));
    expect(sim.sent()).toHaveLength(31);
    expect(sim.dropped().map((message) => message.text)).toEqual(["31"]);
    now += 60_000;
    await app.post("message/send", text("32"));
    expect(sim.sent()).toHaveLength(32);
  });

  test("drops what is above 1000 messages of an hour as well", async () => {
    let now = 1_800_000_000_000;
    const quota = new MemberQuota(() => now);
    const shown = (): boolean => {
      now += 2500;
      return quota.take("zhangsan");
    };
    expect(Array.from({ length: 1000 }, shown)).not.toContain(false);
    expect(shown()).toBe(false);
    now += 3_600_000 - 1001 * 2500;
    expect([shown(), shown()]).toEqual([true, true]);
    expect(quota.take("lisi")).toBe(true);
  });

  test("shows a repeated request once, if asked, within the interval", async () => {
    let now = 1_800_000_000_000;
    await using sim = await startSimulator("wecom", { clock: () => now });
    sim.introduce({ id: "zhangsan" });
    const app = await rawApp(sim);
    await app.post("message/send", text("a"));
    await app.post("message/send", text("a"));
    await app.post("message/send", text("a", { enable_duplicate_check: 1 }));
    await app.post("message/send", text("b", { enable_duplicate_check: 1 }));
    expect(sim.sent().map((message) => message.text)).toEqual(["a", "a", "b"]);
    now += 1_799_999;
    await app.post("message/send", text("b", { enable_duplicate_check: 1 }));
    expect(sim.sent()).toHaveLength(3);
    now += 1;
    await app.post("message/send", text("b", { enable_duplicate_check: 1 }));
    expect(sim.sent()).toHaveLength(4);
    now += 60_000;
    const short = { enable_duplicate_check: 1, duplicate_check_interval: 60 };
    await app.post("message/send", text("b", short));
    expect(sim.sent()).toHaveLength(5);
  });
});

describe("faults", () => {
  test("hit the calls that they name, as often as their options say", async () => {
    await using sim = await startSimulator("wecom");
    sim.introduce({ id: "zhangsan" });
    const app = await rawApp(sim);
    const send = () => app.post("message/send", text("a"));
    sim.fault("rate-limit", { method: "message/send" });
    expect(await app.get("user/get", { userid: "zhangsan" })).toMatchObject({ errcode: 0 });
    expect(await send()).toMatchObject({ errcode: 45009 });
    sim.fault("busy", { errcode: 45033 });
    expect(await send()).toMatchObject({ errcode: 45033 });
    sim.fault("refuse", { errcode: 60020 });
    expect(await send()).toMatchObject({ errcode: 60020 });
    const revoked = sim.fault("revoked-credentials");
    expect(await send()).toMatchObject({ errcode: 40014 });
    expect(await askForToken(sim)).toMatchObject({ errcode: 40001 });
    revoked.end();
    expect(await askForToken(sim)).toMatchObject({ errcode: 0 });
    expect(sim.sent()).toHaveLength(0);
  });

  test("cut, spoil and replace answers", async () => {
    await using sim = await startSimulator("wecom");
    sim.introduce({ id: "zhangsan" });
    const app = await rawApp(sim);
    const send = () => app.post("message/send", text("a"));
    sim.fault("drop-connection");
    await expect(send()).rejects.toThrow(/fetch failed/);
    expect(sim.sent()).toHaveLength(0);
    sim.fault("lost-reply");
    await expect(send()).rejects.toThrow(/fetch failed/);
    expect(sim.sent()).toHaveLength(1);
    sim.fault("garbled");
    await expect(send()).rejects.toThrow(/JSON/);
    sim.fault("server-error", { status: 502 });
    await expect(send()).rejects.toThrow(/JSON/);
    expect(sim.requests().at(-1)?.status).toBe(502);
    const nowhere = await fetch(`${sim.baseUrl}/cgi-bin/nothing`);
    expect(nowhere.status).toBe(404);
  });
});
