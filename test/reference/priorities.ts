import { DEFAULT_PRIORITIES, LIMITS } from "@botwright/core";
import type { Language, Words } from "./words.ts";

/** What the kinds of plugin do, by slug or category. */
const WHAT: Readonly<Record<string, Words>> = {
  "bot-menu": { en: "answers the menu command", zh: "响应菜单命令" },
  "message-filter": { en: "stops words that are not allowed", zh: "拦截敏感词" },
  "keyword-reply": { en: "answers to words", zh: "按关键词回复" },
  "auto-greeting": { en: "greets", zh: "自动问候" },
  "webhook-forward": { en: "passes messages on to a webhook", zh: "把消息转发到 webhook" },
  game: { en: "every plugin of this category", zh: "这个分类的所有插件" },
  "ai-chat": { en: "answers what no other plugin has answered", zh: "其他插件都没有处理时回答" },
};

const TITLES: Readonly<Record<Language, readonly string[]>> = {
  en: ["priority", "slug or category", "what it does"],
  zh: ["优先级", "slug 或分类", "作用"],
};

const OTHERS: Words = { en: "every other plugin", zh: "其他所有插件" };

/** The rows of the default priorities, in the order in which plugins run. */
export function priorityRows(language: Language): (readonly string[])[] {
  const named = Object.entries(DEFAULT_PRIORITIES).map(([name, priority]) => ({
    priority,
    name: `\`${name}\``,
    what: WHAT[name]?.[language] ?? "",
  }));
  const { defaultPriority } = LIMITS.plugin;
  const rows = [...named, { priority: defaultPriority, name: "", what: OTHERS[language] }]
    .toSorted((a, b) => a.priority - b.priority)
    .map(({ priority, name, what }) => [`${priority}`, name, what]);
  return [TITLES[language], ...rows];
}
