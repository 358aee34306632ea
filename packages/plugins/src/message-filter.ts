/**
 * Stops messages that contain a word of a list, before any other plugin answers them.
 *
 * @module
 */
import type { HandlerContext, HandlerResult, Plugin } from "@botwright/core";
import { containsWord } from "./shared/find-words.ts";
import { LANGUAGE_SETTINGS, languageOf } from "./shared/language.ts";
import { readSettings } from "./shared/settings.ts";
import { texts } from "./texts/message-filter.ts";

/** Its declaration. */
export const meta: Plugin["meta"] = {
  slug: "message-filter",
  name: "消息过滤 / Message filter",
  description: "拦截含有敏感词的消息 / Stops messages that contain a word of a list",
  icon: "🛡️",
  category: "message",
  version: "1.0.0",
  permissions: { hosts: [] },
  config_schema: [
    {
      key: "words",
      label: "敏感词，每行一个，* 代表任意字符 / Words, one per line; * stands for any characters",
      type: "textarea",
      default: "代开*发票\n刷单*返利\n网络赌博\nfree*bitcoin\ncasino bonus",
    },
    {
      key: "action",
      label: "处理方式 / What to do",
      type: "select",
      default: "reply",
      options: [
        { value: "reply", label: "回复提示 / Answer with a notice" },
        { value: "silent", label: "不回复 / Say nothing" },
      ],
    },
    {
      key: "notice",
      label: "提示内容（留空为默认） / Notice, blank for the default",
      type: "textarea",
      default: "",
    },
    {
      key: "language",
      label: "语言 / Language",
      type: "select",
      default: "auto",
      options: [
        { value: "auto", label: "自动 / Automatic" },
        { value: "zh", label: "中文" },
        { value: "en", label: "English" },
      ],
    },
  ],
};

/** Stops the message if it contains a word of the list. */
export async function handler({ bot, msg, config }: HandlerContext): Promise<HandlerResult> {
  const settings = readSettings(config);
  if (!(await containsWord(msg.text, settings.lines("words")))) return { handled: false };
  if (settings.choice("action", ["reply", "silent"]) === "reply") {
    const language = languageOf(
      settings.choice("language", LANGUAGE_SETTINGS),
      msg.text,
      bot.platform,
    );
    const notice = settings.text("notice").trim() || texts[language].refused;
    await bot.sendText(msg.from, notice, msg.contextToken);
  }
  return { handled: true };
}
