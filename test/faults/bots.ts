import type { AdapterOptions, Platform } from "@botwright/core";
import {
  type FeishuSimulator,
  type Simulator,
  startSimulator,
  type WechatSimulator,
  type WecomSimulator,
} from "@botwright/simulators";
import { expect, vi } from "vitest";
import type { Client } from "./client.ts";

/** The platforms that repeat no message with the same idempotency key. */
export const KEYED = ["wechat", "feishu", "wecom"] as const;
export type KeyedPlatform = (typeof KEYED)[number];

/** The platforms of a test, which outlive all nodes. */
export interface Platforms extends AsyncDisposable {
  readonly wechat: WechatSimulator;
  readonly feishu: FeishuSimulator;
  readonly wecom: WecomSimulator;
}

/** Starts the simulators. */
export async function startPlatforms(): Promise<Platforms> {
  const wechat = await startSimulator("wechat");
  const feishu = await startSimulator("feishu");
  // While no node runs, a callback is repeated three times only.
  const wecom = await startSimulator("wecom", { callbackRetryMs: 3000 });
  return {
    wechat,
    feishu,
    wecom,
    async [Symbol.asyncDispose]() {
      await Promise.all([wechat.close(), feishu.close(), wecom.close()]);
    },
  };
}

/** Where a node finds the platforms, as far as JSON can say it. */
export function addressesOf(platforms: Platforms): Partial<Record<Platform, AdapterOptions>> {
  const { login: _login, ...wechat } = platforms.wechat.adapterOptions;
  return {
    wechat,
    feishu: platforms.feishu.adapterOptions,
    wecom: platforms.wecom.adapterOptions,
  };
}

/** The ids of people on the platforms. */
export function personId(platform: KeyedPlatform, name: string): string {
  if (platform === "wechat") return `${name}@im.wechat`;
  return platform === "feishu" ? `ou_${name}` : name;
}

/** A busy machine takes its time. */
const WAIT = { timeout: 60_000, interval: 20 };

/** Binds a bot on each platform as a user does, and resolves with their ids when they are connected. */
export async function bindBots(
  { call }: Client,
  url: string,
  { wechat, feishu, wecom }: Platforms,
): Promise<Record<KeyedPlatform, number>> {
  const login = await call("POST", "/api/bot-logins", { platform: "wechat" });
  const until = async (state: string) =>
    vi.waitFor(async () => {
      const found = await call("GET", `/api/bot-logins/${login.id}`);
      expect(found.state).toBe(state);
      return found;
    }, WAIT);
  await until("waiting");
  wechat.scan();
  wechat.confirm();
  const { bot_id: wechatId } = await until("confirmed");

  const bind = (platform: Platform, { credentials }: Pick<Simulator, "credentials">) =>
    call("POST", "/api/bots", { platform, credentials });
  const feishuBot = await bind("feishu", feishu);
  const wecomBot = await bind("wecom", wecom);
  wecom.setCallback(url + new URL(wecomBot.bot.callback_url).pathname);
  await vi.waitFor(async () => {
    const { items } = await call("GET", "/api/bots");
    const states = items.map(({ status }: { status: { state: string } }) => status.state);
    expect(states).toEqual(["connected", "connected", "connected"]);
  }, WAIT);
  return { wechat: Number(wechatId), feishu: feishuBot.bot.id, wecom: wecomBot.bot.id };
}

/** Publishes a plugin, and installs it on all bots. */
export async function installPlugin(
  { call }: Client,
  admin: Client["call"],
  slug: string,
  code: string,
  botIds: readonly number[],
): Promise<void> {
  const { id, sha256 } = await call("POST", "/api/plugins/submit", { slug, name: slug, code });
  await admin("POST", `/api/admin/plugins/${id}/approve?sha256=${sha256}`);
  const { version_id } = await call("GET", `/api/library/${slug}`);
  for (const botId of botIds) {
    await call("POST", `/api/bots/${botId}/plugins`, { plugin_id: id, version_id });
  }
}
