/**
 * Answers `menu` and `帮助` with what the bot can do.
 *
 * @module
 */
import type { HandlerContext, HandlerResult, Plugin } from "@botwright/core";
import { commandOf } from "./shared/command.ts";
import { cutText } from "./shared/cut-text.ts";
import { isChinese, type Language, LANGUAGE_SETTINGS, languageOf } from "./shared/language.ts";
import { readSettings, type Settings } from "./shared/settings.ts";
import { texts } from "./texts/bot-menu.ts";

/** Its declaration. */
export const meta: Plugin["meta"] = {
  slug: "bot-menu",
  name: "菜单 / Menu",
  description: "列出机器人的功能 / Lists what the bot can do",
  icon: "📋",
  category: "utility",
  version: "1.0.0",
  triggers: ["/menu", "menu", "/help", "help", "菜单", "帮助"],
  permissions: { hosts: [] },
  config_schema: [
    {
      key: "triggers",
      label: "触发词（逗号分隔） / Trigger words, separated by commas",
      type: "text",
      default: "/menu, menu, /help, help, 菜单, 帮助",
    },
    {
      key: "title",
      label: "标题（留空为默认） / Title, blank for the default",
      type: "text",
      default: "",
    },
    {
      key: "items",
      label: "菜单内容，每行一项 / Entries, one per line",
      type: "textarea",
      placeholder: "天气 北京：查询天气",
      default: "",
    },
    {
      key: "list_plugins",
      label: "列出已安装的插件 / List the installed plugins",
      type: "boolean",
      default: true,
    },
    {
      key: "hidden",
      label: "不列出的插件（slug，每行一个） / Plugins to leave out: slugs, one per line",
      type: "textarea",
      default: "message-filter\nkeyword-reply\nauto-greeting\nwebhook-forward",
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

/** What this plugin uses of a host's database pool. */
export interface MenuPool {
  query(
    text: string,
    values: readonly unknown[],
  ): Promise<{ readonly rows: readonly Readonly<Record<string, unknown>>[] }>;
}

/** Plugins that are listed. */
const MAX_PLUGINS = 50;
/** Trigger words that are shown of a plugin. */
const MAX_TRIGGERS = 5;
/** Characters of an entry: strangers write names and descriptions. */
const MAX_ENTRY_LENGTH = 200;

const INSTALLED = `
  select p.slug, v.meta::text as meta
  from installation i
  join plugin p on p.id = i.plugin_id
  join plugin_version v on v.id = i.version_id
  where i.bot_id = $1 and i.enabled and p.status <> 'taken_down'
  order by i.id
  limit ${MAX_PLUGINS}`;

/** Shows the menu for one of its trigger words. */
export async function handler(context: HandlerContext): Promise<HandlerResult> {
  const { bot, msg, config } = context;
  const settings = readSettings(config);
  const said = commandOf(msg.text);
  const words = settings.text("triggers").split(/[,，\n]/u);
  if (said === "" || !words.some((word) => commandOf(word) === said)) return { handled: false };
  const language = languageOf(
    settings.choice("language", LANGUAGE_SETTINGS),
    msg.text,
    bot.platform,
  );
  const own = texts[language];
  const title = settings.text("title").trim() || own.title;
  const lines = [
    ...settings.lines("items"),
    ...(await listInstalled(context, settings, language)),
    own.self,
  ];
  await bot.sendText(
    msg.from,
    [title, ...lines.map((line) => `• ${line}`)].join("\n"),
    msg.contextToken,
  );
  return { handled: true };
}

/** The entries of the bot's other plugins; none without a host's pool, or when it fails. */
async function listInstalled(
  { botDbId, pool }: HandlerContext,
  settings: Settings,
  language: Language,
): Promise<readonly string[]> {
  if (!isPool(pool) || !settings.flag("list_plugins")) return [];
  const hidden = new Set([meta.slug, ...settings.lines("hidden")]);
  try {
    const { rows } = await pool.query(INSTALLED, [botDbId]);
    return rows.flatMap(({ slug, meta: json }) =>
      typeof slug === "string" && !hidden.has(slug)
        ? [entryOf(slug, readJson(json), language)]
        : [],
    );
  } catch {
    // The host logs a failing database; the owner's own entries are shown all the same.
    return [];
  }
}

function isPool(value: unknown): value is MenuPool {
  return typeof value === "object" && value !== null && "query" in value;
}

function readJson(value: unknown): unknown {
  return typeof value === "string" ? JSON.parse(value) : value;
}

/** `🎲 Dice (roll): Rolls a die` */
function entryOf(slug: string, declared: unknown, language: Language): string {
  const textAt = (name: string): string => {
    const value = memberOf(declared, name);
    return typeof value === "string" ? inLanguage(value, language) : "";
  };
  const all = memberOf(declared, "triggers");
  const words = Array.isArray(all) ? all.filter((word) => typeof word === "string") : [];
  const shown = words.slice(0, MAX_TRIGGERS).join(", ");
  const name = [textAt("icon"), textAt("name") || slug].filter((part) => part !== "").join(" ");
  const description = textAt("description");
  const colon = language === "zh" ? "：" : ": ";
  const entry = [
    name,
    shown === "" ? "" : ` (${shown})`,
    description === "" ? "" : `${colon}${description}`,
  ].join("");
  return cutText(entry.replaceAll(/\s+/gu, " "), MAX_ENTRY_LENGTH);
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

/** The half of `中文 / English` that fits, else the whole text. */
function inLanguage(text: string, language: Language): string {
  const halves = text.split(" / ");
  const [first = "", second = ""] = halves;
  if (halves.length !== 2 || isChinese(first) === isChinese(second)) return text;
  return isChinese(first) === (language === "zh") ? first : second;
}
