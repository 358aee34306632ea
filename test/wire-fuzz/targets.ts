import { openDingtalkHttp, openDingtalkStream } from "./open-dingtalk.ts";
import { openFeishu, openFeishuSocket } from "./open-feishu.ts";
import { openTelegramHook, openTelegramPoll } from "./open-telegram.ts";
import { openWechat } from "./open-wechat.ts";
import { openWecom } from "./open-wecom.ts";
import type { OpenTarget } from "./target.ts";

/** The ways into the five adapters, and how many inputs are for the usual tests. */
export const TARGETS: readonly {
  readonly name: string;
  readonly open: OpenTarget;
  readonly inputs: number;
}[] = [
  { name: "DingTalk by HTTP", open: openDingtalkHttp, inputs: 600 },
  { name: "DingTalk by stream", open: openDingtalkStream, inputs: 200 },
  { name: "Feishu by callback", open: openFeishu, inputs: 600 },
  { name: "Feishu by long connection", open: openFeishuSocket, inputs: 200 },
  { name: "Telegram by webhook", open: openTelegramHook, inputs: 600 },
  { name: "Telegram by poll", open: openTelegramPoll, inputs: 200 },
  { name: "WeChat by poll", open: openWechat, inputs: 200 },
  { name: "WeCom by callback", open: openWecom, inputs: 600 },
];
