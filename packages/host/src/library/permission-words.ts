import type { LocalizedText, Platform, PluginPermissions } from "@botwright/core";

/** One permission of a plugin, in words. */
export interface PermissionItem extends LocalizedText {
  /** Stable, such as `hosts/api.example.com` or `ai`. */
  readonly key: string;
}

/** The permissions of a plugin, as they are shown before it is installed. */
export interface PermissionSummary {
  /** Whether the plugin declares no permissions, so that it may use everything that plugins can use. */
  readonly everything: boolean;
  readonly items: readonly PermissionItem[];
}

/** What changes between two versions. */
export interface PermissionChanges {
  readonly added: readonly PermissionItem[];
  readonly removed: readonly PermissionItem[];
}

const EVERYTHING: PermissionItem = {
  key: "everything",
  en: "asks for everything: any public host, AI, search, your credentials, media, and messages to other people",
  zh: "请求全部权限：任意公网主机、AI、搜索、您的平台凭证、媒体文件，以及向其他人发送消息",
};

const FLAGS: readonly (PermissionItem & {
  readonly key: "ai" | "search" | "media" | "proactive";
})[] = [
  { key: "ai", en: "uses AI models, at your cost", zh: "使用 AI 模型，费用由您承担" },
  { key: "search", en: "searches the web", zh: "搜索网页" },
  {
    key: "media",
    en: "reads pictures, voice messages, videos and files of chats",
    zh: "读取聊天中的图片、语音、视频和文件",
  },
  {
    key: "proactive",
    en: "sends messages to people other than the one who has just written",
    zh: "向当前发消息者以外的人发送消息",
  },
];

const PLATFORM_NAMES: Readonly<Record<Platform, LocalizedText>> = {
  wechat: { en: "WeChat", zh: "微信" },
  feishu: { en: "Feishu", zh: "飞书" },
  wecom: { en: "WeCom", zh: "企业微信" },
  dingtalk: { en: "DingTalk", zh: "钉钉" },
  telegram: { en: "Telegram", zh: "Telegram" },
};

/**
 * Describes the permissions of a plugin.
 *
 * @example
 * permissionsInWords({ hosts: ["api.example.com"] }).items;
 * // [{ key: "hosts/api.example.com", en: "exchanges data with api.example.com", zh: "与 api.example.com 交换数据" }]
 */
export function permissionsInWords(permissions: PluginPermissions | undefined): PermissionSummary {
  if (permissions === undefined) return { everything: true, items: [EVERYTHING] };
  const { hosts = [], creds = [] } = permissions;
  const items = [
    ...hosts.map(hostInWords),
    ...FLAGS.filter(({ key }) => permissions[key] === true),
    ...creds.map((platform) => ({
      key: `creds/${platform}`,
      en: `reads your ${PLATFORM_NAMES[platform].en} credentials`,
      zh: `读取您的${PLATFORM_NAMES[platform].zh}凭证`,
    })),
  ];
  return { everything: false, items };
}

function hostInWords(host: string): PermissionItem {
  const key = `hosts/${host.toLowerCase()}`;
  if (host === "*") {
    return { key, en: "exchanges data with any public host", zh: "与任意公网主机交换数据" };
  }
  return { key, en: `exchanges data with ${host}`, zh: `与 ${host} 交换数据` };
}

/** The permissions that only the later version asks for (`added`), and those that only the former did (`removed`). */
export function permissionChanges(
  before: PluginPermissions | undefined,
  after: PluginPermissions | undefined,
): PermissionChanges {
  const [old, now] = [permissionsInWords(before).items, permissionsInWords(after).items];
  return { added: without(now, old), removed: without(old, now) };
}

function without(
  items: readonly PermissionItem[],
  others: readonly PermissionItem[],
): PermissionItem[] {
  const keys = new Set(others.map(({ key }) => key));
  return items.filter(({ key }) => !keys.has(key));
}
