import type { ConfigSchemaItem, PluginMeta, PluginPermissions } from "@botwright/core";
import type { Member } from "./words.ts";

/** The fields of `meta`. */
export const META: Readonly<Record<keyof PluginMeta, Member>> = {
  slug: {
    type: "string",
    en: "The unique name: 2 to 64 lower-case letters, digits and hyphens. Storage and settings belong to it.",
    zh: "唯一的名字：2 到 64 个小写字母、数字和连字符。存储和设置都归它所有。",
  },
  name: { type: "string", en: "The name that people see.", zh: "展示给用户的名称。" },
  description: { type: "string", en: "One line about it.", zh: "一行简介。" },
  icon: { type: "string", default: '"🔌"', en: "An emoji.", zh: "一个表情符号。" },
  category: {
    type: '"message" | "utility" | "fun" | "game" | "content" | "command" | "scheduled"',
    en: "Where people find it; `game` sets the priority too.",
    zh: "所属分类；`game` 还会决定优先级。",
  },
  version: { type: "string", default: '"1.0.0"', en: "The version.", zh: "版本号。" },
  triggers: {
    type: "string[]",
    default: "[]",
    en: "Words that it reacts to. They only serve to find conflicts: the handler looks at `msg.text` itself.",
    zh: "它响应的词。只用来查找冲突：处理函数要自己检查 `msg.text`。",
  },
  config_schema: {
    type: "object[]",
    default: "[]",
    en: "What the bot's owner can set, see below.",
    zh: "机器人主人可以设置的内容，见下文。",
  },
  priority: {
    type: "number",
    default: "70",
    en: "0 to 1000; smaller runs first. 60 to 90 for third-party plugins.",
    zh: "0 到 1000；数字小的先运行。第三方插件：60 到 90。",
  },
  permissions: {
    type: "object",
    en: "What it may use, see below. Without it the plugin may use everything, and is shown as one that asks for everything.",
    zh: "它可以使用什么，见下文。不写就可以使用一切，展示时也会写明它要求所有权限。",
  },
};

/** The fields of an item of `config_schema`. */
export const SETTING: Readonly<Record<keyof ConfigSchemaItem, Member>> = {
  key: { type: "string", en: "Its name in `config`.", zh: "在 `config` 里的名字。" },
  label: { type: "string", en: "What stands beside the field.", zh: "输入框旁边的文字。" },
  type: {
    type: '"text" | "password" | "number" | "boolean" | "textarea" | "select"',
    en: "The kind of field. A `password` is kept encrypted.",
    zh: "输入框的种类。`password` 会加密保存。",
  },
  placeholder: { type: "string", en: "A hint in the empty field.", zh: "输入框为空时的提示。" },
  default: { type: "unknown", en: "The value until one is set.", zh: "没有设置时的值。" },
  options: {
    type: "{ value, label }[]",
    en: "What a `select` offers.",
    zh: "`select` 的选项。",
  },
};

/** The keys of `meta.permissions`. */
export const PERMISSIONS: Readonly<Record<keyof PluginPermissions, Member>> = {
  hosts: {
    type: "string[]",
    en: 'Hosts that `fetch` may reach, redirects included: `"api.example.com"`, `"*.example.org"` for all subdomains. `[]` is a visible promise of no network, `["*"]` is any public host.',
    zh: '`fetch` 可以访问的主机，重定向也不例外：`"api.example.com"`，`"*.example.org"` 表示所有子域名。`[]` 是公开的承诺：不使用网络；`["*"]` 是任何公网主机。',
  },
  creds: {
    type: "string[]",
    en: "Platforms whose credentials `getPlatformCreds` gives.",
    zh: "`getPlatformCreds` 可以读取哪些平台的凭证。",
  },
  ai: { type: "boolean", default: "false", en: "`aiService`", zh: "`aiService`" },
  search: { type: "boolean", default: "false", en: "`searchService`", zh: "`searchService`" },
  media: {
    type: "boolean",
    default: "false",
    en: "`mediaBuffer` (else `null`) and `bot.download…`",
    zh: "`mediaBuffer`（否则为 `null`）和 `bot.download…`",
  },
  proactive: {
    type: "boolean",
    default: "false",
    en: "Sending to other people than `msg.from`, and with the token of another message.",
    zh: "给 `msg.from` 以外的人发消息，或使用另一条消息的 token。",
  },
};
