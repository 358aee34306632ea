import type { RefusalAdvice } from "@botwright/adapter-kit";

/** Tells the bot's owner what to do when the platform refuses the bot. */
export const ADVICE: RefusalAdvice = {
  en: "Check the app in the developer console (open.feishu.cn/app).",
  zh: "请在开发者后台（open.feishu.cn/app）检查该应用。",
  byCode: {
    PLATFORM_UNAUTHORIZED: {
      en: "Copy the App ID and the App Secret again: in the developer console (open.feishu.cn/app), open the app, Credentials & Basic Info.",
      zh: "请重新复制 App ID 和 App Secret：在开发者后台（open.feishu.cn/app）打开应用，凭证与基础信息。",
    },
    PLATFORM_FORBIDDEN: {
      en: "In the developer console (open.feishu.cn/app), add the bot to the app, grant its permissions, and publish a version: they count from then on.",
      zh: "请在开发者后台（open.feishu.cn/app）为应用添加机器人能力、开通权限，并发布版本：发布后才生效。",
    },
  },
};
