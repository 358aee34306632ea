import { createDingtalkAdapter } from "@botwright/adapter-dingtalk";
import { createFeishuAdapter } from "@botwright/adapter-feishu";
import { createTelegramAdapter } from "@botwright/adapter-telegram";
import { createWechatAdapter } from "@botwright/adapter-wechat";
import { createWecomAdapter } from "@botwright/adapter-wecom";
import type { TableRow } from "./table.ts";

/** Nothing is called before a start, so any binding will do. */
const adapters = [
  createWechatAdapter(),
  createFeishuAdapter({ appId: "cli_0123456789abcdef", appSecret: "none" }),
  createWecomAdapter({ corpId: "ww0123456789abcdef", agentId: "1000002", secret: "none" }),
  createDingtalkAdapter({ appKey: "none", appSecret: "none", robotCode: "none" }),
  createTelegramAdapter({ token: "1:none" }),
];

/** What the adapters declare. */
export const DECLARED: readonly TableRow[] = adapters.map((adapter) => ({
  platform: adapter.platform,
  capabilities: adapter.capabilities,
  cancelTyping: adapter.cancelTyping !== undefined,
}));
