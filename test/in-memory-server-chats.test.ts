/** @module-tag long */
import { beforeAll, describe, expect, test } from "vitest";
import { startExample } from "./running-example.ts";

const USERS = {
  wechat: "someone@im.wechat",
  feishu: "ou_1001",
  wecom: "zhangsan",
  dingtalk: "manager4220",
  telegram: "1001",
} as const;
type Platform = keyof typeof USERS;
const PLATFORMS: Platform[] = ["wechat", "feishu", "wecom", "dingtalk", "telegram"];

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=",
  "base64",
);

let url = "";
beforeAll(async () => {
  const server = startExample("in-memory-server");
  url = await server.url();
  return async () => {
    server.process.kill("SIGINT");
    await server.exited;
  };
});

/** One answer of the server; fields that are not there are undefined. */
interface Answer {
  status: number;
  body: Record<string, unknown>;
}

async function call(path: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(`${url}${path}`, init);
  const body: Record<string, unknown> = JSON.parse(await response.text());
  return { status: response.status, body };
}

async function list(path: string): Promise<Record<string, unknown>[]> {
  const listed: Record<string, unknown>[] = JSON.parse(await (await fetch(`${url}${path}`)).text());
  return listed;
}

const post = (path: string, body?: string | FormData): Promise<Answer> =>
  call(path, { method: "POST", body: body ?? null });
const say = (platform: string, body: unknown): Promise<Answer> =>
  post(`/simulators/${platform}/say`, JSON.stringify(body));

const login = async (): Promise<Record<string, unknown>> =>
  (await call("/simulators/wechat/login")).body;

describe("the QR login of WeChat", () => {
  test("shows a code, a new one when it has expired, and waits for the phone", async () => {
    await expect.poll(async () => (await login())["stage"]).toBe("waiting");
    expect(await say("wechat", { from: USERS.wechat, text: "hello" })).toMatchObject({
      status: 409,
      body: { code: "NOT_LOGGED_IN", error: expect.stringContaining("/simulators/wechat/scan") },
    });
    expect(await post("/simulators/wechat/confirm")).toMatchObject({
      status: 409,
      body: { code: "NOT_SCANNED" },
    });
    const first = await login();
    expect(first["content"]).toMatch(/^https:/);
    const drawing = await fetch(`${url}/simulators/wechat/login.svg`);
    expect(drawing.headers.get("content-type")).toBe("image/svg+xml");
    expect(await drawing.text()).toMatch(/^<svg /);

    expect((await post("/simulators/wechat/expire")).status).toBe(200);
    const second = await login();
    expect(second).toMatchObject({ stage: "waiting", codes: 2 });
    expect(second["content"]).not.toBe(first["content"]);

    expect(await post("/simulators/wechat/scan")).toMatchObject({ body: { stage: "scanned" } });
    expect(await post("/simulators/wechat/scan")).toMatchObject({ status: 409 });
    expect(await post("/simulators/wechat/confirm")).toMatchObject({
      body: { stage: "connected" },
    });
    expect((await call("/simulators/wechat/login.svg")).body["code"]).toBe("NO_QR_CODE");
  });

  test("begins anew after a logout", async () => {
    expect((await post("/simulators/wechat/logout")).status).toBe(200);
    expect((await say("wechat", { from: USERS.wechat, text: "hello" })).status).toBe(409);
    expect((await post("/simulators/wechat/logout")).body["code"]).toBe("NOT_LOGGED_IN");
    await post("/simulators/wechat/scan");
    await post("/simulators/wechat/confirm");
    const platforms = await list("/simulators");
    expect(platforms.map(({ platform, state }) => `${String(platform)} ${String(state)}`)).toEqual(
      PLATFORMS.map((platform) => `${platform} connected`),
    );
    expect((await call("/simulators/telegram/login")).status).toBe(404);
  });
});

