import { type ChatPage, createChatPage } from "@botwright/playground";
import type { RunningBot } from "./running-bot.ts";

/** The chat page of these bots. What an empty chat offers is what the example plugins answer. */
export function openChatPage(bots: readonly RunningBot[]): ChatPage {
  return createChatPage({
    title: "Botwright",
    about: {
      en: "Five wires, one bot, the same sandboxed plugins.",
      zh: "五种平台协议，一个机器人，同样的沙箱插件。",
    },
    suggestions: ["你好", "note milk", "notes", "notes file", "chart 3 5 2 8"],
    platforms: bots.map((bot) => ({
      platform: bot.platform,
      simulator: bot.simulator,
      capabilities: bot.adapter.capabilities,
      status: bot.status,
      login: bot.login,
    })),
  });
}
