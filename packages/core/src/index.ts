/**
 * The words and the loop of Botwright.
 *
 * @module
 */

// The words: what a chat message, a bot and a plugin are.
export { PLATFORMS, type Platform, type Variant } from "./platform.ts";
export type {
  FileItem,
  ImageItem,
  IncomingMessage,
  MediaReference,
  MessageType,
  ParsedMessage,
  QuotedMessage,
  VideoItem,
  VoiceItem,
} from "./message.ts";
export type { BotAdapter, ReplyTarget, SendReceipt, SendVoiceOptions } from "./bot.ts";
export type { HandlerContext, HandlerResult, Installation, Plugin, PluginCall } from "./plugin.ts";
export type {
  ConfigFieldType,
  ConfigSchemaItem,
  PluginCategory,
  PluginMeta,
  PluginPermissions,
  PluginSubmission,
} from "./plugin-meta.ts";
export type {
  AIMessage,
  AIModel,
  AIModelCategory,
  AIModelInfo,
  AIService,
  AIUsage,
  CallModelResult,
  ChatModelInput,
  ImageModelInput,
} from "./ai.ts";
export type {
  SearchErrorCode,
  SearchHit,
  SearchOptions,
  SearchResult,
  SearchService,
} from "./search.ts";
export type {
  DingtalkCredentials,
  FeishuCredentials,
  GetPlatformCreds,
  PlatformCredentials,
  WecomCredentials,
} from "./credentials.ts";
export type * from "./http-api.ts";

// The ports: what a host brings.
export type {
  AdapterCapabilities,
  AdapterState,
  MediaItem,
  MessageSink,
  PlatformAdapter,
  SendOptions,
  TextLimit,
  TextUnit,
} from "./adapter.ts";
export type { JsonValue, Storage, StorageHelper, StorageProvider } from "./storage.ts";
export type { Inbox } from "./inbox.ts";
export type { HostCallOutcome, Journal, JournalEntry } from "./journal.ts";
export { type Clock, createManualClock, type ManualClock, systemClock } from "./clock.ts";
export { type Logger, silentLogger } from "./logger.ts";

// Host calls: what a handler can ask for, by name.
export {
  type ContextOperation,
  type ContextOperations,
  type HostCallInterceptor,
  type HostOperation,
  isContextOperation,
  performHostCall,
  SEND_OPERATIONS,
} from "./host-calls.ts";
export { interceptContext } from "./intercept.ts";

// Numbers and errors.
export { DEFAULT_PRIORITIES, LIMITS } from "./limits.ts";
export {
  BotwrightError,
  type BotwrightErrorOptions,
  describeError,
  InvalidInputError,
  isBotwrightError,
  NetworkError,
  PlatformError,
  PluginError,
  QuotaError,
  SearchError,
} from "./errors.ts";

// Trust boundaries: validators of everything that comes from outside.
export { requireValid, type Validation, type ValidationIssue } from "./validation.ts";
export * from "./generated/validators.ts";
