import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "./repository.ts";
import { type RunningCommand, startCommand } from "./running-command.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "botwright-start-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts it where no package manager is: it installs nothing that is there. */
function start(): RunningCommand {
  const env = {
    ...process.env,
    PORT: "0",
    PATH: dirname(process.execPath),
    BOTWRIGHT_DATA: folder,
  };
  return startCommand("exec node scripts/start.mjs", root, env);
}

function lineOf(output: string, what: string): string {
  return new RegExp(`^${what} +(.+)$`, "m").exec(output)?.[1] ?? "";
}

test("npm start shows bots on five platforms, and finds them again at the next start", async () => {
  await using first = start();
  expect(await first.prints(/^host +http/m)).toBe(true);
  expect(first.output()).not.toContain("install");
  for (const platform of ["WeChat", "Feishu", "WeCom", "DingTalk", "Telegram"]) {
    expect(lineOf(first.output(), platform)).toContain("你好");
  }
  const [email, password] = lineOf(first.output(), "demo user").split(/ +/);
  const url = lineOf(first.output(), "host");
  const post = (path: string, body: object, headers: object = {}) =>
    fetch(url + path, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
    });

  const login = await post("/api/auth/sign-in/email", { email, password });
  const authorization = `Bearer ${login.headers.get("set-auth-token")}`;
  const bots = await (await fetch(`${url}/api/bots`, { headers: { authorization } })).json();
  expect(bots).toMatchObject({
    items: ["wechat", "feishu", "wecom", "dingtalk", "telegram"].map((platform) => ({
      platform,
      status: { state: "connected" },
    })),
  });

  // The chats are on a page, and open to scripts.
  expect(await (await fetch(`${url}/playground/`)).text()).toContain("<title>");
  await post("/simulators/telegram/say", { from: "1001", text: "note milk" });
  await expect
    .poll(async () => (await fetch(`${url}/simulators/telegram/sent?to=1001`)).text())
    .toContain("milk");
  first.interrupt();
  expect(await first.exited).toBe(0);

  await using second = start();
  expect(await second.prints(/^host +http/m)).toBe(true);
  expect(lineOf(second.output(), "administrator")).toBe("");
  expect(lineOf(second.output(), "demo user")).toBe(`${email}  ${password}`);
  for (const platform of ["WeChat", "Feishu", "WeCom", "DingTalk", "Telegram"]) {
    expect(lineOf(second.output(), platform)).not.toBe("");
  }
  second.interrupt();
  expect(await second.exited).toBe(0);
});
