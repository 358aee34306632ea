import type {
  FileItem,
  ImageItem,
  MediaItem,
  ParsedMessage,
  VideoItem,
  VoiceItem,
} from "../types/message.ts";
import type { Platform } from "../types/platform.ts";

/** The result of a send. Plugins may ignore it. */
export interface SendReceipt {
  /** `"ignored"`: the platform does not support the send, or there was nothing to send. */
  status: "sent" | "ignored";
  /** The platform's id of the sent message, of the last one when there were several. */
  id?: string;
}

/** The part of the answered message that a reply needs. */
export type ReplyTarget = Pick<ParsedMessage, "from" | "contextToken">;

/** Options of `bot.sendVoice` (single-platform variant). */
export interface SendVoiceOptions {
  /** @default 6 (SILK) */
  encodeType?: number;
  /** Hertz, for example 24000. */
  sampleRate?: number;
  /** Milliseconds. */
  playtime?: number;
}

/** The options with which a host binds a bot to one call of a handler. */
export interface BotScope {
  /** The person whose message is answered: only media from this person can be downloaded. */
  readonly from?: string;
  /** A larger medium is refused with `MEDIA_TOO_LARGE`. */
  readonly maxDownloadBytes?: number;
  /**
   * Converts the Markdown of a long reply to plain text in another thread, because text from a stranger can take
   * milliseconds. It is not used for short replies, nor by a bot with its own `format`.
   */
  readonly formatMarkdown?: (text: string) => Promise<string>;
  /**
   * Returns a signal that aborts when the call is given up. Then no further message is begun, and a text with unsent
   * parts rejects with the signal's reason; a message that is being sent may still arrive. It is a function, because
   * most calls need no signal.
   */
  readonly signal?: () => AbortSignal;
  /**
   * Called with the number of messages into which a text is split, before the first of them is sent. An error that it
   * throws refuses the whole text. It is not called for a text without messages.
   */
  readonly onParts?: (parts: number) => void;
  /** Called after each message (a part of a text, or a medium) that has reached or may have reached the chat. */
  readonly onSent?: () => void;
  /** Called after each download except `downloadRaw`, with the item completed by the download. */
  readonly onDownload?: (item: MediaItem) => void;
}

/**
 * The bot as a plugin sees it, the same on every platform. A call that the platform does not support resolves without
 * effect; a call that the platform refuses rejects with a {@link BotwrightError}.
 */
export interface BotAdapter {
  /** `wechat`, `feishu`, `wecom`, `dingtalk` or `telegram`. Plugins rarely need it. */
  readonly platform: Platform;
  /**
   * Answers a message. A number becomes text, and Markdown becomes plain text. A long text is sent in several parts;
   * a text over the limit of {@link CreateBotOptions.maxTextBytes} rejects with `TEXT_TOO_LONG`.
   *
   * @example
   * await bot.reply(msg, "**Hello**");
   */
  reply(msg: ReplyTarget, text: string): Promise<SendReceipt>;
  /**
   * Sends text unchanged, without formatting. Without a token, the newest known token of the user is used.
   *
   * @example
   * await bot.sendText(msg.from, "2 * 3 * 4", msg.contextToken);
   */
  sendText(userId: string, text: string, contextToken?: string): Promise<SendReceipt>;
  /**
   * Sends a picture.
   *
   * @example
   * if (mediaBuffer !== null) await bot.sendImage(msg.from, mediaBuffer);
   */
  sendImage(userId: string, buffer: Uint8Array): Promise<SendReceipt>;
  /** Sends a video. */
  sendVideo(userId: string, buffer: Uint8Array): Promise<SendReceipt>;
  /**
   * Sends a file under a name.
   *
   * @example
   * await bot.sendFile(msg.from, Buffer.from("a,b\n1,2\n"), "table.csv");
   */
  sendFile(userId: string, buffer: Uint8Array, filename: string): Promise<SendReceipt>;
  /** Sends SILK audio; only in the single-platform variant. */
  sendVoice?(
    userId: string,
    buffer: Uint8Array,
    contextToken?: string,
    options?: SendVoiceOptions,
  ): Promise<SendReceipt>;
  /** Shows the typing indicator until a message is sent. Has no effect on a platform without one. */
  sendTyping(userId: string): Promise<void>;
  /** Hides the typing indicator of {@link BotAdapter.sendTyping}. */
  cancelTyping(userId: string): Promise<void>;
  /** Downloads `msg.image`; usually `mediaBuffer` already contains it. */
  downloadImage(item: ImageItem): Promise<Buffer>;
  /** Downloads `msg.voice`; usually `mediaBuffer` already contains it. */
  downloadVoice(item: VoiceItem): Promise<Buffer>;
  /** Downloads `msg.file`; usually `mediaBuffer` already contains it. */
  downloadFile(item: FileItem): Promise<Buffer>;
  /** Downloads `msg.video`; usually `mediaBuffer` already contains it. */
  downloadVideo(item: VideoItem): Promise<Buffer>;
  /** Downloads the stored bytes behind a media reference, without decrypting them. */
  downloadRaw(encryptQueryParam: string): Promise<Buffer>;
  /**
   * Returns the bot bound to one call of a handler. A bot that is already bound merges both scopes: the person stays
   * the same, the smaller size limit applies, either signal aborts the sends, and both listeners are called, the new
   * one first. For hosts; plugins do not have it.
   */
  forCall?(scope: BotScope): BotAdapter;
  /**
   * Returns the bot bound to the idempotency key of one effect. Its sends carry the key, so that a platform which
   * recognizes repeated sends shows a repeated message once. For hosts; plugins do not have it.
   *
   * @param isRepeat whether an earlier process may already have performed the effect
   */
  forEffect?(key: string, isRepeat?: boolean): BotAdapter;
}
