import type { RefusalAdvice } from "@botwright/adapter-kit";

/** Tells the bot's owner what to do when the platform refuses the bot. */
export const ADVICE: RefusalAdvice = {
  en: "Bind the app again with the values of the administration console (work.weixin.qq.com/wework_admin).",
  zh: "请用管理后台（work.weixin.qq.com/wework_admin）中的值重新绑定应用。",
  byCode: {
    PLATFORM_UNAUTHORIZED: {
      en: "Copy the Corp ID, the AgentId and the Secret again from the administration console (work.weixin.qq.com/wework_admin).",
      zh: "请从管理后台（work.weixin.qq.com/wework_admin）重新复制企业 ID、AgentId 和 Secret。",
    },
    PLATFORM_FORBIDDEN: {
      en: "On the page of the app, add the host's address to the trusted IPs, and let the members who write to it see the app.",
      zh: "请在应用页面把主机的地址加入企业可信 IP，并把使用者加入应用的可见范围。",
    },
  },
};
