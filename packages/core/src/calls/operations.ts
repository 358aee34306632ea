import type {
  AIModel,
  AIModelCategory,
  AIModelInfo,
  CallModelResult,
  ChatModelInput,
  ImageModelInput,
} from "../ports/ai.ts";
import type { ReplyTarget, SendReceipt, SendVoiceOptions } from "../ports/bot.ts";
import type { PlatformCredentials } from "../ports/credentials.ts";
import { InvalidInputError } from "../types/errors.ts";
import type { FileItem, ImageItem, VideoItem, VoiceItem } from "../types/message.ts";
import type { Platform, Variant } from "../types/platform.ts";
import {
  type HandlerContext,
  isMultiContext,
  type SingleHandlerContext,
} from "../types/context.ts";
import type { SearchOptions, SearchResult } from "../ports/search.ts";
import type { JsonValue } from "../ports/storage.ts";

/** The arguments of each operation that a handler can ask of its host through the context. */
export interface ContextOperations {
  "bot.reply": [msg: ReplyTarget, text: string];
  "bot.sendText": [userId: string, text: string, contextToken?: string];
  "bot.sendImage": [userId: string, buffer: Uint8Array];
  "bot.sendVideo": [userId: string, buffer: Uint8Array];
  "bot.sendFile": [userId: string, buffer: Uint8Array, filename: string];
  "bot.sendVoice": [
    userId: string,
    buffer: Uint8Array,
    contextToken?: string,
    options?: SendVoiceOptions,
  ];
  "bot.sendTyping": [userId: string];
  "bot.cancelTyping": [userId: string];
  "bot.downloadImage": [item: ImageItem];
  "bot.downloadVoice": [item: VoiceItem];
  "bot.downloadFile": [item: FileItem];
  "bot.downloadVideo": [item: VideoItem];
  "bot.downloadRaw": [encryptQueryParam: string];
  "storage.get": [key: string];
  "storage.set": [key: string, value: JsonValue];
  "storage.delete": [key: string];
  "storage.keys": [];
  "storage.clear": [];
  "aiService.callModel": [input: ChatModelInput | ImageModelInput];
  "aiService.getModelsByCategory": [category: AIModelCategory];
  "aiService.getModelInfo": [name: string];
  "aiService.isFreeModel": [name: string];
  "aiService.getImageUsageToday": [];
  "aiService.getFreeImageQuota": [];
  "searchService.search": [query: string, options?: SearchOptions];
  getPlatformCreds: [platform: Platform];
}

/** What each operation resolves to. */
export interface HostCallResults {
  "bot.reply": SendReceipt;
  "bot.sendText": SendReceipt;
  "bot.sendImage": SendReceipt;
  "bot.sendVideo": SendReceipt;
  "bot.sendFile": SendReceipt;
  "bot.sendVoice": SendReceipt;
  "bot.sendTyping": void;
  "bot.cancelTyping": void;
  "bot.downloadImage": Uint8Array;
  "bot.downloadVoice": Uint8Array;
  "bot.downloadFile": Uint8Array;
  "bot.downloadVideo": Uint8Array;
  "bot.downloadRaw": Uint8Array;
  "storage.get": JsonValue;
  "storage.set": void;
  "storage.delete": void;
  "storage.keys": string[];
  "storage.clear": void;
  "aiService.callModel": CallModelResult;
  "aiService.getModelsByCategory": AIModel[];
  "aiService.getModelInfo": AIModelInfo | null;
  "aiService.isFreeModel": boolean;
  "aiService.getImageUsageToday": number;
  "aiService.getFreeImageQuota": { dailyPerUser: number };
  "searchService.search": SearchResult;
  getPlatformCreds: PlatformCredentials | null;
  /** The sandbox's own operations; a response is the sandbox's to read. */
  fetch: unknown;
  "call.start": CallSeed;
  timer: void;
}

/** What a sandboxed call takes from outside when it begins: time and real randomness. */
export interface CallSeed {
  /** Milliseconds since 1970, as `Date` shows them until a host call has been answered. */
  now: number;
  /** Seeds `Math.random`. @type uint32 */
  seed: number;
  /** 32 random bytes in hexadecimal digits: all that `crypto` gives inside is drawn from them. */
  key: string;
}

/** The name of an operation of the context. */
export type ContextOperation = keyof ContextOperations;

/** Every operation that a journal can hold: those of the context, and the sandbox's own. */
export type HostOperation = keyof HostCallResults;

