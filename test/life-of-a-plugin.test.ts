import { PLATFORMS } from "@botwright/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type ApiAnswer,
  type ApiClient,
  createApiClient,
} from "../packages/host/test/api-client.ts";
import type { RunningCommand } from "./running-command.ts";
import { makeDataFolder, printed, startHost } from "./started-host.ts";

/** What each version answers begins with its own word. */
const plugin = (word: string): string => `
export const meta = {
  slug: "desk", name: "Desk", triggers: ["desk"],
  permissions: { hosts: [], ai: true, search: true, creds: ["feishu"] },
  config_schema: [
    { key: "title", label: "Title", type: "text", default: "Desk" },
    { key: "pin", label: "PIN", type: "password" },
  ],
};
export async function handler({ bot, msg, config, storage, aiService, searchService, getPlatformCreds }) {
  if (!msg.text.startsWith("desk ")) return { handled: false };
  const count = await storage.update("count", (before) => (before ?? 0) + 1);
  const { text, credits_deducted, error } = await aiService.callModel({
    model: "demo-paid", messages: [{ role: "user", content: msg.text }], maxTokens: 200,
  });
  const { count: found } = await searchService.search("desks", { maxResults: 3 });
  const { app_id } = await getPlatformCreds("feishu");
  const answer = error ?? (text.length > 0 ? credits_deducted + " credits" : "nothing");
  await bot.reply(msg, ["${word}", config.title, config.pin.length + " digits", "no. " + count,
    answer, found + " pages", app_id].join(" | "));
  return { handled: true };
}`;

const PEOPLE = {
  wechat: "someone@im.wechat",
  feishu: "ou_1001",
  wecom: "zhangsan",
  dingtalk: "manager4220",
  telegram: "1001",
} as const;

const closing = new AsyncDisposableStack();
let host: RunningCommand;
let url: string;
beforeAll(async () => {
  const folder = closing.use(await makeDataFolder());
  host = closing.use(startHost(folder.path));
  if (!(await host.prints(/^host +http/m))) throw new Error(host.output());
  url = printed(host, "host");
});
afterAll(async () => {
  // A host that is killed leaves its database server to the next one.
  host.interrupt();
  await host.exited;
  await closing.disposeAsync();
});

/** The simulated platforms on which users try their own bots. */
const spare = (path: string): string => `${url}/playground/spare${path}`;

/** A person writes to the bot of a platform; returns the text of its answer. */
async function ask(platform: keyof typeof PEOPLE, text: string): Promise<string> {
  const from = PEOPLE[platform];
  const sent = async (): Promise<ApiAnswer> =>
    (await fetch(spare(`/simulators/${platform}/sent?to=${from}`))).json();
  const before = (await sent()).length;
  await fetch(spare(`/simulators/${platform}/say`), {
    method: "POST",
    body: JSON.stringify({ from, text }),
  });
  await expect.poll(async () => (await sent()).length).toBeGreaterThan(before);
  return (await sent()).at(-1)?.text ?? "";
}

/** Scans WeChat's code with the simulated phone, as the page of a console would show it. */
async function bindWechat(owner: ApiClient): Promise<number> {
  // There is no code yet.
  expect((await fetch(spare("/phone/scan"), { method: "POST" })).status).toBe(409);
  const { id } = await owner.call("POST", "/api/bot-logins", { platform: "wechat" });
  const login = (): Promise<ApiAnswer> => owner.call("GET", `/api/bot-logins/${id}`);
  await expect.poll(login).toMatchObject({ state: "waiting" });
  await fetch(spare("/phone/scan"), { method: "POST" });
  await expect.poll(login).toMatchObject({ state: "scanned" });
  await fetch(spare("/phone/confirm"), { method: "POST" });
  await expect.poll(login).toMatchObject({ state: "confirmed" });
  return (await login()).bot_id;
}

/** Binds a bot on each platform. */
async function bindAll(owner: ApiClient): Promise<number[]> {
  const credentials: ApiAnswer = await (await fetch(spare("/credentials.json"))).json();
  const ids = [await bindWechat(owner)];
  for (const platform of PLATFORMS.filter((name) => name !== "wechat")) {
    const body = { platform, credentials: credentials[platform] };
    const { bot } = await owner.call("POST", "/api/bots", body);
    if (bot.callback_url !== null) {
      await fetch(spare(`/callbacks/${platform}`), { method: "PUT", body: bot.callback_url });
    }
    ids.push(bot.id);
  }
  const states = async () =>
    (await owner.call("GET", "/api/bots")).items.map(({ status }: ApiAnswer) => status.state);
  await expect.poll(states).toEqual(PLATFORMS.map(() => "connected"));
  return ids;
}

