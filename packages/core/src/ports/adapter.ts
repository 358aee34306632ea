import type { SendReceipt, SendVoiceOptions } from "./bot.ts";
import type { IncomingMessage, MediaItem, MessageType } from "../types/message.ts";
import type { LocalizedText } from "../types/localized-text.ts";
import type { Platform } from "../types/platform.ts";
import type { JsonValue } from "./storage.ts";

/** How a platform counts the length of a text. `character` is a Unicode code point. */
export type TextUnit = "utf16" | "utf8" | "character";

/** The longest text that a platform takes in one message. */
export interface TextLimit {
  unit: TextUnit;
  max: number;
}

/** How large a file of one kind may be that is sent, in bytes. */
export interface MediaLimit {
  /** A larger one is refused with `MEDIA_TOO_LARGE`, before any of it is uploaded. */
  max: number;
  /** A larger one is sent as a file. @default it keeps its kind up to `max` */
  asFileAbove?: number;
}

/** What a platform can do. What it lacks is ignored without an error. */
export interface AdapterCapabilities {
  receive: readonly MessageType[];
  send: readonly MessageType[];
  typing: boolean;
  quotes: boolean;
  /** Whether the platform transcribes voice messages. */
  transcription: boolean;
  /** Whether a text that is sent again under the same `idempotencyKey`, after its answer was lost, is shown once. */
  idempotency: boolean;
  /** All of them hold for each part of a text. */
  textLimits: readonly TextLimit[];
  /** By the kind that is sent; one that is left out has no limit that is known. */
  mediaLimits: Readonly<Partial<Record<MessageType, MediaLimit>>>;
}

/** Options common to all sends of an adapter. */
export interface SendOptions {
  /** The token of the message that is answered. */
  contextToken?: string;
  /** The same key for a repeated send, where the platform can use one. */
  idempotencyKey?: string;
  /**
   * Whether a send under this key may have been made before, by a process that has ended: a platform
   * that recognises repeats only when it is asked to is asked then.
   */
  mayBeRepeat?: boolean;
  /** True for the second and later parts of a split text: the quote is not repeated. */
  continuation?: boolean;
  /**
   * Aborts when the caller has given the send up. One that waits for its turn is not sent then, and rejects with
   * the signal's reason; one that has begun goes on.
   */
  signal?: AbortSignal;
}

/** Options of an adapter's downloads. */
export interface DownloadOptions {
  /** Refuses media that came from another person than this one. @default any chat of this bot */
  from?: string;
  /** A larger medium is refused with `MEDIA_TOO_LARGE` as soon as that is known. @default the platform's limit */
  maxBytes?: number;
}

/** Takes a message; resolves when the message is safe, and only then may the adapter acknowledge it. */
export type MessageSink = (incoming: IncomingMessage) => Promise<unknown>;

/** Why a platform refuses a bot. */
export interface PlatformRefusal {
  /** Of the error, such as `PLATFORM_UNAUTHORIZED`. */
  readonly code: string;
  /** What the platform says, without secrets. */
  readonly message: string;
  /** What the bot's owner does about it: one or more whole sentences. */
  readonly advice: LocalizedText;
}

/** A step of a login by QR code that needs a person. */
export type LoginPrompt =
  /** A code is to be drawn from `qr`. `attempt` counts the codes of this login from 1. */
  | { readonly state: "waiting"; readonly qr: string; readonly attempt: number }
  /** The code was scanned: the person confirms on the phone. */
  | { readonly state: "scanned" }
  /** The phone shows digits that the person types here. `isWrong`: the digits before were wrong. */
  | {
      readonly state: "needs-code";
      readonly isWrong: boolean;
      readonly submit: (code: string) => void;
    }
  /** The code is too old. A new one follows as `waiting`, unless this is the last state. */
  | { readonly state: "expired" };

/** What the connection of an adapter is doing. */
export type AdapterStatus =
  /** Between start and the first connection, and while a lost connection is made again. */
  | { readonly state: "connecting" }
  | { readonly state: "connected" }
  /** The start waits for a person who logs the bot in. */
  | { readonly state: "needs-login"; readonly login: LoginPrompt }
  /** The platform refuses the bot for good: it receives nothing until it is started anew. */
  | ({ readonly state: "refused" } & PlatformRefusal)
  /** Not started, or stopped. `error`: a start failed, for another reason than a refusal. */
  | {
      readonly state: "stopped";
      readonly error?: { readonly code: string; readonly message: string };
    };

/**
 * The port to a chat platform. It knows the wire and nothing of plugins.
 *
 * Sends resolve to a receipt or reject with a `PlatformError` (the platform refused) or a
 * `NetworkError`. Methods for what a platform lacks may be left out.
 */
export interface PlatformAdapter {
  readonly platform: Platform;
  readonly capabilities: AdapterCapabilities;
  /** Begins to receive. Resolves when the credentials are known to work, rejects when they are refused. */
  start(sink: MessageSink): Promise<void>;
  /**
   * Stops receiving; resolves when no message will come any more. Sends go on working, so that
   * handlers which still run can answer. May be called twice.
   */
  stop(): Promise<void>;
  /**
   * Calls the listener with the current status, and with each new one, in order.
   *
   * @returns removes the listener
   */
  onStatus?(listener: (status: AdapterStatus) => void): () => void;
  /** Answers a platform's callback (webhook). */
  handleRequest?(request: Request): Promise<Response>;
  /**
   * Sends a text. `createBot` passes parts within the limits of `capabilities.textLimits`, each of which is one
   * message; a longer text goes out in several messages, in order, with keys made of the given one.
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
   * The readable bytes of a message's medium (decrypted where the platform encrypts), and what is
   * known of it then. The item that is given stays as it is.
   * @throws {InvalidInputError} `INVALID_MEDIA_REFERENCE` for an item that this bot has not received
   */
  download(item: MediaItem, options?: DownloadOptions): Promise<MediaDownload>;
  /**
   * The stored bytes behind `media.encrypt_query_param`.
   * @throws {InvalidInputError} `INVALID_MEDIA_REFERENCE` for one that this bot has not received
   */
  downloadRaw(reference: string, options?: DownloadOptions): Promise<Uint8Array>;
}

/** What a download brings. */
export interface MediaDownload {
  readonly bytes: Uint8Array;
  /**
   * The item with what only the download shows (a length, a name, an md5) filled in, as a new object;
   * the item that was given when the download shows nothing new.
   */
  readonly item: MediaItem;
}

/**
 * Small facts that an adapter must not lose when it restarts: cursor, context tokens, recent
 * messages. Values are JSON.
 */
export interface AdapterState {
  get(key: string): Promise<JsonValue | undefined>;
  /** `ttlMs`: milliseconds after which the value expires. @default forever */
  set(key: string, value: JsonValue, options?: { ttlMs?: number }): Promise<void>;
  /**
   * Sets the value unless the key has one: of all callers, in all processes, one gets `true`. So
   * what is drawn once and shared, as a key, is the same for all.
   *
   * @returns whether this call has set it
   */
  setIfAbsent(key: string, value: JsonValue, options?: { ttlMs?: number }): Promise<boolean>;
  delete(key: string): Promise<void>;
}
