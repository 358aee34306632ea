import type { NetworkErrorCode, PlatformErrorCode } from "@botwright/adapter-kit";
import type { SearchErrorCode } from "@botwright/core";
import type { GuardedFetchErrorCode } from "@botwright/guarded-fetch";
import type { SandboxErrorCode } from "@botwright/sandbox";
import type { Language, Words } from "./words.ts";

/** Codes about the sandbox itself, which no author can cause or change. */
type OfHost = "ABORTED" | "SANDBOX_CLOSED" | "SANDBOX_WORKER_LOST";
/** Codes of broken limits stand in the table of limits. */
type OfLimit =
  | "FETCH_BODY_TOO_LARGE"
  | "FETCH_TIMEOUT"
  | "INVALID_QUERY"
  | "PLUGIN_RATE_LIMIT"
  | "PLUGIN_TIMEOUT"
  | "PLUGIN_TOO_LARGE"
  | "USER_RATE_LIMIT"
  | `SANDBOX_${string}_LIMIT`;
/** `NETWORK_ABORTED` ends the start of an adapter and a login, never a host call. */
type OfAdapter = PlatformErrorCode | Exclude<NetworkErrorCode, "NETWORK_ABORTED">;
/** The others are about creating and closing a guarded fetch. */
type OfFetch = Exclude<GuardedFetchErrorCode, "FETCH_CLOSED" | "INVALID_OPTION">;
/** Codes of errors whose classes list no codes. */
type Other =
  | "CALL_ENDED"
  | "CREDENTIALS_INVALID"
  | "DUPLICATE_SLUG"
  | "FETCH_UNAVAILABLE"
  | "HOST_CALL_TIMEOUT"
  | "INTERNAL_ERROR"
  | "INVALID_ARGUMENT"
  | "INVALID_MEDIA_REFERENCE"
  | "PERMISSION_DENIED"
  | "SECRET_UNREADABLE"
  | "STORAGE_CONFLICT"
  | "STORAGE_INVALID_VALUE"
  | "STORAGE_OVERWRITTEN"
  | "TIMER_PENDING";
type PluginFacingCode =
  | Exclude<SandboxErrorCode | SearchErrorCode | OfFetch, OfHost | OfLimit>
  | OfAdapter
  | Other;

/**
 * What a plugin's run ends with, and what host calls reject with in `error.code`; without the limits. A code that is
 * added to one of the packages' unions must get a row here, or be excluded above.
 */
export const ERRORS: Readonly<Record<PluginFacingCode, Words>> = {
  PLUGIN_ERROR: {
    en: "The handler, or the file while it loaded, has thrown: look at the message and its line or lines.",
    zh: "处理函数抛出了错误，或文件在加载时抛出了错误：请看错误信息和行号。",
  },
  PLUGIN_SYNTAX_ERROR: {
    en: "The file is not a JavaScript module: `botwright check` shows where. TypeScript is built first.",
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
    en: "In the log: the handler returned while a timer was pending, which therefore never fires.",
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
  PLATFORM_UNAUTHORIZED: {
    en: "The platform refuses the bot's credentials: the bot's owner binds it again.",
    zh: "平台不接受机器人的凭证：机器人的主人要重新绑定。",
  },
  PLATFORM_FORBIDDEN: {
    en: "The bot may not do this, or the person has blocked it or is gone; a missing permission is granted by the bot's owner at the platform.",
    zh: "机器人没有权限，或对方已屏蔽机器人或已不存在；缺少的权限由机器人的主人在平台上授予。",
  },
  PLATFORM_RATE_LIMITED: {
    en: "The platform wants fewer calls: try again later.",
    zh: "平台要求减少调用：请稍后再试。",
  },
  PLATFORM_NOT_FOUND: {
    en: "What the call names does not exist at the platform (any more), such as the medium of an old message.",
    zh: "调用所指的对象在平台上不存在（或已不存在），例如旧消息的媒体。",
  },
  PLATFORM_BAD_REQUEST: {
    en: "The platform refused what was sent; the message says why.",
    zh: "平台拒绝了发送的内容；错误信息会说明原因。",
  },
  PLATFORM_CONFLICT: {
    en: "Another program receives for the same bot: let only one run.",
    zh: "另一个程序也在为同一个机器人接收消息：请只运行一个。",
  },
  PLATFORM_UNAVAILABLE: {
    en: "The platform has failed on its side: try again later.",
    zh: "平台出现故障：请稍后再试。",
  },
  PLATFORM_UNTRUSTED_ADDRESS: {
    en: "The platform names an address outside its own hosts, which the host does not call; its operator can trust that address.",
    zh: "平台给出了自身域名以外的地址，宿主不会访问；宿主的运维人员可以信任该地址。",
  },
  NETWORK_UNREACHABLE: {
    en: "The platform cannot be reached; nothing was sent.",
    zh: "无法连接平台；什么都没有发出。",
  },
  NETWORK_TIMEOUT: {
    en: "The platform did not answer in time; a message may have arrived.",
    zh: "平台没有及时回答；消息可能已经送达。",
  },
  NETWORK_FAILED: {
    en: "The connection to the platform broke before its answer was complete; a message may have arrived.",
    zh: "平台的回答完成之前连接中断；消息可能已经送达。",
  },
  NETWORK_BAD_ANSWER: {
    en: "What answered is not the platform: the host's operator checks the API address, or a proxy in between.",
    zh: "应答的不是平台：宿主的运维人员要检查 API 地址或中间的代理。",
  },
  API_ERROR: { en: "The search engine has failed.", zh: "搜索引擎出错。" },
  NETWORK_ERROR: { en: "The search engine cannot be reached.", zh: "无法连接搜索引擎。" },
  FETCH_BLOCKED: {
    en: "`fetch` may not reach this address: a private one, another port, or too many redirects.",
    zh: "`fetch` 不能访问这个地址：内网地址、其他端口，或重定向太多。",
  },
  FETCH_NETWORK: {
    en: "The server cannot be reached, or its answer is broken.",
    zh: "无法连接服务器，或服务器的响应不完整。",
  },
  FETCH_OVERLOADED: {
    en: "Too many fetches are open or wait: try again later, or do fewer at once.",
    zh: "正在进行或等待的 fetch 太多：请稍后再试，或减少同时进行的数量。",
  },
  FETCH_EXCESSIVE_LOAD: {
    en: "The server made the host work more than its answer is worth, such as by very many tiny pieces.",
    zh: "服务器让宿主做的工作超出了它的响应所值，例如把响应拆成极多的小块。",
  },
  FETCH_UNAVAILABLE: {
    en: "The host gives plugins no network.",
    zh: "宿主不给插件提供网络。",
  },
  CREDENTIALS_INVALID: {
    en: "The stored credentials for `getPlatformCreds` have the wrong form: the owner enters them again.",
    zh: "为 `getPlatformCreds` 保存的凭证格式不对：主人要重新填写。",
  },
  SECRET_UNREADABLE: {
    en: "The host can no longer decrypt the stored credentials: the owner enters them again.",
    zh: "宿主无法解密保存的凭证：主人要重新填写。",
  },
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
