/**
 * What the platform adapters share.
 *
 * @module
 */

// In: from the wire to a message.
export { toMessageId } from "./message-id.ts";
export { KIND_LABELS, type QuoteSource, toQuoteFields } from "./quote.ts";
export { completeMediaItem, extensionOf } from "./media.ts";
export { isSameSecret } from "./secure-compare.ts";
export { type PollLoopOptions, runPollLoop } from "./poll-loop.ts";
export {
  type OpenSocket,
  runSocketLoop,
  type SocketLoopOptions,
  type SocketSession,
} from "./socket-loop.ts";
export { type AesOptions, decryptAes, encryptAes } from "./aes.ts";

// Out: calls, and the order in which they are made.
export {
  createHttpClient,
  type HttpAnswer,
  type HttpCall,
  type HttpClient,
  type HttpClientOptions,
} from "./http-client.ts";
export {
  createTokenCache,
  type FreshToken,
  type TokenCache,
  type TokenCacheOptions,
} from "./token-cache.ts";
export { createSendLanes, type SendLanes } from "./send-lanes.ts";
export {
  createTypingKeeper,
  type TypingKeeper,
  type TypingKeeperOptions,
} from "./typing-keeper.ts";
export { type Backoff, type BackoffOptions, createBackoff, pause } from "./backoff.ts";

// Errors: typed, with advice and without secrets.
export {
  codeForStatus,
  hasCode,
  NETWORK_ADVICE,
  type NetworkErrorCode,
  PLATFORM_ADVICE,
  platformError,
  type PlatformErrorCode,
  type Refusal,
  retryAfterOf,
} from "./error-codes.ts";
export { cleanCause, createRedactor, type Redact } from "./redact.ts";
