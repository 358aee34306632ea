import type {
  FileItem,
  ImageItem,
  MediaItem,
  ParsedMessage,
  VideoItem,
  VoiceItem,
} from "../types/message.ts";
import type { Platform } from "../types/platform.ts";

/** What became of a send. Plugins may ignore it. */
export interface SendReceipt {
  /** `"ignored"`: the platform lacks the capability, or there was nothing to send. */
  status: "sent" | "ignored";
  /** The platform's id of the (last) sent message, as text. */
  id?: string;
}

/** What a reply needs to know of the message that it answers. */
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

/** What a host ties a bot to for one call of a handler. */
export interface BotScope {
  /** The person whose message is answered: only media that this person sent are downloaded. */
  readonly from?: string;
  /** Larger media are not downloaded but refused with `MEDIA_TOO_LARGE`. */
  readonly maxDownloadBytes?: number;
  /**
   * Turns the Markdown of a long reply into plain text in another thread: what a stranger writes can
   * take milliseconds. Short replies are not given to it, nor those of a bot with a `format` of its own.
   */
  readonly formatMarkdown?: (text: string) => Promise<string>;
  /**
   * Aborts when the call is given up: no further message of it begins, and a text of which parts are left rejects
   * with the signal's reason. One message that is under way may still arrive. A function: most calls need no signal.
   */
  readonly signal?: () => AbortSignal;
  /**
   * Called with the number of messages that a text becomes, before the first of them is sent. An
   * error that it throws refuses the whole text. A text that sends nothing does not call it.
   */
  readonly onParts?: (parts: number) => void;
  /** Called after each message, a part of a text or a medium, that has or may have reached the chat. */
  readonly onSent?: () => void;
  /** Called after each download, but of raw bytes, with the item as it is known then. */
  readonly onDownload?: (item: MediaItem) => void;
}

/**
 * The bot as a plugin sees it, alike on every platform. What a platform lacks resolves without
 * effect; what a platform refuses rejects with a {@link BotwrightError}.
 */
export interface BotAdapter {
  /** `wechat`, `feishu`, `wecom`, `dingtalk` or `telegram`. A plugin seldom needs it. */
  readonly platform: Platform;
  /**
   * Answers a message. A number that a plugin gives becomes text; Markdown becomes plain text; long text is
   * sent in several parts, and a text over the limit of {@link CreateBotOptions.maxTextBytes} rejects with
   * `TEXT_TOO_LONG`.
   *
   * @example
   * await bot.reply(msg, "**Hello**");
   */
  reply(msg: ReplyTarget, text: string): Promise<SendReceipt>;
  /**
   * Sends text as it is, without formatting. Without a token the newest one known for the user is used.
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
  /** Only in the single-platform variant; SILK audio. */
  sendVoice?(
    userId: string,
    buffer: Uint8Array,
    contextToken?: string,
    options?: SendVoiceOptions,
  ): Promise<SendReceipt>;
  /** Shows that something is coming, until a message is sent. No effect where there is no such sign. */
  sendTyping(userId: string): Promise<void>;
  /** Ends what {@link BotAdapter.sendTyping} shows. */
  cancelTyping(userId: string): Promise<void>;
  /** Downloads `msg.image`; usually `mediaBuffer` has it already. */
  downloadImage(item: ImageItem): Promise<Buffer>;
  /** Downloads `msg.voice`; usually `mediaBuffer` has it already. */
  downloadVoice(item: VoiceItem): Promise<Buffer>;
  /** Downloads `msg.file`; usually `mediaBuffer` has it already. */
  downloadFile(item: FileItem): Promise<Buffer>;
  /** Downloads `msg.video`; usually `mediaBuffer` has it already. */
  downloadVideo(item: VideoItem): Promise<Buffer>;
  /** The stored bytes behind a media reference, not decrypted. */
  downloadRaw(encryptQueryParam: string): Promise<Buffer>;
  /**
   * The same bot, tied to one call of a handler. A bot that is tied already stays so: the person
   * stays the same, the smaller size holds, either signal ends it, and both listeners are called, the new one
   * first. For hosts: a plugin does not have it.
   */
  forCall?(scope: BotScope): BotAdapter;
  /**
   * The same bot for one effect: what it sends carries the key, so that a platform which can tell
   * repeats shows it once when it is performed again. For hosts: a plugin does not have it.
   *
   * @param isRepeat whether it may have been performed before, by a process that has ended
   */
  forEffect?(key: string, isRepeat?: boolean): BotAdapter;
}
