import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSimulator } from "@botwright/simulators";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiClient } from "../api-client.ts";
import { createHost } from "../../src/index.ts";
import { serveHost } from "../../src/server/serve.ts";
import { addDataFolder } from "../data-folder.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "botwright-life-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const dice = `export const meta = { name: "Dice", triggers: ["roll"], permissions: { hosts: [] },
  config_schema: [{ key: "sides", label: "Sides", type: "number", default: 6 }] };
export async function handler({ bot, msg, config }) {
  if (!msg.text.startsWith("roll")) return { handled: false };
  await bot.reply(msg, "one of " + config.sides);
  return { handled: true };
}`;

// spec: publication.approve, order.incoming
test("a user binds bots on three platforms, installs plugins, orders them, and the bots answer", async () => {
  await using telegram = await startSimulator("telegram");
  await using wecom = await startSimulator("wecom");
  await using wechat = await startSimulator("wechat");
  const platforms = { telegram, wecom, wechat };
  const simulators: Partial<Record<string, typeof telegram | typeof wecom | typeof wechat>> =
    platforms;
  let administrator = { email: "", password: "" };
  await addDataFolder(join(folder, "postgres"));
  await using host = createHost({
    database: { folder: join(folder, "postgres") },
    publicUrl: "https://bots.example.org",
    keys: { keys: { k1: randomBytes(32) }, current: "k1" },
    sessionSecret: "s".repeat(32),
    sandbox: { workers: 1 },
    adapterOptions: ({ platform }) => simulators[platform]?.adapterOptions ?? {},
    onAdminPassword: (email, password) => (administrator = { email, password }),
  });
  const served = await serveHost(host, { port: 0 });
  await host.start();
  const admin = createApiClient(served.url);
  await admin.enter("/api/auth/sign-in/email", administrator);
  const ann = createApiClient(served.url);
  const account = { name: "Ann", email: "ann@example.org", password: "correct horse" };
  await ann.enter("/api/auth/sign-up/email", account);

  const forms = await ann.call("GET", "/api/platforms");
  expect(forms.items).toHaveLength(5);
  const { bot } = await ann.call("POST", "/api/bots", {
    platform: "telegram",
    credentials: { token: telegram.credentials.token },
  });
  const connected = {
    type: "bot",
    bot: expect.objectContaining({ id: bot.id, status: CONNECTED }),
  };
  await ann.follow("/api/bot-events", connected);

  const { id, sha256 } = await ann.call("POST", "/api/plugins/submit", {
    slug: "dice",
    name: "Dice",
    code: dice,
  });
  await admin.call("POST", `/api/admin/plugins/${id}/approve?sha256=${sha256}`);
  const { items } = await ann.call("GET", "/api/library?text=roll");
  expect(items).toMatchObject([{ slug: "dice", developer: "Ann", permissions: { items: [] } }]);
  const rules = await ann.call("GET", "/api/library/keyword-reply");
  expect(rules).toMatchObject({ builtin: true, developer: null, priority: 30 });
  const plugins = `/api/bots/${bot.id}/plugins`;
  const consent = { plugin_id: id, version_id: items[0].version_id };
  await ann.call("POST", plugins, { ...consent, config: { sides: 20 } });
  await ann.call("POST", plugins, {
    plugin_id: rules.id,
    version_id: rules.version_id,
    config: { rules: "roll it => by rule" },
  });
  const wins = await ann.call("GET", `/api/bots/${bot.id}/plugin-conflicts?text=roll%20it`);
  expect(wins.who_wins).toMatchObject({
    winner: { slug: "dice" },
    may_win_too: [{ slug: "keyword-reply" }],
  });
  const dry = await ann.call("POST", `/api/bots/${bot.id}/dry-run`, { text: "roll it" });
  expect(dry).toMatchObject({
    handled_by: "keyword-reply",
    steps: [{ sent: [{ text: "by rule" }] }, { slug: "dice", state: "not_reached" }],
  });
  expect(telegram.sent()).toEqual([]);
  await telegram.say({ from: "1001", text: "roll it" });
  await telegram.waitForSent(1);
  await ann.call("PUT", `/api/bots/${bot.id}/plugin-order`, { order: [id, rules.id] });
  await telegram.say({ from: "1001", text: "roll it" });
  await telegram.waitForSent(2);
  expect(telegram.sent().map(({ text }) => text)).toEqual(["by rule", "one of 20"]);

  const { corp_id, agent_id, secret } = wecom.credentials;
  const bound = await ann.call("POST", "/api/bots", {
    platform: "wecom",
    credentials: { corp_id, agent_id, secret },
  });
  expect(bound.generated.token).toMatch(/^\w{32}$/u);
  const own = await ann.call("PUT", `/api/bots/${bound.bot.id}/credentials`, {
    credentials: wecom.credentials,
  });
  const { pathname } = new URL(own.bot.callback_url);
  wecom.setCallback(served.url + pathname);
  const menu = await ann.call("GET", "/api/library/bot-menu");
  const installed = `/api/bots/${bound.bot.id}/plugins`;
  await ann.call("POST", installed, { plugin_id: menu.id, version_id: menu.version_id });
  await ann.call("POST", installed, consent);
  await wecom.say({ from: "zhangsan", text: "menu" });
  await wecom.waitForSent(1);
  expect(wecom.sent()[0]?.text).toContain("Dice");

  const login = await ann.call("POST", "/api/bot-logins", { platform: "wechat" });
  const events = `/api/bot-logins/${login.id}/events`;
  expect(await ann.follow(events, { state: "waiting" })).toMatchObject({
    svg: expect.stringMatching(/^<svg/u),
  });
  wechat.scan();
  await ann.follow(events, { state: "scanned" });
  wechat.confirm();
  const confirmed = await ann.follow(events, { state: "confirmed", is_over: true });
  await ann.follow("/api/bot-events", {
    bot: expect.objectContaining({ id: confirmed.bot_id, status: CONNECTED }),
  });
  await ann.call("DELETE", `/api/bots/${bot.id}`);
  expect((await ann.call("GET", "/api/bots")).items).toHaveLength(2);
  await served.close();
}, 60_000);

const CONNECTED = expect.objectContaining({ state: "connected" });
