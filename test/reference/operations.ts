import { type GuestOperation, type Operation, OPERATIONS } from "@botwright/core";
import { codeOf, type Language, type Words } from "./words.ts";

/** What each operation does and gives. */
const WHAT: Readonly<Record<GuestOperation, Words>> = {
  "bot.reply": {
    en: "Answers the message; Markdown becomes plain text.",
    zh: "回答这条消息；Markdown 会变成纯文本。",
  },
  "bot.sendText": {
    en: "Sends a text as it is; `msg.contextToken` as third argument says which message it belongs to.",
    zh: "原样发送文字；第三个参数 `msg.contextToken` 说明它属于哪条消息。",
  },
  "bot.sendImage": { en: "Sends a picture.", zh: "发送图片。" },
  "bot.sendVideo": { en: "Sends a video.", zh: "发送视频。" },
  "bot.sendFile": { en: "Sends a file by this name.", zh: "用这个名字发送文件。" },
  "bot.sendVoice": {
    en: "Sends a voice message in SILK; options: `encodeType`, `sampleRate`, `playtime`.",
    zh: "发送 SILK 格式的语音；选项：`encodeType`、`sampleRate`、`playtime`。",
  },
  "bot.sendTyping": { en: 'Shows "is typing …".', zh: "显示“正在输入……”。" },
  "bot.cancelTyping": { en: "Ends the indicator.", zh: "结束“正在输入”的提示。" },
  "bot.downloadImage": { en: "Gives the bytes as a `Buffer`.", zh: "返回 `Buffer`。" },
  "bot.downloadVoice": { en: "Gives the bytes as a `Buffer`.", zh: "返回 `Buffer`。" },
  "bot.downloadFile": { en: "Gives the bytes as a `Buffer`.", zh: "返回 `Buffer`。" },
  "bot.downloadVideo": { en: "Gives the bytes as a `Buffer`.", zh: "返回 `Buffer`。" },
  "bot.downloadRaw": {
    en: "Gives the bytes as the platform keeps them, which may be encrypted.",
    zh: "返回平台保存的字节，可能是加密的。",
  },
  "storage.get": { en: "Gives the value, or `null`.", zh: "返回值，没有时是 `null`。" },
  "storage.set": { en: "Writes a text or any JSON value.", zh: "写入文字或任何 JSON 值。" },
  "storage.compareAndSet": {
    en: "Writes if the value is still the second argument; gives whether it did. `storage.update(key, change)` calls it.",
    zh: "值仍然等于第二个参数时才写入；返回是否写入。`storage.update(key, change)` 就由它组成。",
  },
  "storage.delete": { en: "Removes the key.", zh: "删除这个键。" },
  "storage.keys": { en: "Lists the plugin's keys.", zh: "列出插件的所有键。" },
  "storage.clear": { en: "Removes all data of the plugin.", zh: "删除插件的所有数据。" },
  "aiService.callModel": {
    en: "Asks a model; gives `text`, `imageUrl`, `usage`, `credits_deducted`, `free_use`, `error`. Image models take `imagePrompt` and `imageSize`.",
    zh: "调用模型；返回 `text`、`imageUrl`、`usage`、`credits_deducted`、`free_use`、`error`。图像模型用 `imagePrompt` 和 `imageSize`。",
  },
  "aiService.getModelsByCategory": {
    en: "Lists the models of `chat`, `vision` or `image`.",
    zh: "列出 `chat`、`vision` 或 `image` 的模型。",
  },
  "aiService.getModelInfo": {
    en: "Gives one model with `cost_multiplier`, or `null`.",
    zh: "返回一个模型，带 `cost_multiplier`；没有时是 `null`。",
  },
  "aiService.isFreeModel": { en: "Whether it costs nothing.", zh: "是否免费。" },
  "aiService.getImageUsageToday": {
    en: "How many pictures the account has made today.",
    zh: "账户今天生成了多少张图片。",
  },
  "aiService.getFreeImageQuota": {
    en: "How many pictures a day cost nothing.",
    zh: "每天有多少张图片免费。",
  },
  "searchService.search": {
    en: "Searches the web; gives `results` (`title`, `url`, `snippet`), `source`, `count`, `cached`. Options: `maxResults`, `region`.",
    zh: "搜索网络；返回 `results`（`title`、`url`、`snippet`）、`source`、`count`、`cached`。选项：`maxResults`、`region`。",
  },
  getPlatformCreds: {
    en: "Gives the owner's credentials, or `null`.",
    zh: "返回主人的凭证，没有时是 `null`。",
  },
  fetch: {
    en: "Asks a server, as in browsers: public `https` addresses only.",
    zh: "和浏览器里一样请求服务器：只能用公网 `https` 地址。",
  },
};

/** The words of the table in one language. */
interface TableWords {
  readonly titles: readonly string[];
  readonly kinds: Readonly<Record<Operation["kind"], string>>;
  readonly single: string;
  /** When `proactive` is needed. */
  readonly elsewhere: string;
}

const TABLE: Readonly<Record<Language, TableWords>> = {
  en: {
    titles: ["host call", "what it does", "kind", "permission", "counted by"],
    kinds: { read: "reads", effect: "changes something", send: "sends" },
    single: "Single-platform variant only.",
    elsewhere: "to other people",
  },
  zh: {
    titles: ["宿主调用", "作用", "种类", "权限", "计入"],
    kinds: { read: "读取", effect: "改变状态", send: "发送" },
    single: "仅单平台版本。",
    elsewhere: "发给其他人时",
  },
};

/** What `meta.permissions` has to say. */
function permissionOf({ permission }: Operation, elsewhere: string): string {
  if (permission === undefined) return "";
  if (permission === "hosts") return '`hosts: ["…"]`';
  if (permission === "proactive") return `\`proactive: true\` (${elsewhere})`;
  return permission === "creds" ? '`creds: ["…"]`' : `\`${permission}: true\``;
}

/** The rows of every host call that an author can make. */
export function operationRows(language: Language): (readonly string[])[] {
  const { titles, kinds, single, elsewhere } = TABLE[language];
  const operations: Readonly<Record<GuestOperation, Operation>> = OPERATIONS;
  const rows = Object.entries(WHAT).map(([name, what]) => {
    const row = findRow(operations, name);
    return [
      codeOf(row.example),
      row.variant === "single" ? `${what[language]} ${single}` : what[language],
      kinds[row.kind],
      permissionOf(row, elsewhere),
      ["hostCalls", ...(row.limit === undefined ? [] : [row.limit])].join(", "),
    ];
  });
  return [titles, ...rows];
}

function findRow(operations: Readonly<Record<string, Operation>>, name: string): Operation {
  const row = operations[name];
  if (row === undefined) throw new Error(`there is no operation ${name}`);
  return row;
}
