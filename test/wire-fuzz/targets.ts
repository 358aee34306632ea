import { openDingtalkHttp, openDingtalkStream } from "./open-dingtalk.ts";
import { openFeishu, openFeishuSocket } from "./open-feishu.ts";
import { openTelegramHook, openTelegramPoll } from "./open-telegram.ts";
import { openWechat } from "./open-wechat.ts";
import { openWecom } from "./open-wecom.ts";
import type { OpenTarget } from "./target.ts";

/** The ways into the five adapters. */
export const TARGETS: readonly {
  readonly name: string;
  readonly open: OpenTarget;
}[] = [
  { name: "DingTalk by HTTP", open: openDingtalkHttp },
  { name: "DingTalk by stream", open: openDingtalkStream },
  { name: "Feishu by callback", open: openFeishu },
  { name: "Feishu by long connection", open: openFeishuSocket },
  { name: "Telegram by webhook", open: openTelegramHook },
  { name: "Telegram by poll", open: openTelegramPoll },
  { name: "WeChat by poll", open: openWechat },
  { name: "WeCom by callback", open: openWecom },
];
