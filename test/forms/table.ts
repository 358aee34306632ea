import { type MessageType, OPERATIONS, type Platform } from "@botwright/core";

/**
 * What one plugin does with one message: `text Hello`, `image`, `file report.txt`, `nothing` (it passes
 * without sending), or `refused` (it fails, because what it asks for is not there).
 */
export type Outcome = string;

/** A form in which the specification shows a call, as one plugin. */
export interface Form {
  /** The name of its file in `fixtures`, without `.js`. */
  readonly file: string;
  /** The operation of core's table; left out for what is no host call. */
  readonly operation?: keyof typeof OPERATIONS;
  /** On every platform, by the kind of message; `other` for those that are not named. */
  readonly gives: Outcome | ByKind;
  /** Platforms that differ. */
  readonly except?: Readonly<Partial<Record<Platform, Outcome>>>;
  /** In the older variant for WeChat alone, where it differs. */
  readonly single?: Outcome;
}

type ByKind = Readonly<Partial<Record<MessageType, Outcome>> & { readonly other: Outcome }>;

/** What a form gives for a kind of message on a platform. */
export function outcomeOf(form: Form, platform: Platform, kind: MessageType): Outcome {
  const { gives, except } = form;
  const on = except?.[platform];
  if (on !== undefined) return on;
  return typeof gives === "string" ? gives : (gives[kind] ?? gives.other);
}

/** The single-platform variant has neither models nor search nor credentials. */
const ABSENT = { single: "refused" } as const;

/**
 * The call forms: each of the specification's 26 operations of the multi-platform variant, those with two
 * forms of arguments or results twice, and what the specification names beside them: `bot.platform`,
 * `markdownToPlainText` and the single-platform variant's `bot.sendVoice`.
 */
export const FORMS: readonly Form[] = [
  { file: "bot-reply", operation: "bot.reply", gives: "text Hello" },
  { file: "bot-send-text", operation: "bot.sendText", gives: "text **Hello**" },
  { file: "bot-send-text-without-token", operation: "bot.sendText", gives: "text Hello" },
  { file: "bot-send-image", operation: "bot.sendImage", gives: "image" },
  { file: "bot-send-video", operation: "bot.sendVideo", gives: "video" },
  { file: "bot-send-file", operation: "bot.sendFile", gives: "file report.txt" },
  { file: "bot-send-voice", operation: "bot.sendVoice", gives: "nothing", single: "voice" },
  { file: "bot-send-typing", operation: "bot.sendTyping", gives: "nothing" },
  { file: "bot-cancel-typing", operation: "bot.cancelTyping", gives: "nothing" },
  {
    file: "bot-download-image",
    operation: "bot.downloadImage",
    gives: { image: "text 7 bytes", other: "refused" },
  },
  {
    file: "bot-download-voice",
    operation: "bot.downloadVoice",
    gives: { voice: "text 7 bytes", other: "refused" },
  },
  {
    file: "bot-download-file",
    operation: "bot.downloadFile",
    gives: { file: "text 7 bytes", other: "refused" },
  },
  {
    file: "bot-download-video",
    operation: "bot.downloadVideo",
    gives: { video: "text 7 bytes", other: "refused" },
  },
  {
    file: "bot-download-raw",
    operation: "bot.downloadRaw",
    gives: { text: "refused", other: "text bytes" },
  },
  {
    file: "bot-platform",
    gives: "text",
    except: {
      wechat: "text wechat",
      feishu: "text feishu",
      wecom: "text wecom",
      dingtalk: "text dingtalk",
      telegram: "text telegram",
    },
  },
  { file: "markdown-to-plain-text", gives: "text Hello" },
  { file: "ai-call-chat-model", operation: "aiService.callModel", gives: "text yes", ...ABSENT },
  {
    file: "ai-call-image-model",
    operation: "aiService.callModel",
    gives: "text https://images.example.com/1.png",
    ...ABSENT,
  },
  {
    file: "ai-get-models-by-category",
    operation: "aiService.getModelsByCategory",
    gives: "text chat",
    ...ABSENT,
  },
  {
    file: "ai-get-model-info",
    operation: "aiService.getModelInfo",
    gives: "text costs 1 times",
    ...ABSENT,
  },
  {
    file: "ai-is-free-model",
    operation: "aiService.isFreeModel",
    gives: "text true",
    ...ABSENT,
  },
  {
    file: "ai-get-image-usage-today",
    operation: "aiService.getImageUsageToday",
    gives: "text number",
    ...ABSENT,
  },
  {
    file: "ai-get-free-image-quota",
    operation: "aiService.getFreeImageQuota",
    gives: "text 100 a day",
    ...ABSENT,
  },
  { file: "search", operation: "searchService.search", gives: "text 2: Tea", ...ABSENT },
  { file: "search-with-options", operation: "searchService.search", gives: "text 1", ...ABSENT },
  {
    file: "storage-set-and-get",
    operation: "storage.get",
    gives: {
      text: "text text",
      image: "text image",
      voice: "text voice",
      file: "text file",
      video: "text video",
      other: "refused",
    },
  },
  { file: "storage-set-text", operation: "storage.set", gives: "text Hello" },
  { file: "storage-get-absent", operation: "storage.get", gives: "text null" },
  { file: "storage-delete", operation: "storage.delete", gives: "text null" },
  { file: "storage-keys", operation: "storage.keys", gives: "text b, a" },
  { file: "storage-clear", operation: "storage.clear", gives: "text 0 keys" },
  {
    file: "get-platform-creds",
    operation: "getPlatformCreds",
    gives: "text cli_1",
    ...ABSENT,
  },
  {
    file: "get-platform-creds-absent",
    operation: "getPlatformCreds",
    gives: "text null",
    ...ABSENT,
  },
  { file: "fetch", operation: "fetch", gives: "text 7" },
];
