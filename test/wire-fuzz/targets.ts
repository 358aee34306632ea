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
  { name: "DingTalk by HTTP", open: openDingtalkHttp, inputs: 1000 },
  { name: "DingTalk by stream", open: openDingtalkStream, inputs: 400 },
  { name: "Feishu by callback", open: openFeishu, inputs: 1000 },
  { name: "Feishu by long connection", open: openFeishuSocket, inputs: 400 },
  { name: "Telegram by webhook", open: openTelegramHook, inputs: 1000 },
  { name: "Telegram by poll", open: openTelegramPoll, inputs: 400 },
  { name: "WeChat by poll", open: openWechat, inputs: 400 },
  { name: "WeCom by callback", open: openWecom, inputs: 1000 },
];
