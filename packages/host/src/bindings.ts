import { dingtalkBinding } from "@botwright/adapter-dingtalk";
import { feishuBinding } from "@botwright/adapter-feishu";
import { telegramBinding } from "@botwright/adapter-telegram";
import { wechatBinding } from "@botwright/adapter-wechat";
import { wecomBinding } from "@botwright/adapter-wecom";
import type { Platform, PlatformBinding } from "@botwright/core";

/** The bindings of the five platforms. */
export const BINDINGS: Readonly<Record<Platform, PlatformBinding>> = {
  wechat: wechatBinding,
  feishu: feishuBinding,
  wecom: wecomBinding,
  dingtalk: dingtalkBinding,
  telegram: telegramBinding,
};
