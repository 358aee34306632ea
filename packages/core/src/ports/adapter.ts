import type { SendReceipt, SendVoiceOptions } from "./bot.ts";
import type { IncomingMessage, MediaItem, MessageType } from "../types/message.ts";
import type { LocalizedText } from "../types/localized-text.ts";
import type { Platform } from "../types/platform.ts";
import type { JsonValue } from "./storage.ts";

/** How a platform counts the length of a text. `character` is a Unicode code point. */
export type TextUnit = "utf16" | "utf8" | "character";

/** The maximum length of a text that a platform accepts in one message. */
export interface TextLimit {
  unit: TextUnit;
  max: number;
}

/** The maximum size of a medium of one kind, in bytes, when it is sent. */
export interface MediaLimit {
  /** A larger medium is refused with `MEDIA_TOO_LARGE` before any of it is uploaded. */
  max: number;
  /** A larger medium is sent as a file. @default it keeps its kind up to `max` */
  asFileAbove?: number;
}

/** What a platform can do. A call that it does not support is ignored without an error. */
export interface AdapterCapabilities {
  receive: readonly MessageType[];
  send: readonly MessageType[];
  typing: boolean;
  quotes: boolean;
  /** Whether the platform transcribes voice messages. */
  transcription: boolean;
  /** Whether the chat shows a text once when it is sent again under the same `idempotencyKey` after a lost answer. */
  idempotency: boolean;
  /** Each part of a text must satisfy all of these limits. */
  textLimits: readonly TextLimit[];
  /** The limits by the kind of medium that is sent; a kind that is left out has no known limit. */
  mediaLimits: Readonly<Partial<Record<MessageType, MediaLimit>>>;
}

/** Options common to all sends of an adapter. */
export interface SendOptions {
  /** The context token of the message that is answered. */
  contextToken?: string;
  /** Identifies the send, for platforms that recognize a repeated one: a repetition has the same key. */
  idempotencyKey?: string;
  /**
   * Whether an earlier process may already have made a send under this key. An adapter whose platform recognizes a
   * repeated send only on request makes that request then.
   */
  mayBeRepeat?: boolean;
  /** Whether the text is the second or a later part of a split text: then it does not repeat the quote. */
  continuation?: boolean;
  /**
   * Aborts when the caller gives the send up. A send that is still queued is then not sent, and rejects with the
   * signal's reason; a send that has begun continues.
   */
  signal?: AbortSignal;
}

/** Options of an adapter's downloads. */
export interface DownloadOptions {
  /** Refuses media that another person has sent. @default media of any chat of this bot are allowed */
  from?: string;
  /** A larger medium is refused with `MEDIA_TOO_LARGE` as soon as its size is known. @default the platform's limit */
  maxBytes?: number;
}

/** Accepts a message. Resolves when it is stored; only then may the adapter acknowledge it to the platform. */
export type MessageSink = (incoming: IncomingMessage) => Promise<unknown>;

/** Why a platform refuses a bot. */
export interface PlatformRefusal {
  /** The code of the error, such as `PLATFORM_UNAUTHORIZED`. */
  readonly code: string;
  /** The platform's error message, without secrets. */
  readonly message: string;
  /** What the bot's owner can do about it: one or more whole sentences. */
  readonly advice: LocalizedText;
}

/** A step of a login by QR code that needs a person. */
export type LoginPrompt =
  /** The host must draw a QR code from `qr`. `attempt` counts the codes of this login from 1. */
  | { readonly state: "waiting"; readonly qr: string; readonly attempt: number }
  /** The person has scanned the code and must confirm on the phone. */
  | { readonly state: "scanned" }
  /** The person must enter the digits that the phone shows. `isWrong`: the last digits were wrong. */
  | {
      readonly state: "needs-code";
      readonly isWrong: boolean;
      readonly submit: (code: string) => void;
    }
  /** The code has expired. A new one follows as `waiting`, unless this is the last state. */
  | { readonly state: "expired" };

