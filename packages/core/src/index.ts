/**
 * Types, ports, rules and the runtime of Botwright.
 *
 * The file is longer than others, because it is the table of contents of the public API, with each symbol once.
 *
 * @module
 */

// Types: what a chat message, a bot and a plugin are.
export { PLATFORMS, type Platform, type Variant } from "./types/platform.ts";
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
} from "./types/message.ts";
export type {
  BotAdapter,
  BotScope,
  ReplyTarget,
  SendReceipt,
  SendVoiceOptions,
} from "./ports/bot.ts";
export {
  type HandlerContext,
  isMultiContext,
  type MultiBot,
  type SingleHandlerContext,
} from "./types/context.ts";
export type {
  PluginAI,
  PluginBot,
  PluginContext,
  PluginCredentials,
  PluginValues,
  StorableValue,
} from "./types/plugin-context.ts";
export type {
  HandlerResult,
  Installation,
  Plugin,
  PluginCall,
  PluginLimits,
} from "./ports/plugin.ts";
export type {
  ConfigFieldType,
  ConfigOption,
  ConfigSchemaItem,
  PluginCategory,
  PluginMeta,
  PluginPermissions,
} from "./types/plugin-meta.ts";
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
} from "./ports/ai.ts";
export type {
  SearchErrorCode,
  SearchHit,
  SearchOptions,
  SearchResult,
  SearchService,
} from "./ports/search.ts";
export {
  CREDENTIALS_PLATFORMS,
  type CredentialsByPlatform,
  type CredentialsPlatform,
  type DingtalkCredentials,
  type FeishuCredentials,
  type GetPlatformCreds,
  type PlatformCredentials,
  type WecomCredentials,
} from "./ports/credentials.ts";

// The ports: the interfaces that a host implements.
export type { MediaItem } from "./types/message.ts";
export type {
  AdapterCapabilities,
  AdapterState,
  AdapterStatus,
  DownloadOptions,
  LoginPrompt,
  MediaDownload,
  MediaLimit,
  MessageSink,
  PlatformAdapter,
  PlatformRefusal,
  SendOptions,
  TextLimit,
  TextUnit,
} from "./ports/adapter.ts";
export type {
  AdapterOptions,
  BindingCredentials,
  BindingField,
  CallbackBinding,
  LoginOptions,
  LoginState,
  PlatformBinding,
  Transport,
} from "./ports/binding.ts";
export type { LocalizedText } from "./types/localized-text.ts";
export type {
  JsonValue,
  PluginStorage,
  RunInTurn,
  Storage,
  StorageHelper,
  StorageProvider,
} from "./ports/storage.ts";
export type {
  KeyValueStore,
  StoreEffect,
  StoreScope,
  StoreWrite,
  StoreWriteResult,
} from "./ports/key-value-store.ts";
export type { Inbox, SetAsideMessage } from "./ports/inbox.ts";
export type { HostCallOutcome, JournaledOutcome, Journal, JournalEntry } from "./ports/journal.ts";
export {
  type Clock,
  createManualClock,
  holdProcess,
  type ManualClock,
  systemClock,
  withDeadline,
} from "./ports/clock.ts";
export {
  createLogger,
  type Logger,
  type LogLevel,
  type LogLine,
  observeLogger,
  silentLogger,
} from "./ports/logger.ts";

// Host calls: the operations that a handler can request, by name.
export {
  type ContextOperation,
  type GuestOperation,
  type HostOperation,
  type Operation,
  type OperationKind,
  type OperationPermission,
  OPERATIONS,
} from "./calls/operations.ts";
export type { CallSeed, HostCallResults, OperationArguments } from "./calls/operation-types.ts";
export {
  findOperation,
  isContextOperation,
  isEffect,
  isInternal,
  isSend,
} from "./calls/find-operation.ts";
export { sentTextOf } from "./calls/arguments/sent-text.ts";
export type { FetchResult } from "./calls/fetch-result.ts";
export type {
  GivenArguments,
  ConflictHandling,
  OpenEffects,
  HostCallCounts,
  HostCallEvent,
  HostCallInterceptor,
  HostCallOptions,
  InterceptedCall,
  HostCallLimits,
  HostCalls,
  HostCallsOptions,
} from "./calls/host-calls.ts";
export { callLimitBroken, type CallLimitCode, isCallLimit } from "./calls/call-counter.ts";
export { openHostCalls } from "./calls/pipeline.ts";
export { guardContext } from "./calls/guard-context.ts";
export { attemptIdOf, botPrefixOf, callIdOf, messagePrefixOf } from "./journal/call-id.ts";
export { type AbortedAttempt, readRun, type RunCalls } from "./journal/attempts.ts";
export {
  type JournaledRun,
  type JournaledRunOptions,
  openJournaledRun,
} from "./journal/journaled-run.ts";
export {
  type AskedCall,
  createReplay,
  type CreateReplayOptions,
  type Replay,
  type ReplayDifference,
} from "./journal/recorded/replay.ts";
export { type ObservedRun, toRecordedRun } from "./journal/recorded/record-run.ts";
export {
  type Rerun,
  type RerunOptions,
  type RerunPlugin,
  rerunRecord,
  type RunDifference,
} from "./journal/recorded/rerun.ts";
export { createRedactor, type Redactor } from "./journal/secrets/secrets.ts";
export { shortenRedacted, type TextRedactor } from "./journal/secrets/shorten-redacted.ts";
export { decodeJournalEntry } from "./journal/entry-codec.ts";
export { writeJournalEntry, type WriteJournalEntryOptions } from "./journal/write-entry.ts";
export { type RecordedSecret, standInFor } from "./journal/secrets/placeholders.ts";
export type { RecordedMediaReference, RecordedRun } from "./journal/recorded/record.ts";
export { formatRecordedRun, parseRecordedRun } from "./journal/recorded/recorded-run.ts";
export { permissionDenied, assertPermission } from "./calls/permissions.ts";
export type { CallTime, CallUsage } from "./types/usage.ts";

