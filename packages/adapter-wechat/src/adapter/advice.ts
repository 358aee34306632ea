import type { RefusalAdvice } from "@botwright/adapter-kit";

/** Tells the bot's owner what to do when the platform refuses the bot. */
export const ADVICE: RefusalAdvice = {
  en: "Log the bot in again.",
  zh: "请重新登录该机器人。",
};
