import type { SearchErrorCode } from "@botwright/core";
import type { SandboxErrorCode } from "@botwright/sandbox";
import type { Language, Words } from "./words.ts";

/** Codes about the sandbox itself, which no author can cause or change. */
type OfHost = "ABORTED" | "SANDBOX_CLOSED" | "SANDBOX_WORKER_LOST";
/** Codes of broken limits stand in the table of limits. */
type OfLimit = "PLUGIN_TIMEOUT" | "PLUGIN_TOO_LARGE" | `SANDBOX_${string}_LIMIT`;
type OfPlugin = Exclude<SandboxErrorCode, OfHost | OfLimit>;
type OfSearch = Exclude<SearchErrorCode, "INVALID_QUERY" | "PLUGIN_RATE_LIMIT" | "USER_RATE_LIMIT">;

/** What a plugin's run ends with, and what host calls reject with in `error.code`; without the limits. */
export const ERRORS: Readonly<Record<OfPlugin | OfSearch, Words> & Record<string, Words>> = {
  PLUGIN_ERROR: {
    en: "The handler, or the file while it loaded, has thrown: look at the message and its line or lines.",
    zh: "处理函数抛出了错误，或文件在加载时抛出了错误：请看错误信息和行号。",
  },
  PLUGIN_SYNTAX_ERROR: {
    en: "The file is no JavaScript module: `botwright check` shows where. TypeScript is built first.",
    zh: "文件不是 JavaScript 模块：`botwright check` 会指出位置。TypeScript 要先构建。",
  },
  PLUGIN_NO_HANDLER: {
    en: "Nothing named `handler` is exported.",
    zh: "没有导出名为 `handler` 的函数。",
  },
  PLUGIN_IMPORT_REFUSED: {
    en: "The file imports something; a plugin is one file.",
    zh: "文件导入了别的东西；一个插件只有一个文件。",
  },
  PLUGIN_INVALID_RESULT: {
    en: "The handler returned neither `{ handled: true }` nor `{ handled: false }`.",
    zh: "处理函数返回的既不是 `{ handled: true }` 也不是 `{ handled: false }`。",
  },
  PLUGIN_META_MISMATCH: {
    en: "`meta` is another one when the file runs: keep it a literal that nothing changes.",
    zh: "运行时的 `meta` 和文件里写的不一样：请写成字面量，之后不要改动。",
  },
  PLUGIN_NEVER_SETTLED: {
    en: "The handler waits for a promise that nothing resolves.",
    zh: "处理函数在等一个永远不会完成的 Promise。",
  },
  PLUGIN_QUARANTINED: {
    en: "The plugin has hung or crashed too often and is not run for a while.",
    zh: "插件卡死或崩溃的次数太多，暂时不再运行。",
  },
  DUPLICATE_SLUG: {
    en: "Two plugins of a bot have one slug: give one of them another.",
    zh: "同一个机器人的两个插件用了同一个 slug：给其中一个换名字。",
  },
  INVALID_ARGUMENT: {
    en: "An argument of a host call has a wrong type or is too large.",
    zh: "宿主调用的某个参数类型不对，或者太大。",
  },
  PERMISSION_DENIED: {
    en: "`meta.permissions` does not have what was used.",
    zh: "`meta.permissions` 里没有用到的权限。",
  },
  CALL_ENDED: {
    en: "The call came after the handler had returned: `await` is missing somewhere.",
    zh: "处理函数返回之后才发出的调用：某处少了 `await`。",
  },
  HOST_CALL_TIMEOUT: {
    en: "The call was not answered in time; a message may have arrived.",
    zh: "调用没有及时得到回答；消息可能已经送达。",
  },
  STORAGE_CONFLICT: {
    en: "Others write the same key without a pause.",
    zh: "别的调用不停地写同一个键。",
  },
  STORAGE_INVALID_VALUE: {
    en: "A value is `undefined`, a function, `NaN` or a promise without `await`; the message has the path.",
    zh: "值是 `undefined`、函数、`NaN` 或没有 `await` 的 promise；错误信息里有路径。",
  },
  STORAGE_OVERWRITTEN: {
    en: "In the log: a `set` wrote over what another run had changed meanwhile; `update` loses nothing.",
    zh: "出现在日志里：`set` 覆盖了另一次运行刚改过的值；`update` 不会丢失任何写入。",
  },
  TIMER_PENDING: {
    en: "In the log: the handler returned before a timer fired, which it never does then.",
    zh: "出现在日志里：处理函数返回时还有定时器没有响，它永远不会再响了。",
  },
  INVALID_MEDIA_REFERENCE: {
    en: "An item or reference for a download was not passed on as it came.",
    zh: "下载用的对象或引用不是原样传回来的。",
  },
  MEDIA_TOO_LARGE: {
    en: "The platform, or the limit of a call, takes no file of this size.",
    zh: "文件太大：超过了平台或一次调用的上限。",
  },
  PLATFORM_FORBIDDEN: {
    en: "The platform refused for want of a permission: the bot's owner grants it and publishes a version.",
    zh: "平台因权限不足而拒绝：机器人的主人要授予权限并发布版本。",
  },
  PLATFORM_RATE_LIMITED: {
    en: "The platform wants fewer calls: try again later.",
    zh: "平台要求减少调用：请稍后再试。",
  },
  PLATFORM_BAD_REQUEST: {
    en: "The platform refused what was sent; the message says why.",
    zh: "平台拒绝了发送的内容；错误信息会说明原因。",
  },
  API_ERROR: { en: "The search engine has failed.", zh: "搜索引擎出错。" },
  NETWORK_ERROR: { en: "The search engine cannot be reached.", zh: "无法连接搜索引擎。" },
  FETCH_BLOCKED: {
    en: "`fetch` may not reach this address: a private one, another port, or too many redirects.",
    zh: "`fetch` 不能访问这个地址：内网地址、其他端口，或重定向太多。",
  },
  FETCH_NETWORK: { en: "The server cannot be reached.", zh: "无法连接服务器。" },
  INTERNAL_ERROR: {
    en: "The host has failed; the plugin is not to blame.",
    zh: "宿主出错；不是插件的问题。",
  },
};

const TITLES: Readonly<Record<Language, readonly string[]>> = {
  en: ["code", "what happened"],
  zh: ["代码", "发生了什么"],
};

/** The rows of the errors. */
export function errorRows(language: Language): (readonly string[])[] {
  const rows = Object.entries(ERRORS).map(([code, words]) => [`\`${code}\``, words[language]]);
  return [TITLES[language], ...rows];
}
