import type { AdapterOptions, Platform } from "@botwright/core";
import {
  type FeishuSimulator,
  type Simulator,
  startSimulator,
  type WechatSimulator,
  type WecomSimulator,
} from "@botwright/simulators";
import { expect } from "vitest";
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

/** Binds a bot on each platform as a user does, and resolves with their ids when they are connected. */
export async function bindBots(
  { call }: Client,
  url: string,
  { wechat, feishu, wecom }: Platforms,
): Promise<Record<KeyedPlatform, number>> {
  const login = await call("POST", "/api/bot-logins", { platform: "wechat" });
  const follow = (): Promise<{ state: string; bot_id?: number }> =>
    call("GET", `/api/bot-logins/${login.id}`);
  await expect.poll(follow).toMatchObject({ state: "waiting" });
  wechat.scan();
  wechat.confirm();
  await expect.poll(follow).toMatchObject({ state: "confirmed" });
  const { bot_id: wechatId } = await follow();

  const bind = (platform: Platform, { credentials }: Pick<Simulator, "credentials">) =>
    call("POST", "/api/bots", { platform, credentials });
  const feishuBot = await bind("feishu", feishu);
  const wecomBot = await bind("wecom", wecom);
  wecom.setCallback(url + new URL(wecomBot.bot.callback_url).pathname);
  await expect
    .poll(async () => {
      const { items } = await call("GET", "/api/bots");
      return items.map(({ status }: { status: { state: string } }) => status.state);
    })
    .toEqual(["connected", "connected", "connected"]);
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
  const { id } = await call("POST", "/api/plugins/submit", { slug, name: slug, code });
  await admin("POST", `/api/admin/plugins/${id}/approve`);
  const { version_id } = await call("GET", `/api/library/${slug}`);
  for (const botId of botIds) {
    await call("POST", `/api/bots/${botId}/plugins`, { plugin_id: id, version_id });
  }
}
