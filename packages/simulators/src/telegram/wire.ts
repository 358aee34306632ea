/**
 * The types of the Telegram Bot API that the simulator sends.
 * Reference: https://core.telegram.org/bots/api#available-types
 *
 * Optional fields may be `undefined`: JSON omits such fields, so object literals in the
 * factory can state the server's field order in one place.
 */

/** A wire object that is passed on unchanged. */
export type TelegramObject = Readonly<Record<string, unknown>>;

export interface TelegramUser {
  readonly id: number;
  readonly is_bot: boolean;
  readonly first_name: string;
  readonly last_name?: string | undefined;
  readonly username?: string | undefined;
  readonly language_code?: string | undefined;
  readonly is_premium?: true | undefined;
}

export interface TelegramChat {
  readonly id: number;
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly title?: string | undefined;
  readonly username?: string | undefined;
  readonly type: "private" | "group" | "supergroup" | "channel";
}

/** The fields of every file object. */
export interface TelegramFileId {
  readonly file_id: string;
  readonly file_unique_id: string;
  readonly file_size?: number | undefined;
}

export interface TelegramPhotoSize extends TelegramFileId {
  readonly width: number;
  readonly height: number;
}

interface WithThumbnail {
  readonly thumbnail?: TelegramPhotoSize | undefined;
  /** The same thumbnail under its old name. */
  readonly thumb?: TelegramPhotoSize | undefined;
}

export interface TelegramDocument extends WithThumbnail, TelegramFileId {
  readonly file_name?: string | undefined;
  readonly mime_type?: string | undefined;
}

export interface TelegramAnimation extends TelegramDocument {
  readonly duration: number;
  readonly width: number;
  readonly height: number;
}

export interface TelegramVideo extends TelegramAnimation {
  readonly cover?: readonly TelegramPhotoSize[] | undefined;
}

export interface TelegramVideoNote extends WithThumbnail, TelegramFileId {
  readonly duration: number;
  readonly length: number;
}

export interface TelegramVoice extends TelegramFileId {
  readonly duration: number;
  readonly mime_type?: string | undefined;
}

export interface TelegramAudio extends TelegramDocument {
  readonly duration: number;
  readonly title?: string | undefined;
  readonly performer?: string | undefined;
}

export interface TelegramSticker extends WithThumbnail, TelegramFileId {
  readonly width: number;
  readonly height: number;
  readonly emoji?: string | undefined;
  readonly is_animated: boolean;
  readonly is_video: boolean;
  readonly type: "regular";
}

export interface TelegramLivePhoto extends TelegramFileId {
  readonly photo?: readonly TelegramPhotoSize[] | undefined;
  readonly width: number;
  readonly height: number;
  readonly duration: number;
}

/** The content of a message: at most one kind, and its accompanying fields. */
export interface TelegramContent {
  readonly text?: string | undefined;
  readonly entities?: readonly TelegramObject[] | undefined;
  readonly rich_message?: TelegramObject | undefined;
  readonly animation?: TelegramAnimation | undefined;
  readonly audio?: TelegramAudio | undefined;
  readonly document?: TelegramDocument | undefined;
  readonly live_photo?: TelegramLivePhoto | undefined;
  readonly paid_media?: TelegramObject | undefined;
  readonly photo?: readonly TelegramPhotoSize[] | undefined;
  readonly sticker?: TelegramSticker | undefined;
  readonly story?: TelegramObject | undefined;
  readonly video?: TelegramVideo | undefined;
  readonly video_note?: TelegramVideoNote | undefined;
  readonly voice?: TelegramVoice | undefined;
  readonly caption?: string | undefined;
  readonly caption_entities?: readonly TelegramObject[] | undefined;
  readonly has_media_spoiler?: true | undefined;
  readonly checklist?: TelegramObject | undefined;
  readonly contact?: TelegramObject | undefined;
  readonly dice?: TelegramObject | undefined;
  readonly game?: TelegramObject | undefined;
  readonly poll?: TelegramObject | undefined;
  readonly venue?: TelegramObject | undefined;
  readonly location?: TelegramObject | undefined;
}

/** The fields of a message besides its content. */
export interface TelegramEnvelope {
  readonly message_thread_id?: number | undefined;
  readonly sender_chat?: TelegramChat | undefined;
  readonly business_connection_id?: string | undefined;
  readonly edit_date?: number | undefined;
  readonly forward_origin?: TelegramObject | undefined;
  readonly reply_to_message?: TelegramMessage | undefined;
  readonly external_reply?: TelegramObject | undefined;
  readonly quote?: TelegramObject | undefined;
  readonly reply_to_story?: TelegramObject | undefined;
  readonly media_group_id?: string | undefined;
}

export interface TelegramMessage extends TelegramEnvelope, TelegramContent {
  readonly message_id: number;
  readonly from?: TelegramUser | undefined;
  readonly chat: TelegramChat;
  /** Seconds since 1970. */
  readonly date: number;
}

/** One update: its id and one object under the name of its kind. */
export type TelegramUpdate = { readonly update_id: number } & TelegramObject;
