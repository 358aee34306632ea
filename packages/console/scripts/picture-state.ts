import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { createHostClient, type HostClient } from "@botwright/host/api";
import { LOGINS, type PictureHost } from "./picture-host.ts";
import * as plugins from "./picture-plugins.ts";

/** What the addresses of the pages name. */
export interface PictureState {
  readonly bot: number;
  /** A plugin of the bot that has settings. */
  readonly translate: number;
  /** Messages: one that cost credits, and one at which a plugin failed. */
  readonly paid: number;
  readonly failed: number;
  /** Plugins of the demo's user. */
  readonly own: number;
  readonly rejected: number;
}

/** What people write on a day, by how many days ago it is. */
const DAYS: readonly (readonly [number, readonly string[]])[] = [
  [6, ["hello", "translate to French: good morning", "note buy milk"]],
  [5, ["translate to Spanish: where is the station?", "search quickjs memory limit"]],
  [4, ["note call the dentist", "translate to German: the meeting begins at nine"]],
  [3, ["search moon cake recipes", "price ACME", "translate to French: see you tomorrow"]],
  [2, ["翻译成英文：早上好", "hello", "translate to Italian: two coffees and the bill, please"]],
  [1, ["search weather radar", "translate to French: thank you for your help yesterday"]],
  [0, ["note water the plants", "notes", "price ACME", "weather Berlin"]],
];

/** Milliseconds until everything that was written is handled. */
const HANDLED_MS = 60_000;

/** A version that was submitted. */
interface Submitted {
  readonly id: number;
  readonly sha256: string;
}

/** Fills the host of the pictures through its HTTP interface and the simulators, as people would. */
export async function fillPictures(host: PictureHost): Promise<PictureState> {
  const demo = await logIn(host.url, "demo");
  const admin = await logIn(host.url, "admin");
  const bots = (await read(demo.api.bots.$get())).items;
  const botOf = (platform: string): number =>
    bots.find((bot) => bot.platform === platform)?.id ?? 0;
  const bot = botOf("telegram");

  async function submit(code: string, readme = ""): Promise<Submitted> {
    const { slug, name } = namesIn(code);
    const json = { slug, name, code, readme };
    return read(demo.api.plugins.submit.$post({ json }));
  }
  async function approve({ id, sha256 }: Submitted): Promise<number> {
    const param = { id: String(id) };
    await done(admin.api.admin.plugins[":id"].approve.$post({ param, query: { sha256 } }));
    return id;
  }
  async function install(slug: string, config?: Record<string, unknown>): Promise<number> {
    const plugin = await read(demo.api.library[":slug"].$get({ param: { slug } }));
    const json = { plugin_id: plugin.id, version_id: plugin.version_id, ...(config && { config }) };
    await done(demo.api.bots[":id"].plugins.$post({ param: { id: String(bot) }, json }));
    return plugin.id;
  }
  let written = 0;
  async function say(platform: string, from: string, text: string): Promise<number> {
    await fetch(`${host.url}/simulators/${platform}/say`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ from, text }),
    });
    written += 1;
    for (const end = performance.now() + HANDLED_MS; performance.now() < end; await wait(50)) {
      const { items } = await read(demo.api.messages.$get({ query: { limit: "1" } }));
      if (items[0]?.text === text && items[0].state === "done") return items[0].id;
    }
    throw new Error(`${platform}: "${text}" was not handled`);
  }

  for (const name of ["translate", "search-digest", "weather"]) {
    const file = new URL(`../../../examples/${name}/${name}.js`, import.meta.url);
    await approve(await submit(await readFile(file, "utf8")));
  }
  const own = await approve(await submit(plugins.STOCK_PRICE, plugins.STOCK_PRICE_README));
  const translate = await install("translate", { model: "demo-paid", may_cost: true });
  const place = { id: String(bot), plugin_id: String(translate) };
  const first = demo.api.bots[":id"].plugins[":plugin_id"];
  await done(first.$patch({ param: place, json: { priority: 20 } }));
  await install("search-digest");
  await install("weather");
  await install("stock-price", { api_key: "pk-1234567890" });

  let paid = 0;
  for (const [days, texts] of DAYS) {
    host.daysAgo(days);
    for (const [index, text] of texts.entries()) {
      const id = await say("telegram", String(2001 + (index % 3)), text);
      if (text.startsWith("translate")) paid = id;
    }
  }
  await say("feishu", "ou_2001", "你好");
  await say("wechat", "wxid_2001", "note 买牛奶");
  const failed = await say("telegram", "2001", "price TYPO");
  await say("telegram", "2002", "note book the flight");
  await host.setAside();

  await done(
    demo.api.plugins.my[":id"].$put({
      param: { id: String(own) },
      json: { code: plugins.STOCK_PRICE_UPDATE, version: "0.4.0" },
    }),
  );
  await submit(plugins.DAILY_QUOTE);
  const rejected = await submit(plugins.COIN);
  await done(
    admin.api.admin.plugins[":id"].reject.$post({
      param: { id: String(rejected.id) },
      query: { sha256: rejected.sha256 },
      json: { reason: "It asks for any host and contacts none. Please take the permission out." },
    }),
  );
  await done(
    demo.api.credits.limits.$put({
      json: {
        limits: [
          { period: "month", credits: 500 },
          { period: "day", credits: 20, plugin_slug: "translate" },
        ],
      },
    }),
  );
  for (const [name, app_id] of [
    ["Office", "cli_a1b2c3"],
    ["Shop", "cli_d4e5f6"],
  ] as const) {
    const credentials = { app_id, app_secret: "a-secret-of-feishu" };
    await done(demo.api.credentials.$post({ json: { platform: "feishu", name, credentials } }));
  }
  for (const [name, email] of [
    ["Lin Wei 林薇", "lin@example.org"],
    ["Ada", "ada@example.org"],
    ["Spam Bot", "spam@example.org"],
  ] as const) {
    await done(admin.api.admin.users.$post({ json: { name, email, password: "correct horse" } }));
  }
  const { items } = await read(admin.api.admin.users.$get({ query: {} }));
  const spam = items.find(({ email }) => email.startsWith("spam"))?.id ?? 0;
  await done(
    admin.api.admin.users[":id"].ban.$post({
      param: { id: String(spam) },
      json: { reason: "advertises in readmes" },
    }),
  );
  const dingtalk = String(botOf("dingtalk"));
  await done(demo.api.bots[":id"].pause.$post({ param: { id: dingtalk } }));
  return { bot, translate, paid, failed, own, rejected: rejected.id };
}

/** A client that is logged in. */
async function logIn(url: string, as: keyof typeof LOGINS): Promise<HostClient> {
  const login = await createHostClient(url).api.auth["sign-in"].email.$post({ json: LOGINS[as] });
  return createHostClient(url, login.headers.get("set-auth-token") ?? undefined);
}

interface Answer<T> {
  readonly ok: boolean;
  json(): Promise<T>;
  text(): Promise<string>;
}

async function read<T>(asked: Promise<Answer<T>>): Promise<T> {
  const answer = await asked;
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

async function done(asked: Promise<Answer<unknown>>): Promise<void> {
  const answer = await asked;
  if (!answer.ok) throw new Error(await answer.text());
}

function namesIn(code: string): { slug: string; name: string } {
  const [, slug = ""] = /slug: "([^"]+)"/.exec(code) ?? [];
  const [, name = ""] = /name: "([^"]+)"/.exec(code) ?? [];
  return { slug, name };
}
