import type { RefusalAdvice } from "@botwright/adapter-kit";

/** Tells the bot's owner what to do when the platform refuses the bot. */
export const ADVICE: RefusalAdvice = {
  en: "Check the bot with @BotFather.",
  zh: "请在 @BotFather 处检查该机器人。",
  byCode: {
    PLATFORM_UNAUTHORIZED: {
      en: "Send /token to @BotFather, and copy the token again.",
      zh: "请向 @BotFather 发送 /token，重新复制令牌。",
    },
    PLATFORM_CONFLICT: {
      en: "Let only one host or program receive for this bot, or give it a new token by /revoke.",
      zh: "请只让一个主机或程序接收该机器人的消息，或用 /revoke 换一个新令牌。",
    },
  },
};
