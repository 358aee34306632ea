import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { startSimulator } from "@botwright/simulators";
import { afterEach, describe, expect, test } from "vitest";
import { root } from "./house.ts";

/** A process of the reference server, as `npm start` runs it. */
interface Running {
  process: ChildProcess;
  output: () => string;
  exited: Promise<number | null>;
}

const started: ChildProcess[] = [];

afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

function start(env: Record<string, string> = {}): Running {
  const child = spawn(
    "node",
    ["--conditions=@botwright/source", "examples/reference-server/main.ts"],
    { cwd: root, env: { ...process.env, PORT: "0", ...env }, stdio: ["ignore", "pipe", "pipe"] },
  );
  started.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  const exited = once(child, "close").then(() => child.exitCode);
  return { process: child, output: () => output, exited };
}

/** The base URL, once the server has said where it is. */
async function urlOf(running: Running): Promise<string> {
  const find = () => /http:\/\/127\.0\.0\.1:\d+(?=\/healthz)/.exec(running.output())?.[0];
  await expect.poll(find, { timeout: 30_000 }).toBeDefined();
  return find() ?? "";
}

interface Sent {
  to: string;
  text: string;
}

async function say(url: string, body: unknown): Promise<Response> {
  return fetch(`${url}/simulators/telegram/say`, { method: "POST", body: JSON.stringify(body) });
}

async function sentTo(url: string, to: string): Promise<Sent[]> {
  const response = await fetch(`${url}/simulators/telegram/sent?to=${to}`);
  const sent: Sent[] = JSON.parse(await response.text());
  return sent;
}

describe("npm start", () => {
  test("answers over HTTP: greeting, notes that last, a picture's size and type", async () => {
    const running = start();
    const url = await urlOf(running);
    expect(running.output()).toMatch(/person\s+你好\nbot\s+你好！ 我是 Botwright 机器人。/);

    for (const text of ["你好", "note milk", "note 面包", "notes"])
      await say(url, { from: "1001", text });
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    await say(url, { from: "1001", image: { base64: png.toString("base64") } });
    await expect.poll(() => sentTo(url, "1001")).toHaveLength(5);
    expect((await sentTo(url, "1001")).map(({ text }) => text)).toEqual([
      "你好！ 我是 Botwright 机器人。",
      "📒 Note 1 kept.",
      "📒 Note 2 kept.",
      "Your notes\n① milk\n② 面包",
      "bytes type\n8 PNG",
    ]);

    const health = await fetch(`${url}/healthz`);
    expect(await health.json()).toMatchObject({ status: "ok", simulated: true, handled: 6 });
    expect(await (await fetch(url)).text()).toContain("<title>Botwright");

    running.process.kill("SIGINT");
    expect(await running.exited).toBe(0);
    expect(running.output()).toContain("6 messages received, 6 handled");
  });

  test("refuses what it cannot read, in words", async () => {
    const running = start();
    const url = await urlOf(running);
    const wrongs: [unknown, string][] = [
      [{ text: "no sender" }, "from"],
      [{ from: "1001" }, "text"],
      [{ from: "1001", image: {} }, "image.base64"],
      [{ from: "someone", text: "not an id" }, "user id"],
    ];
    for (const [body, field] of wrongs) {
      const response = await say(url, body);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        code: "INVALID_INPUT",
        error: expect.stringContaining(field),
      });
    }
    expect((await fetch(`${url}/nothing`)).status).toBe(404);
  });

  test("answers over 1,000 messages of 50 chats, each chat in order, and loses none to SIGTERM", async () => {
    const simulator = await startSimulator("telegram");
    try {
      const running = start({
        TELEGRAM_BOT_TOKEN: simulator.credentials.token,
        TELEGRAM_API_BASE: simulator.baseUrl,
      });
      await urlOf(running);
      let said = 0;
      const sayUntil = async (count: number): Promise<void> => {
        for (; said < count; said += 1) {
          await simulator.say({ from: String(1000 + (said % 50)), text: `hello ${said}` });
        }
      };
      await sayUntil(1000);
      await simulator.waitForSent(200, { timeoutMs: 30_000 });
      running.process.kill("SIGTERM");
      expect(await running.exited).toBe(0);
      const acknowledged = 1000 - simulator.pending();
      expect(simulator.sent()).toHaveLength(acknowledged);

      // What was not acknowledged is still the platform's, and goes to the next process.
      await sayUntil(1200);
      const next = start({
        TELEGRAM_BOT_TOKEN: simulator.credentials.token,
        TELEGRAM_API_BASE: simulator.baseUrl,
      });
      await urlOf(next);
      const sent = await simulator.waitForSent(1200, { timeoutMs: 30_000 });
      for (let chat = 0; chat < 50; chat += 1) {
        const answers = sent.filter(({ to }) => to === String(1000 + chat));
        const numbers = answers.map(({ text = "" }) => Number(/\d+$/.exec(text)?.[0]));
        expect(numbers).toEqual(Array.from({ length: 24 }, (_, turn) => turn * 50 + chat));
      }
      next.process.kill("SIGTERM");
      expect(await next.exited).toBe(0);
      expect(simulator.pending()).toBe(0);
      expect(simulator.sent()).toHaveLength(1200);
    } finally {
      await simulator.close();
    }
  });

  test("says in one line what is wrong: busy port, bad port, bad token, no network", async () => {
    const busy = createServer().listen(0, "127.0.0.1");
    await once(busy, "listening");
    const address = busy.address();
    const port = typeof address === "object" ? String(address?.port) : "";
    await using simulator = await startSimulator("telegram");
    const wrongs: [Record<string, string>, RegExp][] = [
      [{ PORT: port }, /^error .*Port \d+ is in use/m],
      [{ PORT: "many" }, /^error .*PORT must be a number/m],
      [
        { TELEGRAM_BOT_TOKEN: "1:wrong", TELEGRAM_API_BASE: simulator.baseUrl },
        /^error .*TELEGRAM_BOT_TOKEN/m,
      ],
      [{ TELEGRAM_BOT_TOKEN: "1:any", TELEGRAM_API_BASE: `http://127.0.0.1:${port}1` }, /^error /m],
    ];
    for (const [env, line] of wrongs) {
      const running = start(env);
      expect(await running.exited).toBe(1);
      const errors = running
        .output()
        .split("\n")
        .filter((text) => !/^(telegram|plugins) /.test(text));
      expect(errors.join("\n").trim()).toMatch(line);
      expect(errors.join("\n").trim().split("\n")).toHaveLength(1);
    }
    busy.close();
  });
});
