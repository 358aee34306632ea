import { LIMITS } from "@botwright/core";
import { DEFAULT_LIMITS } from "@botwright/sandbox";
import type { Language, Words } from "./words.ts";

/** One limit: its value, and the code of the error beyond it. */
interface Limit extends Words {
  readonly value: string;
  readonly code: string;
}

const KIB = 1024;
const bytes = (count: number): string =>
  count >= KIB * KIB ? `${count / KIB / KIB} MiB` : `${count / KIB} KiB`;
const seconds = (ms: number): string => `${ms / 1000} s`;
const { storage, freeAI, search, text, call, plugin, media } = LIMITS;

/** Every limit that a plugin can meet: of one call, of one value, of an account. */
const ROWS: readonly Limit[] = [
  { en: "computing", zh: "计算时间", value: seconds(call.cpuMs), code: "SANDBOX_CPU_LIMIT" },
  { en: "total time", zh: "总时间", value: seconds(call.wallMs), code: "PLUGIN_TIMEOUT" },
  { en: "memory", zh: "内存", value: bytes(call.memoryBytes), code: "SANDBOX_MEMORY_LIMIT" },
  { en: "host calls", zh: "宿主调用", value: `${call.hostCalls}`, code: "SANDBOX_HOST_CALL_LIMIT" },
  { en: "messages sent", zh: "发出的消息", value: `${call.sends}`, code: "SANDBOX_SEND_LIMIT" },
  { en: "fetches", zh: "fetch 次数", value: `${call.fetches}`, code: "SANDBOX_FETCH_LIMIT" },
  {
    en: "a fetch's body",
    zh: "一次 fetch 的正文",
    value: bytes(call.fetchBytes),
    code: "FETCH_BODY_TOO_LARGE",
  },
  {
    en: "a fetch's time",
    zh: "一次 fetch 的时间",
    value: seconds(call.fetchMs),
    code: "FETCH_TIMEOUT",
  },
  {
    en: "received and sent data",
    zh: "进出的数据",
    value: bytes(DEFAULT_LIMITS.transferBytes),
    code: "SANDBOX_TRANSFER_LIMIT",
  },
  {
    en: "items and members in JSON sent",
    zh: "传送的 JSON 的元素和成员",
    value: `${DEFAULT_LIMITS.transferValues}`,
    code: "SANDBOX_TRANSFER_LIMIT",
  },
  { en: "timers", zh: "定时器", value: `${DEFAULT_LIMITS.timers}`, code: "SANDBOX_TIMER_LIMIT" },
  {
    en: "promise jobs",
    zh: "Promise 任务",
    value: `${DEFAULT_LIMITS.jobs}`,
    code: "SANDBOX_JOB_LIMIT",
  },
  {
    en: "console output",
    zh: "控制台输出",
    value: bytes(call.consoleBytes),
    code: "SANDBOX_CONSOLE_LIMIT",
  },
  { en: "the file", zh: "文件", value: bytes(plugin.sourceBytes), code: "PLUGIN_TOO_LARGE" },
  {
    en: "memory that the file leaves after loading",
    zh: "文件加载后留下的内存",
    value: bytes(DEFAULT_LIMITS.imageBytes),
    code: "SANDBOX_IMAGE_LIMIT",
  },
  { en: "one text", zh: "一条文字", value: bytes(text.maxBytes), code: "TEXT_TOO_LONG" },
  {
    en: "a medium in `mediaBuffer`",
    zh: "`mediaBuffer` 里的媒体",
    value: bytes(media.prefetchBytes),
    code: "",
  },
  {
    en: "a medium that is sent",
    zh: "发出的媒体",
    value: bytes(media.uploadBytes),
    code: "MEDIA_TOO_LARGE",
  },
  {
    en: "one stored value",
    zh: "存储的一个值",
    value: bytes(storage.valueBytes),
    code: "STORAGE_VALUE_TOO_LARGE",
  },
  {
    en: "storage of an account",
    zh: "一个账户的存储",
    value: bytes(storage.userBytes),
    code: "STORAGE_QUOTA_EXCEEDED",
  },
  {
    en: "characters of a key",
    zh: "键的字符数",
    value: `${storage.keyCharacters}`,
    code: "STORAGE_INVALID_KEY",
  },
  {
    en: "free models, calls per account and hour",
    zh: "免费模型，每个账户每小时的调用",
    value: `${freeAI.callsPerUserPerHour}`,
    code: "",
  },
  {
    en: "searches per account and minute",
    zh: "每个账户每分钟的搜索",
    value: `${search.perUserPerMinute}`,
    code: "USER_RATE_LIMIT",
  },
  {
    en: "searches per plugin and minute",
    zh: "每个插件每分钟的搜索",
    value: `${search.perPluginPerMinute}`,
    code: "PLUGIN_RATE_LIMIT",
  },
  {
    en: "characters of a query",
    zh: "搜索词的字符数",
    value: `${search.queryCharacters}`,
    code: "INVALID_QUERY",
  },
];

const TITLES: Readonly<Record<Language, readonly string[]>> = {
  en: ["limit", "default", "code"],
  zh: ["限制", "默认值", "代码"],
};

/** The rows of the limits. */
export function limitRows(language: Language): (readonly string[])[] {
  const rows = ROWS.map(({ value, code, ...words }) => [
    words[language],
    value,
    code === "" ? "" : `\`${code}\``,
  ]);
  return [TITLES[language], ...rows];
}

/** The codes in the table. */
export const LIMIT_CODES: ReadonlySet<string> = new Set(ROWS.map(({ code }) => code));