// Limits and errors.
export { DEFAULT_PRIORITIES, LIMITS } from "./rules/limits.ts";
export {
  BotwrightError,
  type BotwrightErrorOptions,
  type ErrorLocation,
  type ErrorPosition,
  type ErrorReport,
  InfrastructureError,
  InvalidInputError,
  isBotwrightError,
  isDeliveryUnknown,
  isInfrastructureError,
  NetworkError,
  PlatformError,
  PluginError,
  QuotaError,
  SearchError,
} from "./types/errors.ts";
export {
  alreadyProcessing,
  CHAT_FULL,
  guardSetAside,
  inboxClosed,
  MAX_CHAT_MESSAGES,
} from "./rules/inbox-rules.ts";
export { describeError } from "./rules/errors/describe-error.ts";
// How an error in a plugin's file is located and shown.
export {
  createErrorLocator,
  type ErrorLocator,
  type PluginText,
  type SourcePosition,
} from "./rules/errors/error-locator.ts";
export { createWeakValue } from "./rules/errors/weak-value.ts";
export { describeThrownValue, type ThrownValue } from "./rules/errors/thrown-value.ts";
export { readInlineSourceMap, type SourceMap } from "./rules/errors/source-map.ts";
export { type NodeStackFrame, readNodeStack } from "./rules/errors/node-stack.ts";
export { type PendingTimer, type TimerWarning, warnOfPendingTimer } from "./rules/pending-timer.ts";
export { isRecord } from "./rules/is-record.ts";
export { findLineFeedStarts, indexLines, type SourceLines } from "./rules/errors/source-lines.ts";
export { codeFrame, type Excerpt, excerptOf, type SourceRange } from "./rules/errors/code-frame.ts";
export { formatError, formatHeadline } from "./rules/errors/format-error.ts";

// Trust boundaries: validators of all data from outside.
export {
  type Assertion,
  type AssertionIssue,
  invalidInput,
  assertType,
  assertValid,
  type Validation,
  type ValidationIssue,
} from "./rules/validation/validation.ts";
export {
  assertOptions,
  oneOf,
  OPTION_RULES,
  type OptionRule,
  type OptionRules,
} from "./rules/validation/assert-options.ts";
export { argumentError, assertArguments } from "./calls/arguments/arguments.ts";
export { ARGUMENT_WORDS, type ArgumentWords } from "./calls/arguments/argument-words.ts";
export { adviseName, nearestName } from "./rules/validation/nearest-name.ts";
export { isHigherVersion } from "./rules/meta/version-order.ts";
export {
  assertMeta,
  describeMetaIssue,
  META_WORDS,
  type MetaIssue,
  type MetaPath,
  missingHandler,
  parseMetaIssue,
} from "./rules/meta/words.ts";
export type {
  InvalidHostWarning,
  MetaWarning,
  UnknownFieldWarning,
  UnusableSettingWarning,
} from "./rules/meta/meta-warning.ts";
export { findMetaWarnings } from "./rules/meta/warnings.ts";
export type { SettingTakes } from "./rules/meta/setting-type.ts";
export {
  distinctSettings,
  findSettingProblem,
  knownSettings,
} from "./rules/meta/setting-values.ts";
export {
  invalidResult,
  isHandlerResult,
  assertHandlerResult,
} from "./runtime/run/handler-result.ts";
export * from "./generated/validators.ts";
// Replace the generated validators with these names, which do not limit passwords and defaults.
export { assertPluginMeta, validatePluginMeta } from "./rules/meta/check-meta.ts";
export { operationAssertions, operationResultValidators } from "./generated/operations.ts";

