/** @module-tag long */
import { once } from "node:events";
import { createServer } from "node:http";
import { startSimulator } from "@botwright/simulators";
import { describe, expect, test } from "vitest";
import { type RunningExample, startExample } from "./running-example.ts";

const startServer = (env?: Record<string, string>, from?: "bundle" | "sources"): RunningExample =>
  startExample("in-memory-server", env, from);

describe("the in-memory server", () => {
  test("says something on each wire that needs no login, and where everything is", async () => {
    await using server = startServer({}, "sources");
    const url = await server.url();
    expect(server.output()).toMatch(/person\s+你好\nbot\s+你好！ 我是 Botwright 机器人。/);
    expect(server.output()).toMatch(/wires\s+Feishu .* WeCom .* DingTalk .* Telegram .* ms\n/);
    for (const platform of ["wechat", "feishu", "wecom", "dingtalk", "telegram"]) {
      expect(server.output()).toMatch(new RegExp(`^${platform} +simulated at http`, "m"));
    }
    const health = await fetch(`${url}/healthz`);
    expect(await health.json()).toMatchObject({
      status: "ok",
      platforms: { wechat: "login", feishu: "connected", telegram: "connected" },
      handled: 4,
    });
    server.process.kill("SIGINT");
    expect(await server.exited).toBe(0);
    expect(server.output()).toContain("4 messages received, 4 handled");
  });

  test("finishes what all platforms have under way, with a page open, after a signal to end", async () => {
    await using server = startServer();
    const url = await server.url();
    for (const step of ["scan", "confirm"]) {
      await fetch(`${url}/simulators/wechat/${step}`, { method: "POST" });
    }
    const page = await fetch(`${url}/events`);
    const senders = {
      wechat: "a@im.wechat",
      feishu: "ou_1",
      wecom: "lisi",
      dingtalk: "manager1",
      telegram: "7",
    };
    const said = Object.entries(senders).flatMap(([platform, from]) =>
      Array.from({ length: 20 }, (_, turn) =>
        fetch(`${url}/simulators/${platform}/say`, {
          method: "POST",
          body: JSON.stringify({ from, text: `note ${turn}` }),
        }),
      ),
    );
    const statuses = (await Promise.all(said)).map(({ status }) => status);
    // Before, the platforms may still have some of them.
    await expect
      .poll(async () => (await fetch(`${url}/healthz`)).json(), { interval: 5, timeout: 110_000 })
      .toMatchObject({ received: 104 });
    server.process.kill("SIGTERM");
    expect(await server.exited).toBe(0);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(server.output()).toContain("104 messages received, 104 handled");
    await page.body?.cancel().catch(() => {});
  });

  test("answers over 1,000 messages of 50 chats, each chat in order, and loses none to SIGTERM", async () => {
    await using simulator = await startSimulator("telegram");
    const env = {
      TELEGRAM_BOT_TOKEN: simulator.credentials.token,
      TELEGRAM_API_BASE: simulator.baseUrl,
    };
    await using server = startServer(env);
    await server.url();
    let said = 0;
    const sayUntil = async (count: number): Promise<void> => {
      for (; said < count; said += 1) {
        await simulator.say({ from: String(1000 + (said % 50)), text: `hello ${said}` });
      }
    };
    await sayUntil(1000);
    await simulator.waitForSent(200, { timeoutMs: 110_000 });
    server.process.kill("SIGTERM");
    expect(await server.exited).toBe(0);
    const acknowledged = 1000 - simulator.pending();
    expect(simulator.sent()).toHaveLength(acknowledged);

    // What was not acknowledged is still the platform's, and goes to the next process.
    await sayUntil(1200);
    await using next = startServer(env);
    await next.url();
    const sent = await simulator.waitForSent(1200, { timeoutMs: 110_000 });
    for (let chat = 0; chat < 50; chat += 1) {
      const answers = sent.filter(({ to }) => to === String(1000 + chat));
      const numbers = answers.map(({ text = "" }) => Number(/\d+$/.exec(text)?.[0]));
      expect(numbers).toEqual(Array.from({ length: 24 }, (_, turn) => turn * 50 + chat));
    }
    next.process.kill("SIGTERM");
    expect(await next.exited).toBe(0);
    expect(simulator.pending()).toBe(0);
    expect(simulator.sent()).toHaveLength(1200);
  });

  test("takes real bots by their environment; simulators play the others", async () => {
    await using feishu = await startSimulator("feishu");
    await using telegram = await startSimulator("telegram");
    await using server = startServer({
      FEISHU_APP_ID: feishu.credentials.app_id,
      FEISHU_APP_SECRET: feishu.credentials.app_secret,
      FEISHU_API_BASE: feishu.baseUrl,
      TELEGRAM_BOT_TOKEN: telegram.credentials.token,
      TELEGRAM_API_BASE: telegram.baseUrl,
    });
    const url = await server.url();
    await feishu.say({ from: "ou_1", text: "hello" });
    await telegram.say({ from: "1", text: "hello" });
    expect((await feishu.waitForSent(1))[0]?.text).toBe("Hello! I am a Botwright bot.");
    expect((await telegram.waitForSent(1))[0]?.text).toBe("Hello! I am a Botwright bot.");
    const health = await fetch(`${url}/healthz`);
    expect(await health.json()).toMatchObject({ simulated: ["wechat", "wecom", "dingtalk"] });
    const refused = await fetch(`${url}/simulators/telegram/sent`);
    expect(refused.status).toBe(404);
    expect(await refused.json()).toMatchObject({ code: "NOT_SIMULATED" });
  });

  test("says in one line what is wrong: port, credentials, network", async () => {
    const busy = createServer().listen(0, "127.0.0.1");
    await once(busy, "listening");
    const address = busy.address();
    const port = typeof address === "object" ? String(address?.port) : "";
    await using simulator = await startSimulator("telegram");
    const wrongs: [Record<string, string>, RegExp][] = [
      [{ PORT: port }, /^error .*Port \d+ is in use/m],
      [{ PORT: "many" }, /^error .*PORT must be a number/m],
      [
        { DINGTALK_APP_KEY: "key" },
        /^error .*DINGTALK_APP_SECRET is missing: the AppSecret .*DINGTALK_ROBOT_CODE is missing/m,
      ],
      [{ WECOM_SECRET: "x" }, /^error .*WECOM_CORP_ID is missing.*WECOM_TOKEN is missing/m],
      [
        { TELEGRAM_BOT_TOKEN: "1:wrong", TELEGRAM_API_BASE: simulator.baseUrl },
        /^error .*check TELEGRAM_BOT_TOKEN/m,
      ],
      [
        { TELEGRAM_BOT_TOKEN: "bad" },
        /^error .*TELEGRAM_BOT_TOKEN has the wrong form: it looks like/m,
      ],
      [{ TELEGRAM_BOT_TOKEN: "1:any", TELEGRAM_API_BASE: `http://127.0.0.1:${port}1` }, /^error /m],
    ];
    for (const [env, line] of wrongs) {
      await using server = startServer(env);
      expect(await server.exited).toBe(1);
      const errors = server
        .output()
        .split("\n")
        .filter((text) => !/^(wechat|feishu|wecom|dingtalk|telegram|plugins) /.test(text));
      expect(errors.join("\n").trim()).toMatch(line);
      expect(errors.join("\n").trim().split("\n")).toHaveLength(1);
    }
    busy.close();
  });
});