// spec: platform.same-code, platform.wechat-binding, platform.feishu-binding
// spec: platform.wecom-binding, platform.dingtalk-binding, platform.telegram-binding
// spec: credentials.of-user, context.storage, publication.pending, publication.hidden
// spec: publication.approve, publication.old-version, publication.take-down, publication.ban
// spec: http.submit, http.change, billing.paid, search.result, order.incoming
test("the whole life of a plugin, by HTTP alone", async () => {
  const admin = createApiClient(url);
  const [email, password] = printed(host, "administrator").split(/ +/);
  await admin.enter("/api/auth/sign-in/email", { email, password });

  // A developer and a bots' owner sign up.
  const developer = createApiClient(url);
  const owner = createApiClient(url);
  for (const [name, client] of [
    ["dora", developer],
    ["olaf", owner],
  ] as const) {
    const account = { name, email: `${name}@example.org`, password: "correct horse" };
    await client.enter("/api/auth/sign-up/email", account);
  }
  const bots = await bindAll(owner);

  // The rules refuse a file that cannot be a plugin.
  const submission = { slug: "desk", name: "Desk", version: "1.0.0" };
  const refused = await developer.call(
    "POST",
    "/api/plugins/submit",
    { ...submission, code: 'export function handler() { return eval("1"); }' },
    400,
  );
  expect(refused).toMatchObject({ code: "PLUGIN_REFUSED" });
  expect(refused.findings).toContainEqual(
    expect.objectContaining({ rule: "code-from-text", severity: "error", line: 1 }),
  );

  // A good one waits, is approved, and is in the library.
  const code = plugin("one");
  const { id, sha256 } = await developer.call("POST", "/api/plugins/submit", {
    ...submission,
    code,
  });
  expect((await owner.call("GET", "/api/library?text=desk")).items).toEqual([]);
  const queue = await admin.call("GET", "/api/admin/plugins/queue");
  expect(queue.items).toMatchObject([{ id, slug: "desk", published_version: null }]);
  await admin.call("POST", `/api/admin/plugins/${id}/approve?sha256=${sha256}`);
  const shown = await owner.call("GET", "/api/library/desk");
  expect(shown).toMatchObject({ developer: "dora", version: "1.0.0" });

  // It is installed with settings, of which a password is never shown again.
  for (const bot of bots) {
    await owner.call("POST", `/api/bots/${bot}/plugins`, {
      plugin_id: id,
      version_id: shown.version_id,
      config: { title: "Front desk", pin: "2468" },
    });
  }
  const installed = await owner.call("GET", `/api/bots/${bots[0]}/plugins`);
  expect(installed.items).toMatchObject([{ slug: "desk", passwords: ["pin"] }]);
  expect(JSON.stringify(installed)).not.toContain("2468");

  // The owner's credentials, and credits to spend.
  await owner.call("POST", "/api/credentials", {
    platform: "feishu",
    credentials: { app_id: "cli_0123456789abcdef", app_secret: "s3cret-of-feishu" },
  });
  const broke = await ask("telegram", "desk zero");
  expect(broke).toMatch(
    /^one \| Front desk \| 4 digits \| no\. 1 \| .*credits.* \| 3 pages \| cli_/,
  );
  const users = await admin.call("GET", "/api/admin/users?text=olaf");
  await admin.call("POST", `/api/admin/users/${users.items[0].id}/credits`, {
    credits: 100,
    idempotency_key: "first",
  });

  // It answers alike on five platforms: with AI, search, storage and credentials.
  for (const [index, platform] of PLATFORMS.entries()) {
    expect(await ask(platform, "desk please")).toBe(
      `one | Front desk | 4 digits | no. ${index + 2} | 1 credits | 3 pages | cli_0123456789abcdef`,
    );
  }

  // Five paid answers were charged, to the unit; each use stands in the log.
  const settled = async () => (await owner.call("GET", "/api/credits")).balance;
  await expect.poll(settled).toBe(95);
  const { items: movements } = await owner.call("GET", "/api/credits/ledger");
  const sum = movements.reduce((total: number, row: ApiAnswer) => total + row.credits, 0);
  expect(sum).toBe(95);
  const usage = await owner.call("GET", "/api/usage?type=ai&plugin=desk");
  expect(usage.items.filter(({ credits }: ApiAnswer) => credits === 1)).toHaveLength(5);

  // A message says what it did, without its secrets.
  const { items: messages } = await owner.call("GET", "/api/messages");
  const path = `/api/messages/${messages[0].id}/trace`;
  // It is written when the handling has ended, which is after the answer.
  const isEnded = async () => (await owner.call("GET", path)).message.state === "done";
  await expect.poll(isEnded).toBe(true);
  const trace = await owner.call("GET", path);
  expect(JSON.stringify(trace)).toContain("searchService.search");
  expect(JSON.stringify(trace)).not.toMatch(/s3cret-of-feishu|2468/);

  // A new version is compared on the recorded runs before it is approved; bots follow.
  const update = { code: plugin("two"), version: "2.0.0" };
  await developer.call("PUT", `/api/plugins/my/${id}`, update);
  const report = async () =>
    (await admin.call("POST", `/api/admin/plugins/${id}/update-report`)).report;
  await expect.poll(report).toMatchObject({ runs: 6, sends_otherwise: 6, fails: 0, costs_more: 0 });
  expect(await ask("feishu", "desk please")).toMatch(/^one /);
  await admin.call("POST", `/api/admin/plugins/${id}/approve`);
  expect(await ask("feishu", "desk please")).toMatch(/^two /);

  // One call goes back.
  await owner.call("POST", `/api/bots/${bots[1]}/plugins/${id}/roll-back`, {});
  expect(await ask("feishu", "desk please")).toMatch(/^one /);
  expect(await ask("telegram", "desk please")).toMatch(/^two /);

  // It is taken down: it no longer answers, and its developer is banned.
  await admin.call("POST", `/api/admin/plugins/${id}/take-down`, { reason: "spies on people" });
  await developer.call("GET", "/api/plugins/my", undefined, 401);
  const login = { email: "dora@example.org", password: "correct horse" };
  await createApiClient(url).call("POST", "/api/auth/sign-in/email", login, 403);
  await owner.call("GET", "/api/library/desk", undefined, 404);
  const before = (await owner.call("GET", "/api/messages")).items.length;
  await fetch(spare("/simulators/telegram/say"), {
    method: "POST",
    body: JSON.stringify({ from: PEOPLE.telegram, text: "desk please" }),
  });
  const newest = async () => (await owner.call("GET", "/api/messages")).items;
  await expect.poll(async () => (await newest()).length).toBe(before + 1);
  await expect
    .poll(async () => (await newest())[0])
    .toMatchObject({ state: "done", handled_by: null });
});
