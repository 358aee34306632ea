/** Ours, many bots in one process: each with its inbox and dispatcher, as a host would have them. */
import { createDingtalkAdapter } from "@botwright/adapter-dingtalk";
import { createFeishuAdapter } from "@botwright/adapter-feishu";
import { createTelegramAdapter } from "@botwright/adapter-telegram";
import { createWechatAdapter } from "@botwright/adapter-wechat";
import { createBotRuntime, definePlugin, type Plugin, type PlatformAdapter } from "@botwright/core";
import { createSandbox } from "@botwright/sandbox";
import { type Binding, type HeldPlatform, holdBots } from "../many.ts";

type Create = (binding: Binding) => PlatformAdapter;

const adapters: Readonly<Record<HeldPlatform, Create>> = {
  telegram: ({ baseUrl, credentials: { token = "" } }) =>
    createTelegramAdapter({ token, apiBase: baseUrl }),
  wechat: ({ baseUrl, credentials: { token = "", botId = "", userId = "" } }) =>
    createWechatAdapter({
      credentials: { token, botId, userId },
      apiBase: baseUrl,
      cdnBase: `${baseUrl}/c2c`,
    }),
  feishu: ({ baseUrl, credentials: { app_id: appId = "", app_secret: appSecret = "" } }) =>
    createFeishuAdapter({ appId, appSecret, apiBase: baseUrl }),
  dingtalk: ({ baseUrl, credentials }) =>
    createDingtalkAdapter({
      appKey: credentials["app_key"] ?? "",
      appSecret: credentials["app_secret"] ?? "",
      robotCode: credentials["robot_code"] ?? "",
      apiBase: baseUrl,
      oapiBase: baseUrl,
    }),
};

const trusted = definePlugin({
  meta: { slug: "echo" },
  async handler({ bot, msg }) {
    await bot.reply(msg, `echo **${msg.text}**`);
    return { handled: true };
  },
});
const SOURCE = `
export const meta = { slug: "echo" };
export async function handler({ bot, msg }) {
  await bot.reply(msg, "echo **" + msg.text + "**");
  return { handled: true };
}`;
let echo: Plugin = trusted;

holdBots(
  async (binding) => {
    const adapter = adapters[binding.platform](binding);
    await createBotRuntime({ adapter, plugins: async () => [echo] }).start();
  },
  async () => {
    echo = await createSandbox().load(SOURCE);
  },
);