// The runtime: from a message to plugins and back.
export { type BotRuntime, type BotRuntimeState, createBotRuntime } from "./runtime/bot-runtime.ts";
export type { BotRuntimeOptions } from "./runtime/runtime-options.ts";
export { createBot, type CreateBotOptions } from "./runtime/create-bot.ts";
export type { DispatchResult, PluginRun } from "./runtime/results.ts";
export { createDispatcher, type Dispatcher } from "./runtime/dispatcher.ts";
export type { DispatcherOptions, PluginRunStart } from "./runtime/dispatcher-options.ts";
export {
  createMediaBudget,
  type MediaBudget,
  type MediaBudgetOptions,
  type MediaReservation,
} from "./runtime/media-budget.ts";
export type { MessageIdentity, RunIdentity } from "./types/run-identity.ts";
export type { BotEvent, LogSubject, OnBotEvent, OnLogLine } from "./runtime/events.ts";
export type { PluginServices, ServicesFor, ServicesRun } from "./runtime/run/plugin-context.ts";
export type {
  MessageTrace,
  RunTrace,
  TraceCall,
  TraceConflict,
  TraceLog,
} from "./runtime/trace/message-trace.ts";
export {
  createTraceRecorder,
  type TraceRecorder,
  type TraceRecorderOptions,
} from "./runtime/trace/trace-recorder.ts";
export { createEventRedactor, type EventRedactorOptions } from "./runtime/trace/redact-events.ts";
export { createRunLog, type RunLog } from "./runtime/trace/run-log.ts";
export { HANDLER_FAILED } from "./runtime/run/run-attempt.ts";
export type { RunHooks } from "./runtime/run/run-options.ts";
export {
  type OpenPluginCall,
  openPluginCall,
  type PluginCallOptions,
} from "./runtime/run/plugin-call.ts";
export { definePlugin, type PluginDefinition } from "./runtime/define-plugin.ts";
export { slugOfFile, toSlug } from "./rules/meta/slug.ts";
export { defaultPriority } from "./runtime/plugin-order.ts";
export { createPieceCounter } from "./rules/content/piece-counter.ts";
export { escapeCharacters } from "./rules/content/escape-characters.ts";
export { foldText, normalizeText } from "./rules/content/fold-text.ts";
export { cutText, shortenText } from "./rules/content/cut-text.ts";
export { measureText } from "./rules/content/measure-text.ts";
export { joinPieces, textPieces } from "./rules/content/text-pieces.ts";
export { splitText } from "./rules/content/split-text.ts";
export { trimCharacters, trimEndCharacters } from "./rules/content/trim-characters.ts";
export { sniffMediaType } from "./rules/content/media-type.ts";
export { createKeyedQueue, type KeyedQueue } from "./rules/keyed-queue.ts";
export { entryLimit } from "./rules/entry-limit.ts";
export { readLimits } from "./rules/read-limits.ts";
export {
  type BytePool,
  type BytePoolOptions,
  type ByteRequest,
  createBytePool,
} from "./rules/byte-pool.ts";
export { type ByteCount, createByteCount } from "./rules/byte-count.ts";
export { createPace, digestInChunks, inChunks } from "./rules/in-chunks.ts";
export { inLaterTurn } from "./rules/next-turn.ts";
export { defaultConfig } from "./rules/meta/default-config.ts";
export { copyInSteps } from "./rules/content/copy-in-steps.ts";
export { readBytes, type ReadBytesOptions } from "./rules/content/read-bytes.ts";
export {
  assertStorageKey,
  decodeStoredValue,
  encodeStoredValue,
  entryBytes,
  jsonOfRead,
  keepJson,
  type StorageLimits,
  storageQuotaExceeded,
  type StoredValue,
} from "./rules/storage/stored-value.ts";

export { createStorage, type CreateStorageOptions } from "./rules/storage/create-storage.ts";
export { withUpdate } from "./rules/storage/with-update.ts";

// In-memory implementations of the ports, without a database.
export {
  createMemoryKeyValueStore,
  type MemoryKeyValueStore,
  type StoreEntry,
} from "./memory/key-value-store.ts";
export { createMemoryStorage, type MemoryStorageOptions } from "./memory/storage.ts";
export { createMemoryInbox, type InboxRetry, type MemoryInboxOptions } from "./memory/inbox.ts";
export {
  createMemoryAdapterState,
  type MemoryAdapterStateOptions,
} from "./memory/adapter-state.ts";
export { createMemoryJournal, type MemoryJournalOptions } from "./memory/journal.ts";

// Tools for operators: trigger conflicts, exact credit amounts.
export {
  type DeclaredTriggers,
  findTriggerConflicts,
  findTriggerConflictsInSteps,
  normalizeTrigger,
  type TriggerConflict,
  type TriggerConflictOptions,
  type TriggerConflictReport,
} from "./rules/meta/triggers.ts";
export {
  chatCredits,
  type ChatCreditsInput,
  imageCredits,
  type ImageCreditsInput,
} from "./rules/credits.ts";
export type { Decimal } from "./rules/validation/decimal.ts";

// Formatting, as `bot.reply` does it.
export { markdownToPlainText } from "@botwright/markdown";