/**
 * Goes around a host call: may record it, refuse it, or answer it from a record. One that keeps the
 * order and time of the answers calls `onSettled` when this one's turn has come, before it resolves.
 */
export type HostCallInterceptor = <Operation extends HostOperation>(
  operation: Operation,
  args: readonly unknown[],
  execute: () => Promise<HostCallResults[Operation]>,
  onSettled?: (at: number) => void,
) => Promise<HostCallResults[Operation]>;

type Performers = {
  [Operation in ContextOperation]: (
    context: SingleHandlerContext,
    args: ContextOperations[Operation],
  ) => Promise<HostCallResults[Operation]>;
};

/** One row per operation: how it is done on a context. */
const performers: Performers = {
  "bot.reply": ({ bot }, args) => bot.reply(...args),
  "bot.sendText": ({ bot }, args) => bot.sendText(...args),
  "bot.sendImage": ({ bot }, args) => bot.sendImage(...args),
  "bot.sendVideo": ({ bot }, args) => bot.sendVideo(...args),
  "bot.sendFile": ({ bot }, args) => bot.sendFile(...args),
  "bot.sendVoice": async ({ bot }, args) => {
    if (bot.sendVoice === undefined) throw notInVariant("bot.sendVoice", "single");
    return bot.sendVoice(...args);
  },
  "bot.sendTyping": ({ bot }, args) => bot.sendTyping(...args),
  "bot.cancelTyping": ({ bot }, args) => bot.cancelTyping(...args),
  "bot.downloadImage": ({ bot }, args) => bot.downloadImage(...args),
  "bot.downloadVoice": ({ bot }, args) => bot.downloadVoice(...args),
  "bot.downloadFile": ({ bot }, args) => bot.downloadFile(...args),
  "bot.downloadVideo": ({ bot }, args) => bot.downloadVideo(...args),
  "bot.downloadRaw": ({ bot }, args) => bot.downloadRaw(...args),
  "storage.get": ({ storage }, args) => storage.get(...args),
  "storage.set": ({ storage }, args) => storage.set(...args),
  "storage.delete": ({ storage }, args) => storage.delete(...args),
  "storage.keys": ({ storage }) => storage.keys(),
  "storage.clear": ({ storage }) => storage.clear(),
  "aiService.callModel": async (context, args) => services(context).aiService.callModel(...args),
  "aiService.getModelsByCategory": async (context, args) =>
    services(context).aiService.getModelsByCategory(...args),
  "aiService.getModelInfo": async (context, args) =>
    services(context).aiService.getModelInfo(...args),
  "aiService.isFreeModel": async (context, args) =>
    services(context).aiService.isFreeModel(...args),
  "aiService.getImageUsageToday": async (context) =>
    services(context).aiService.getImageUsageToday(),
  "aiService.getFreeImageQuota": async (context) => services(context).aiService.getFreeImageQuota(),
  "searchService.search": async (context, args) => services(context).searchService.search(...args),
  getPlatformCreds: async (context, args) => services(context).getPlatformCreds(...args),
};

/** The operations that put a message into the chat. */
export const SEND_OPERATIONS: ReadonlySet<HostOperation> = new Set<HostOperation>([
  "bot.reply",
  "bot.sendText",
  "bot.sendImage",
  "bot.sendVideo",
  "bot.sendFile",
  "bot.sendVoice",
]);

/** Whether the name is one of {@link ContextOperations}. */
export function isContextOperation(name: string): name is ContextOperation {
  return Object.hasOwn(performers, name);
}

/**
 * Does one operation on a context. The arguments must have been validated before.
 *
 * @throws {InvalidInputError} `UNKNOWN_OPERATION` for what the context's variant does not have
 */
export function performHostCall<Operation extends ContextOperation>(
  context: SingleHandlerContext,
  operation: Operation,
  args: ContextOperations[Operation],
): Promise<HostCallResults[Operation]> {
  return performers[operation](context, args);
}

/** What only the multi-platform variant has. */
function services(context: SingleHandlerContext): HandlerContext {
  if (isMultiContext(context)) return context;
  throw notInVariant("AI, search and getPlatformCreds", "multi");
}

function notInVariant(what: string, variant: Variant): InvalidInputError {
  return new InvalidInputError(`${what} exists only in the ${variant}-platform variant`, {
    code: "UNKNOWN_OPERATION",
  });
}
