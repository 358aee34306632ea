import { describe, expect, test } from "vitest";
import { eventsOf, openPage, PNG } from "./open-page.ts";

describe("the files", () => {
  test("are there with everything they name, and may load nothing from elsewhere", async () => {
    const { get } = await openPage();
    const seen = new Set<string>();
    const load = async (path: string): Promise<void> => {
      if (seen.has(path)) return;
      seen.add(path);
      const response = await get(path);
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get("content-security-policy")).toContain("default-src 'self'");
      const text = await response.text();
      expect(text).not.toMatch(/(?:src|href)="https?:|@import|url\(/);
      const named = text.matchAll(/(?:href|src)="([\w.-]+)"|from "\.\/([\w.-]+)"/g);
      for (const [, linked, imported] of named) await load(`/${linked ?? imported}`);
    };
    await load("/");
    expect([...seen].filter((path) => path.endsWith(".js")).length).toBeGreaterThan(5);
    expect((await get("/details.css")).headers.get("content-type")).toMatch(/^text\/css/);
    expect((await get("/", { method: "HEAD" })).status).toBe(200);
  });

  test("leave all other paths to others", async () => {
    const { page, get } = await openPage();
    for (const path of [
      "/healthz",
      "/simulator",
      "/page.html",
      "/assets/page.js",
      "/../page.js/x",
    ]) {
      expect(page.fetch(new Request(`http://127.0.0.1${path}`))).toBeUndefined();
    }
    expect(await (await get("/healthz")).text()).toBe("somebody else");
  });
});

describe("the chat", () => {
  test("is heard on the wire, and the answers are listed", async () => {
    const { say, json, reply, telegram } = await openPage();
    expect(await json("/simulators")).toMatchObject([
      {
        platform: "telegram",
        title: "Telegram",
        simulated: true,
        state: "connected",
        user: "1001",
      },
      { platform: "dingtalk", title: "DingTalk", user: "manager4220", capabilities: {} },
    ]);
    const said = await say("telegram", { from: 1001, text: "hello" });
    expect(said).toMatchObject({ status: 200, body: { id: expect.any(String) } });
    expect(telegram.pending()).toBe(1);
    await reply("1001", "first");
    await reply("1001", "second");
    expect(await json("/simulators/telegram/sent")).toHaveLength(2);
    expect(await json("/simulators/telegram/sent?after=1&to=1001")).toMatchObject([
      { to: "1001", type: "text", text: "second" },
    ]);
    expect(await json("/simulators/telegram/sent?to=7")).toEqual([]);
    expect(await json("/simulators/telegram/typing")).toEqual([]);
  });

  test("takes files from forms and from JSON, and shows them without harm", async () => {
    const { url, post, say } = await openPage();
    const form = new FormData();
    form.set("from", "1001");
    form.set("image", new File([PNG], "dot.png", { type: "image/png" }));
    expect((await post("/simulators/telegram/say", form)).status).toBe(200);
    const page = { base64: Buffer.from("<script>").toString("base64"), mime: "text/html" };
    await say("telegram", { from: "1001", file: page, caption: "look" });
    const { messages } = await eventsOf(url, ({ messages: all }) => all.length === 2);
    expect(messages).toMatchObject([
      { by: "person", type: "image", media: { name: "dot.png", size: PNG.length } },
      { by: "person", type: "file", text: "look", media: { size: 8 } },
    ]);
    const files = await Promise.all(
      messages.map(({ media }) => fetch(`${url}/${String(Object(media)["url"])}`)),
    );
    expect(files.map(({ headers }) => headers.get("content-type"))).toEqual([
      "image/png",
      "application/octet-stream",
    ]);
    for (const { headers } of files) {
      expect(headers.get("content-disposition")).toBe("attachment");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    }
    expect(Buffer.from((await files[0]?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(PNG);
    expect((await fetch(`${url}/simulators/dingtalk/media/0`)).status).toBe(404);
    expect((await fetch(`${url}/simulators/telegram/media/9`)).status).toBe(404);
  });

  test("refuses what it cannot follow, in words", async () => {
    const { say, post, call } = await openPage();
    const wrongs: [unknown, string][] = [
      [{ text: "no sender" }, "from"],
      [{ from: "1001" }, "text"],
      [{ from: "1001", image: {} }, "image.base64"],
      [{ from: "1001", text: "a", quote: "b" }, "body.quote must be an object"],
      [{ from: "1001", text: "a", quote: {} }, "quote.text"],
      [{ from: "1001", text: "a", image: { base64: "YQ==" } }, "one of text, image"],
      [{ from: "1001", text: "a", quoted: "b" }, "body.quoted is not known"],
      [{ from: "1001", image: { base64: "YQ==" }, caption: 1 }, "caption must be a text"],
      [{ from: "1001", image: { base64: "!" } }, "image.base64"],
      [{ from: "", text: "a" }, "`from` must be"],
      [{ from: "someone", text: "not an id" }, "user id"],
      ["no object", "must be an object"],
    ];
    for (const [body, words] of wrongs) {
      expect(await say("telegram", body)).toMatchObject({
        status: 400,
        body: { code: "INVALID_INPUT", error: expect.stringContaining(words) },
      });
    }
    const init = { body: "{", headers: { "content-type": "multipart/form-data" } };
    for (const body of [{ body: "{" }, init]) {
      const answer = await call("/simulators/telegram/say", { method: "POST", ...body });
      expect(answer).toMatchObject({ status: 400, body: { code: "INVALID_INPUT" } });
    }
    // Only one byte: of a body that is not read to its end, the server may cut the connection before the answer arrives.
    const large = await post("/simulators/telegram/say", " ".repeat(32 * 1024 * 1024 + 1));
    expect(large).toMatchObject({ status: 413, body: { code: "TOO_LARGE" } });
    for (const path of ["/simulators/icq/say", "/simulators/icq/sent", "/simulators/icq"]) {
      expect(await call(path)).toMatchObject({
        status: 404,
        body: { code: "UNKNOWN_PLATFORM", error: expect.stringContaining("telegram, dingtalk") },
      });
    }
    expect(await call("/simulators/telegram/dance")).toMatchObject({
      status: 404,
      body: { code: "NOT_FOUND" },
    });
    expect(await call("/simulators/telegram/login")).toMatchObject({ status: 404 });
    expect(await call("/simulators/telegram/say")).toMatchObject({
      status: 405,
      body: { code: "METHOD_NOT_ALLOWED" },
    });
    const headers = { "sec-fetch-site": "cross-site" };
    const body = JSON.stringify({ from: "1001", text: "from elsewhere" });
    expect(await call("/simulators/telegram/say", { method: "POST", body, headers })).toMatchObject(
      { status: 403, body: { code: "CROSS_SITE" } },
    );
  });

  test("has no people where the platform is the real one", async () => {
    const { say, call, page, json } = await openPage({ isReal: true });
    expect(await json("/simulators")).toMatchObject([
      { simulated: false, sent: 0, typing: [] },
      {},
    ]);
    const refusal = { status: 404, body: { code: "NOT_SIMULATED" } };
    expect(await say("telegram", { from: "1001", text: "hello" })).toMatchObject(refusal);
    expect(await call("/simulators/telegram/sent")).toMatchObject(refusal);
    await expect(page.say("telegram", { from: "1", text: "a" })).rejects.toMatchObject({
      code: "NOT_SIMULATED",
    });
  });
});
