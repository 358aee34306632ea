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
export type { BotAdapter, BotScope, ReplyTarget, SendReceipt, SendVoiceOptions } from "./bot.ts";
export { type HandlerContext, isMultiContext, type SingleHandlerContext } from "./context.ts";
export type { HandlerResult, Installation, Plugin, PluginCall } from "./plugin.ts";
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
  DownloadOptions,
  MediaItem,
  MediaLimit,
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
  type CallStart,
  type ContextOperations,
  type HostCallInterceptor,
  type HostCallResults,
  type HostOperation,
  isContextOperation,
  performHostCall,
  SEND_OPERATIONS,
} from "./host-calls.ts";
export { interceptContext } from "./intercept.ts";
export { journalCalls } from "./journaling.ts";
export { type AskedCall, createReplay, type Replay, type ReplayDifference } from "./replay.ts";
export { formatRecordedRun, parseRecordedRun, type RecordedRun } from "./recorded-run.ts";
export { permissionDenied, requirePermission } from "./permissions.ts";
export type { CallTime, CallUsage } from "./usage.ts";

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
export {
  type Assertion,
  type AssertionIssue,
  invalidInput,
  requireType,
  requireValid,
  type Validation,
  type ValidationIssue,
} from "./validation.ts";
export { markArgumentsChecked, requireArguments } from "./checked-arguments.ts";
export { invalidResult, isHandlerResult, requireHandlerResult } from "./handler-result.ts";
export * from "./generated/validators.ts";

// The loop: from a message to plugins and back.
export { createBot, type CreateBotOptions } from "./create-bot.ts";
export {
  createDispatcher,
  type Dispatcher,
  type DispatcherOptions,
  type DispatchResult,
  type PluginServices,
} from "./dispatcher.ts";
export type { PluginRun } from "./run-plugin.ts";
export { definePlugin, type PluginDefinition } from "./define-plugin.ts";
export { defaultPriority } from "./plugin-order.ts";
export { measureText, splitText } from "./split-text.ts";

// Memory stores: the ports without a database.
export { createMemoryStorage, type MemoryStorageOptions } from "./memory/storage.ts";
export { createMemoryInbox, type MemoryInboxOptions } from "./memory/inbox.ts";
export {
  createMemoryAdapterState,
  type MemoryAdapterStateOptions,
} from "./memory/adapter-state.ts";
export { createMemoryJournal, type MemoryJournalOptions } from "./memory/journal.ts";

// Tools of operators: clashing triggers, exact money.
export {
  type DeclaredTriggers,
  findTriggerConflicts,
  type TriggerConflict,
  type TriggerConflictOptions,
  type TriggerConflictReport,
} from "./triggers.ts";
export {
  chatCredits,
  type ChatCreditsInput,
  imageCredits,
  type ImageCreditsInput,
} from "./credits.ts";
export type { Decimal } from "./decimal.ts";

// Formatting, as `bot.reply` does it.
export { markdownToPlainText } from "@botwright/markdown";
