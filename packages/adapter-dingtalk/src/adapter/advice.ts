import type { RefusalAdvice } from "@botwright/adapter-kit";

/** Tells the bot's owner what to do when the platform refuses the bot. */
export const ADVICE: RefusalAdvice = {
  en: "Check the app and its robot in the developer console (open-dev.dingtalk.com).",
  zh: "请在开发者后台（open-dev.dingtalk.com）检查应用及其机器人。",
  byCode: {
    PLATFORM_UNAUTHORIZED: {
      en: "Copy the AppKey and the AppSecret again: in the developer console (open-dev.dingtalk.com), open the app, Credentials and Basic Information.",
      zh: "请重新复制 AppKey 和 AppSecret：在开发者后台（open-dev.dingtalk.com）打开应用，凭证与基础信息。",
    },
    PLATFORM_FORBIDDEN: {
      en: "In the developer console (open-dev.dingtalk.com), check the RobotCode, grant the app its permissions, and publish a version.",
      zh: "请在开发者后台（open-dev.dingtalk.com）核对 RobotCode，为应用开通权限，并发布版本。",
    },
  },
};
