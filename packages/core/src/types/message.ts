/** The kinds of message in a chat. */
export type MessageType = "text" | "image" | "voice" | "file" | "video";

/**
 * A reference to a medium. Its fields belong to the adapter; only the opaque reference is common to all
 * platforms.
 */
export interface MediaReference {
  /** The argument of `bot.downloadRaw`. Never a URL, a token or a secret. */
  encrypt_query_param: string;
  [key: string]: unknown;
}

/** A picture. Sizes in pixels, `mid_size` in bytes; unknown numbers are 0. */
export interface ImageItem {
  thumb_width: number;
  thumb_height: number;
  mid_size: number;
  media: MediaReference;
}

/** A voice message. */
export interface VoiceItem {
  /** Milliseconds. */
  playtime: number;
  /** Transcription, or `""` where the platform has none. */
  text: string;
  media: MediaReference;
}

/** A file. */
export interface FileItem {
  file_name: string;
  /** Bytes; 0 when unknown. */
  len: number;
  /** Lower-case hex, or `""` when unknown. */
  md5: string;
  media: MediaReference;
}

/** A video. */
export interface VideoItem {
  /** Seconds. */
  play_length: number;
  /** Bytes; 0 when unknown. */
  video_size: number;
  thumb_width: number;
  thumb_height: number;
  media: MediaReference;
}

/** A message that another message answers. */
export interface QuotedMessage {
  /** Name of the sender of the quoted message; `""` when unknown. */
  title: string;
  /** The original message item, in the platform's format. */
  item: unknown;
  /** `<sender> | <quoted text>`, or only the quoted text when the sender is unknown. */
  text: string;
}

/**
 * One incoming chat message, in the same shape on every platform.
 *
 * @example
 * const message: ParsedMessage = {
 *   type: "text", text: "你好", from: "1001", to: "42", timestamp: 1_770_000_000_000,
 *   contextToken: "1001:7", messageId: 7, raw: {},
 * };
 */
export interface ParsedMessage {
  /** The type of the message. The item of a medium is in the field with the same name. */
  type: MessageType;
  /** The text, a medium's caption, a voice message's transcription, or `""`. */
  text: string;
  /** `[引用: <quoted text>]`, newline, user text; only when the quoted text is known. */
  textWithQuote?: string;
  /** The sender's user id. */
  from: string;
  /** The receiver's id: the bot. */
  to: string;
  /** Milliseconds since 1970. */
  timestamp: number;
  /** Opaque token for replying; never empty on platforms that need one. */
  contextToken: string;
  /**
   * A safe integer: the platform's id where it is a safe integer, otherwise a number derived from the id. The exact
   * id is in `raw`.
   */
  messageId: number;
  /** The item of a message of type `image`. */
  image?: ImageItem;
  /** The item of a message of type `voice`. */
  voice?: VoiceItem;
  /** The item of a message of type `file`. */
  file?: FileItem;
  /** The item of a message of type `video`. */
  video?: VideoItem;
  /** The message that this one answers. */
  quotedMessage?: QuotedMessage;
  /** The platform's own message, including the exact id. */
  raw: Record<string, unknown>;
}

/** What an adapter passes to its sink: the message and the exact platform id, which deduplication uses. */
export interface IncomingMessage {
  /** The exact platform id as text, unique per bot (for Telegram the update id). */
  id: string;
  message: ParsedMessage;
}

/** An image, voice, file or video item of a {@link ParsedMessage}. */
export type MediaItem = NonNullable<ParsedMessage["image" | "voice" | "file" | "video"]>;
