/**
 * The types of the messages of the iLink bot API, from the protocol's documentation and its official
 * client. The server may leave out any field. Incoming values are `Unchecked`: each field is
 * read with a fallback.
 *
 * @see https://github.com/Tencent/openclaw-weixin/blob/HEAD/docs/protocol.md#message-model
 */
import { objectsOf, textOf, type Unchecked } from "@botwright/adapter-kit";

/** Values of `message_type`: the author. */
export const MESSAGE_TYPES = { user: 1, bot: 2 } as const;

/** A message of either side. */
export interface WeixinMessage {
  /** An unsigned 64-bit integer, which a `number` cannot hold; so it is a string after parsing. */
  message_id?: string | number;
  from_user_id?: string;
  to_user_id?: string;
  /** Chosen by the sender; the server delivers a message once per id. */
  client_id?: string;
  /** Milliseconds since 1970. */
  create_time_ms?: number;
  /** The time at which the message was recalled; 0 when it was not. */
  delete_time_ms?: number;
  /** `""` in a chat of two. */
  group_id?: string;
  /** One of {@link MESSAGE_TYPES}. */
  message_type?: number;
  /** 0 is new, 1 generating, 2 finished; whole messages have come as 0 and as 2. */
  message_state?: number;
  item_list?: MessageItem[];
  /** A reply carries the token of its receiver's newest message. */
  context_token?: string;
}

/** Values of {@link WeixinMessage.message_state}. */
export const MESSAGE_STATES = { generating: 1, finished: 2 } as const;

/** Values of an item's `type`. */
export const ITEM_TYPES = { text: 1, image: 2, voice: 3, file: 4, video: 5 } as const;

/** The field in which an item has its media. */
export const MEDIA_FIELDS = {
  image: "image_item",
  voice: "voice_item",
  file: "file_item",
  video: "video_item",
} as const;

/** A part of a message. A person's message mostly has one; a bot's message must have exactly one. */
export interface MessageItem {
  /** One of {@link ITEM_TYPES}, or another number. */
  type?: number;
  /** `false` while the item is being written. */
  is_completed?: boolean;
  msg_id?: string;
  /** The quote. */
  ref_msg?: ReferencedMessage;
  text_item?: TextItem;
  image_item?: ImageItem;
  voice_item?: VoiceItem;
  file_item?: FileItem;
  video_item?: VideoItem;
}

export interface TextItem {
  text?: string;
}

/** The fields that all media items have. */
export interface MediaPayload {
  media?: CdnMedia;
  /** For pictures: the key as 32 hex characters; takes precedence over the key in `media`. */
  aeskey?: string;
}

/**
 * The location of an encrypted file.
 *
 * @see https://github.com/Tencent/openclaw-weixin/blob/HEAD/docs/protocol.md#cdn-media-reference
 */
export interface CdnMedia {
  /** The download parameter. */
  encrypt_query_param?: string;
  /** Base64 of the 16 bytes of the key, or of their 32 hex characters. */
  aes_key?: string;
  /** 1: thumbnail and middle size are in the same file. */
  encrypt_type?: number;
  /** A signed URL of the file: the URL alone is enough to download it. */
  full_url?: string;
}

/** The size of a preview in pixels. */
export interface Thumbnail {
  thumb_width?: number;
  thumb_height?: number;
}

export interface ImageItem extends MediaPayload, Thumbnail {
  /** Size in bytes: of the file when received, of its ciphertext when sent. */
  mid_size?: number;
}

export interface VoiceItem extends MediaPayload, VoiceFormat {
  /** The transcription. */
  text?: string;
}

export interface VoiceFormat {
  /** 1 PCM, 2 ADPCM, 3 feature, 4 Speex, 5 AMR, 6 SILK, 7 MP3, 8 Ogg Speex. */
  encode_type?: number;
  /** Hertz. */
  sample_rate?: number;
  bits_per_sample?: number;
  /** Milliseconds. */
  playtime?: number;
}

export interface FileItem extends MediaPayload {
  file_name?: string;
  md5?: string;
  /** Bytes, as decimal text. */
  len?: string;
}

export interface VideoItem extends MediaPayload, Thumbnail {
  /** Seconds or milliseconds. */
  play_length?: number;
  /** Size in bytes: of the file when received, of its ciphertext when sent. */
  video_size?: number;
}

/** A quoted message. Newer servers send only its id. */
export interface ReferencedMessage {
  /** Name of the sender, or a summary. */
  title?: string;
  /** The quoted item; its `msg_id` is the `message_id` of the quoted message. */
  message_item?: MessageItem;
  /** `message_id` of the quoted message. */
  svr_id?: string;
  partial_text?: PartialText;
}

/** The part of a text that the person has selected to quote. */
export interface PartialText {
  /** The first words of the part, and their occurrence in the whole text, counted from 0. */
  start?: string;
  startindex?: number;
  /** The last words of the part, and their occurrence. */
  end?: string;
  endindex?: number;
  /** MD5 of the part in hex. */
  quotemd5?: string;
}

/** An item that a bot sends. */
export type OutgoingItem =
  | { type: typeof ITEM_TYPES.text; text_item: TextItem }
  | { type: typeof ITEM_TYPES.image; image_item: ImageItem }
  | { type: typeof ITEM_TYPES.voice; voice_item: VoiceItem }
  | { type: typeof ITEM_TYPES.file; file_item: FileItem }
  | { type: typeof ITEM_TYPES.video; video_item: VideoItem };

/** The items of a message. */
export function itemsOf(message: Unchecked<WeixinMessage>): Unchecked<MessageItem>[] {
  return objectsOf(message.item_list);
}

/** An id as an exact string; `""` when there is none. */
export function idOf(value: unknown): string {
  if (typeof value === "number") return Number.isSafeInteger(value) && value > 0 ? `${value}` : "";
  return value === "0" ? "" : textOf(value);
}
