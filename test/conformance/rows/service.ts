import { inSection, type Row } from "./row.ts";

/** What the service is: platforms, what plugins can do and what they cannot. */
export const serviceRows: readonly Row[] = [
  ...inSection("Platforms", {
    "platform.identifiers":
      "There are five platforms, in this order: wechat, feishu, wecom, dingtalk, telegram.",
    "platform.same-code": "One plugin file runs unchanged on every platform.",
    "platform.private-chats": "Only chats of one person with the bot are delivered, no groups.",
    "platform.wechat-binding": "WeChat is bound by scanning a QR code.",
    "platform.feishu-binding": "Feishu is bound by App ID and App Secret.",
    "platform.wecom-binding": "WeCom is bound by CorpID, AgentID and Secret.",
    "platform.dingtalk-binding": "DingTalk is bound by AppKey, AppSecret and RobotCode.",
    "platform.telegram-binding": "Telegram is bound by a bot token.",
    "platform.wechat-receives": "WeChat brings text, image, voice, video and file.",
    "platform.feishu-receives": "Feishu brings text, image and file.",
    "platform.wecom-receives": "WeCom brings text, image and file.",
    "platform.dingtalk-receives": "DingTalk brings text, image and file.",
    "platform.telegram-receives": "Telegram brings text, image, voice, video and file.",
    "platform.missing-capability":
      "What a platform lacks is ignored by its adapter and raises no error.",
    "platform.refused-binding":
      "Credentials that the platform refuses are reported to the user as a failed authentication.",
  }),
  ...inSection("What plugins can and cannot do", {
    "plugin.media": "Plugins receive media that the platform has downloaded for them.",
    "plugin.fetch": "Plugins call external HTTPS APIs by `fetch`.",
    "plugin.https-only": "`fetch` reaches HTTPS addresses only.",
    "plugin.no-node":
      "The sandbox has no file system, `fs`, `process`, `require` or `child_process`.",
    "plugin.no-other-methods":
      "A bot has the methods of the specification only: no contacts, cards, locations, recalls.",
  }),
  ...inSection("Single-platform variant", {
    "single.context": "Its handler is called with nine names and no others.",
    "single.platform": "It has WeChat only.",
    "single.send-voice": "Its bot sends voice by `bot.sendVoice`.",
    "single.voice-options":
      "`bot.sendVoice` takes encodeType (6, which is SILK, unless given), sampleRate and playtime.",
    "multi.no-send-voice": "In the multi-platform variant no voice is sent.",
  }),
];
