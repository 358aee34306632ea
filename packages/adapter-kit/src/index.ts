/**
 * The parts that the platform adapters share.
 *
 * @module
 */

// Every adapter: options, start and stop, status.
export type { AdapterOptions } from "@botwright/core";
export {
  assertAdapterOptions,
  assertOptionGroup,
  type OwnOptionRules,
  resolveAdapterOptions,
  type ResolvedAdapterOptions,
  withoutSlash,
} from "./adapter/options.ts";
export { readCredentials } from "./adapter/credentials.ts";
export {
  createAdapterLifecycle,
  type AdapterLifecycle,
  type AdapterLifecycleOptions,
  type ConnectionReporter,
  type Transport,
} from "./adapter/lifecycle.ts";
export { type RefusalAdvice, toRefused } from "./adapter/refusal-advice.ts";

// Receiving: transports.
export {
  IDLE_ROUND,
  type PollLoopOptions,
  type PollRound,
  runPollLoop,
} from "./transport/poll-loop.ts";
export { runSocketLoop, type SocketLoopOptions } from "./transport/socket-loop.ts";
export { type OpenSocket, type SocketSession } from "./transport/socket-connection.ts";
export { isPlainApi, isSafeSocketAddress } from "./transport/socket-address.ts";
export { createDroppedFrames, type DroppedFramesOptions } from "./transport/dropped-frames.ts";
export {
  type WebhookHandlerOptions,
  createWebhookHandler,
  WebhookRejection,
} from "./transport/webhook-handler.ts";

// Receiving: from wire data to a message, and to the sink.
export {
  fieldsOf,
  isFields,
  isObject,
  type Known,
  numberOf,
  objectOf,
  objectsOf,
  parseExactJson,
  parseJson,
  textOf,
  type Unchecked,
  type WireObject,
} from "./parse/wire.ts";
export { readAddress } from "./parse/address.ts";
export { toMessageId } from "./parse/message-id.ts";
export { forwardedText } from "./parse/forwarded-text.ts";
export { KIND_LABELS, type QuoteSource, toQuoteFields } from "./parse/quote.ts";
export {
  createMediaReferences,
  MAX_MESSAGE_DEPTH,
  invalidMediaReference,
  type MediaReferences,
  type MediaReferencesOptions,
} from "./media/media-references.ts";
export { createSeal, type Seal, type SealOptions } from "./media/seal.ts";
export {
  completeMediaItem,
  createDownloads,
  type DownloadsOptions,
  mediaTooLarge,
} from "./media/downloads.ts";
export { extensionOf, sniffExtension } from "./media/media-types.ts";
export { mp4DurationMs } from "./media/mp4-duration.ts";
export { boundedTime, type TimeBounds } from "./api/server-time.ts";
export { isSameSecret } from "./secure-compare.ts";
export { type AesOptions, decryptAes, encryptAes } from "./media/aes.ts";
export { decryptAesInChunks, encryptAesInChunks } from "./media/aes-in-chunks.ts";
export {
  createInboundPipeline,
  type InboundPipeline,
  type InboundPipelineOptions,
} from "./transport/inbound-pipeline.ts";

// Sending: calls, and their order.
export {
  createHttpClient,
  type AnswerHeaders,
  type HttpAnswer,
  type HttpCall,
  type HttpClient,
  type HttpClientOptions,
} from "./api/http-client.ts";
export { type HttpForm, type HttpFormFile, lengthOfParts } from "./api/http-form.ts";
export {
  createTokenCache,
  type FreshToken,
  type TokenCache,
  type TokenCacheOptions,
} from "./api/token-cache.ts";
export { createLostCallPolicy, retry, type RetryOptions } from "./api/retry.ts";
export { createKeyedQueue, type KeyedQueue } from "@botwright/core";
export { createSendText, type SendTextOptions } from "./send/send-text.ts";
export { checkUploadSize, safeFilename, type UploadSize } from "./send/uploads.ts";
export {
  createTypingKeeper,
  type TypingKeeper,
  type TypingKeeperOptions,
} from "./send/typing-keeper.ts";
export { type Backoff, type BackoffOptions, createBackoff, jitter, pause } from "./backoff.ts";

// Errors: typed, with advice and without secrets.
export {
  codeForPage,
  codeForStatus,
  type Failure,
  hasCode,
  isRefusal,
  NETWORK_ADVICE,
  networkError,
  type NetworkErrorCode,
  PLATFORM_ADVICE,
  platformCodeOf,
  platformError,
  type PlatformErrorCode,
  type Refusal,
  retryAfterOf,
} from "./error-codes.ts";
export { isDeliveryUnknown } from "@botwright/core";
export { cleanCause, createRedactor, type Redact, type Secrets } from "./redact.ts";
