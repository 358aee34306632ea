import type { RefusalAdvice } from "@botwright/adapter-kit";

/** What the bot's owner does when the platform refuses the bot. */
export const ADVICE: RefusalAdvice = {
  en: "Log the bot in again.",
  zh: "请重新登录该机器人。",
};
