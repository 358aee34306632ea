import { dingtalkBinding } from "@botwright/adapter-dingtalk";
import { feishuBinding } from "@botwright/adapter-feishu";
import { telegramBinding } from "@botwright/adapter-telegram";
import { wechatBinding } from "@botwright/adapter-wechat";
import { wecomBinding } from "@botwright/adapter-wecom";
import type { Platform, PlatformBinding } from "@botwright/core";

/** How bots of the five platforms are bound. */
export const BINDINGS: Readonly<Record<Platform, PlatformBinding>> = {
  wechat: wechatBinding,
  feishu: feishuBinding,
  wecom: wecomBinding,
  dingtalk: dingtalkBinding,
  telegram: telegramBinding,
};