describe("one bot on five platforms", () => {
  test.each(PLATFORMS)("answers on %s alike", async (platform) => {
    const from = USERS[platform];
    const before = (await list(`/simulators/${platform}/sent`)).length;
    const sent = (): Promise<Record<string, unknown>[]> =>
      list(`/simulators/${platform}/sent?after=${before}&to=${from}`);
    for (const text of ["你好", "note milk", "notes", "notes file"]) {
      expect((await say(platform, { from, text })).status).toBe(200);
    }
    const form = new FormData();
    form.set("from", from);
    form.set("image", new File([PNG], "dot.png", { type: "image/png" }));
    expect((await post(`/simulators/${platform}/say`, form)).status).toBe(200);
    await say(platform, { from, voice: { base64: PNG.toString("base64"), name: "a.amr" } });
    await say(platform, { from, text: "chart 3 5 2" });
    await expect.poll(sent).toHaveLength(8);

    const [greeting, kept, notes, file, size, image, voice, chart] = await sent();
    expect(greeting?.["text"]).toBe("你好！ 我是 Botwright 机器人。");
    expect(kept?.["text"]).toBe("📒 Note 1 kept.");
    expect(notes?.["text"]).toBe("Your notes\n① milk");
    expect(file).toMatchObject({ type: "file", name: "notes.txt" });
    expect(Buffer.from(String(file?.["base64"]), "base64").toString()).toBe("Your notes:\nmilk\n");
    expect(size?.["text"]).toBe(`Got a picture: ${PNG.length} bytes, PNG`);
    expect(image).toMatchObject({ type: "image", base64: PNG.toString("base64") });
    expect(voice?.["text"]).toBe(`Got a voice message: ${PNG.length} bytes, PNG`);
    expect(chart?.["type"]).toBe("image");

    const view = (await list("/simulators")).find((one) => one["platform"] === platform);
    expect(view).toMatchObject({ state: "connected", simulated: true, user: from });
    const typing = await list(`/simulators/${platform}/typing`);
    const hasTyping = platform !== "wecom" && platform !== "dingtalk";
    expect(typing.map(({ to }) => to)).toEqual(hasTyping ? [from] : []);
    expect(view?.["capabilities"]).toMatchObject({ typing: hasTyping });
  });

  test.each(PLATFORMS.filter((platform) => platform !== "wecom"))(
    "knows on %s which message was quoted",
    async (platform) => {
      const from = `${USERS[platform]}2`;
      await say(platform, { from, text: "note bread" });
      const sent = (): Promise<Record<string, unknown>[]> =>
        list(`/simulators/${platform}/sent?to=${from}`);
      await expect.poll(sent).toHaveLength(1);
      await say(platform, { from, text: "really?", quote: { text: "📒 Note 1 kept." } });
      await expect.poll(sent).toHaveLength(2);
      expect((await sent())[1]?.["text"]).toBe("You answered “📒 Note 1 kept.” with really?");
    },
  );

  test("refuses what it cannot read, in words", async () => {
    const wrongs: [unknown, string][] = [
      [{ text: "no sender" }, "from"],
      [{ from: "1001" }, "text"],
      [{ from: "1001", image: {} }, "image.base64"],
      [{ from: "someone", text: "not an id" }, "user id"],
    ];
    for (const [body, field] of wrongs) {
      expect(await say("telegram", body)).toMatchObject({
        status: 400,
        body: { code: "INVALID_INPUT", error: expect.stringContaining(field) },
      });
    }
    const form = {
      method: "POST",
      body: "no form",
      headers: { "content-type": "multipart/form-data" },
    };
    expect((await call("/simulators/telegram/say", form)).body["code"]).toBe("INVALID_INPUT");
    expect(await say("wecom", { from: "lisi", text: "so?", quote: { text: "a" } })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining("no quote") },
    });
    for (const path of ["say", "scan"]) {
      expect(await post(`/simulators/icq/${path}`, "{}")).toMatchObject({
        status: 404,
        body: { code: "UNKNOWN_PLATFORM", error: expect.stringContaining("telegram") },
      });
    }
    expect(await call("/simulators/icq/sent")).toMatchObject({ status: 404 });
    expect(await call("/nothing")).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
  });
});

describe("the chat page", () => {
  test("is served with everything it names, and nothing from elsewhere", async () => {
    const seen = new Set<string>();
    const load = async (path: string): Promise<void> => {
      if (seen.has(path)) return;
      seen.add(path);
      const response = await fetch(`${url}${path}`);
      expect([path, response.status]).toEqual([path, 200]);
      const text = await response.text();
      expect(text).not.toMatch(/(?:src|href)="https?:|@import|url\(/);
      const named = text.matchAll(/(?:href|src)="([\w.-]+)"|from "\.\/([\w.-]+)"/g);
      for (const [, linked, imported] of named) await load(`/${linked ?? imported}`);
    };
    await load("/");
    expect([...seen].filter((path) => path.endsWith(".js")).length).toBeGreaterThan(3);
    const policy = (await fetch(url)).headers.get("content-security-policy");
    expect(policy).toContain("default-src 'self'");
  });

  test("hears of both sides of a chat, who handled a message, and where files are", async () => {
    const from = "4711";
    const image = { base64: PNG.toString("base64"), name: "dot.png" };
    const said = await say("telegram", { from, image });
    const messages: Record<string, unknown>[] = [];
    let platforms: unknown;
    let handled: unknown;
    for await (const { event, data } of eventsOf(`${url}/events`)) {
      if (event === "platforms") platforms = data;
      if (event === "message" && data["user"] === from) messages.push(data);
      if (event === "handled" && data["id"] === said.body["id"]) handled = data;
      if (handled !== undefined) break;
    }
    expect(platforms).toHaveLength(PLATFORMS.length);
    expect(handled).toMatchObject({ platform: "telegram", by: "media" });
    const { runs }: { runs: unknown[] } = JSON.parse(JSON.stringify(handled));
    expect(runs.at(-1)).toMatchObject({
      plugin: "media",
      status: "handled",
      gas: expect.any(Number),
      memoryBytes: expect.any(Number),
      calls: expect.arrayContaining([
        expect.objectContaining({ operation: "bot.sendImage", ms: expect.any(Number) }),
      ]),
    });
    expect(messages.map(({ by, type }) => `${String(by)} ${String(type)}`)).toEqual([
      "person image",
      "bot text",
      "bot image",
    ]);
    const { url: place }: { url: string } = JSON.parse(JSON.stringify(messages[2]?.["media"]));
    const media = await fetch(`${url}/${place}`);
    expect(media.headers.get("content-type")).toBe("image/png");
    expect(Buffer.from(await media.arrayBuffer())).toEqual(PNG);
  });
});

/** Server-sent events as they come. */
async function* eventsOf(
  address: string,
): AsyncGenerator<{ event: string; data: Record<string, unknown> }> {
  const ended = new AbortController();
  const response = await fetch(address, { signal: ended.signal });
  let text = "";
  try {
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part;
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const [, event = "", data = "{}"] = /^event: (.*)\ndata: (.*)/m.exec(block) ?? [];
        yield { event, data: JSON.parse(data) };
      }
    }
  } finally {
    ended.abort();
  }
}