/** The state of an adapter's connection. */
export type AdapterStatus =
  /** Between start and the first connection, and while the adapter reconnects. */
  | { readonly state: "connecting" }
  | { readonly state: "connected" }
  /** The start waits for a person to log the bot in. */
  | { readonly state: "needs-login"; readonly login: LoginPrompt }
  /** The platform refuses the bot permanently: it receives nothing until it is started again. */
  | ({ readonly state: "refused" } & PlatformRefusal)
  /** Not started, or stopped. `error` is set when a start failed for another reason than a refusal. */
  | {
      readonly state: "stopped";
      readonly error?: { readonly code: string; readonly message: string };
    };

/**
 * The port to a chat platform. An adapter knows the platform's protocol and nothing about plugins.
 *
 * Sends resolve to a receipt or reject with a `PlatformError` (the platform refused the send) or a `NetworkError`. An
 * adapter may leave out the optional methods that its platform does not support.
 */
export interface PlatformAdapter {
  readonly platform: Platform;
  readonly capabilities: AdapterCapabilities;
  /** Starts receiving. Resolves when the platform has accepted the credentials, rejects when it refuses them. */
  start(sink: MessageSink): Promise<void>;
  /**
   * Stops receiving; resolves when the sink will get no further message. Sends still work, so that running handlers
   * can answer. May be called twice.
   */
  stop(): Promise<void>;
  /**
   * Calls the listener with the current status, and with each new one, in order.
   *
   * @returns a function that removes the listener
   */
  onStatus?(listener: (status: AdapterStatus) => void): () => void;
  /** Handles a callback request (webhook) of the platform. */
  handleRequest?(request: Request): Promise<Response>;
  /**
   * Sends a text. `createBot` passes parts within `capabilities.textLimits`, each of which becomes one message. The
   * adapter splits a longer text into several messages, in order, with keys derived from the given one.
   */
  sendText(to: string, text: string, options?: SendOptions): Promise<SendReceipt>;
  sendImage?(to: string, bytes: Uint8Array, options?: SendOptions): Promise<SendReceipt>;
  sendVideo?(to: string, bytes: Uint8Array, options?: SendOptions): Promise<SendReceipt>;
  sendFile?(
    to: string,
    bytes: Uint8Array,
    filename: string,
    options?: SendOptions,
  ): Promise<SendReceipt>;
  sendVoice?(
    to: string,
    bytes: Uint8Array,
    options?: SendOptions & SendVoiceOptions,
  ): Promise<SendReceipt>;
  /** Shows the typing indicator until it is cancelled, a message is sent, or 60 s have passed. */
  sendTyping?(to: string): Promise<void>;
  cancelTyping?(to: string): Promise<void>;
  /**
   * Downloads a message's medium: its readable bytes (decrypted where the platform encrypts), and the item completed
   * with the properties that the download revealed. Does not change the given item.
   * @throws {InvalidInputError} `INVALID_MEDIA_REFERENCE` for an item that this bot has not received
   */
  download(item: MediaItem, options?: DownloadOptions): Promise<MediaDownload>;
  /**
   * Downloads the stored bytes behind `media.encrypt_query_param`.
   * @throws {InvalidInputError} `INVALID_MEDIA_REFERENCE` for a reference that this bot has not received
   */
  downloadRaw(reference: string, options?: DownloadOptions): Promise<Uint8Array>;
}

/** The result of a download. */
export interface MediaDownload {
  readonly bytes: Uint8Array;
  /**
   * A new object: the item completed with the properties that only the download reveals (a length, a name, an MD5).
   * The given object when the download reveals nothing new.
   */
  readonly item: MediaItem;
}

/**
 * Small JSON values that an adapter must not lose when it restarts, such as a cursor, context tokens and recent
 * messages.
 */
export interface AdapterState {
  get(key: string): Promise<JsonValue | undefined>;
  /** `ttlMs`: milliseconds after which the value expires. @default forever */
  set(key: string, value: JsonValue, options?: { ttlMs?: number }): Promise<void>;
  /**
   * Sets the value if the key is absent, atomically: of all callers in all processes, exactly one gets `true`. With
   * it processes agree on a value that is generated once, such as a key.
   *
   * @returns whether this call has set the value
   */
  setIfAbsent(key: string, value: JsonValue, options?: { ttlMs?: number }): Promise<boolean>;
  delete(key: string): Promise<void>;
}
