import type { FileStore, StoredFile } from "./files.ts";
import { imageSize } from "../message/image-size.ts";
import type {
  TelegramAnimation,
  TelegramContent,
  TelegramDocument,
  TelegramMessage,
  TelegramPhotoSize,
} from "./wire.ts";

/** Details of a file that becomes a message. Sizes in pixels, times in seconds. */
export interface MediaDetails {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly duration?: number | undefined;
  readonly title?: string | undefined;
  readonly performer?: string | undefined;
  readonly emoji?: string | undefined;
  /** A small JPEG. */
  readonly thumbnail?: Uint8Array | undefined;
  /** The thumbnail of a video. */
  readonly cover?: Uint8Array | undefined;
}

/** The longest side of each size that the platform makes of a photo. */
const PHOTO_SIDES = [90, 320, 800, 1280];

/** Puts the fields of a message in the server's order. */
export function orderMessage(m: TelegramMessage): TelegramMessage {
  return {
    message_id: m.message_id,
    message_thread_id: m.message_thread_id,
    from: m.from,
    sender_chat: m.sender_chat,
    chat: m.chat,
    date: m.date,
    business_connection_id: m.business_connection_id,
    edit_date: m.edit_date,
    forward_origin: m.forward_origin,
    // Only one level, because the quoted message does not show its own quote.
    reply_to_message: m.reply_to_message && { ...m.reply_to_message, reply_to_message: undefined },
    external_reply: m.external_reply,
    quote: m.quote,
    reply_to_story: m.reply_to_story,
    media_group_id: m.media_group_id,
    text: m.text,
    entities: m.entities,
    rich_message: m.rich_message,
    animation: m.animation,
    audio: m.audio,
    document: m.document,
    live_photo: m.live_photo,
    paid_media: m.paid_media,
    photo: m.photo,
    sticker: m.sticker,
    story: m.story,
    video: m.video,
    video_note: m.video_note,
    voice: m.voice,
    caption: m.caption,
    caption_entities: m.caption_entities,
    has_media_spoiler: m.has_media_spoiler,
    checklist: m.checklist,
    contact: m.contact,
    dice: m.dice,
    game: m.game,
    poll: m.poll,
    venue: m.venue,
    location: m.location,
  };
}

/** The content of a message with this file. */
export function mediaContent(
  store: FileStore,
  file: StoredFile,
  details: MediaDetails,
): TelegramContent {
  const { width = 640, height = 480, duration = 1 } = details;
  const preview = thumbnail(store, details.thumbnail);
  const named = { file_name: file.name, mime_type: file.mime };
  const whole: TelegramDocument = { ...named, ...preview, ...file.ids };
  switch (file.kind) {
    case "photo":
      return { photo: photoSizes(store, file, details) };
    case "voice":
      return { voice: { duration, mime_type: file.mime, ...file.ids } };
    case "video": {
      const cover = details.cover && photoSizes(store, store.add("photo", details.cover), {});
      return { video: { duration, width, height, ...named, cover, ...preview, ...file.ids } };
    }
    case "animation": {
      const animation: TelegramAnimation = {
        ...named,
        duration,
        width,
        height,
        ...preview,
        ...file.ids,
      };
      // Older clients do not know animations, so an animation is a document too.
      return { animation, document: whole };
    }
    case "video_note":
      return { video_note: { duration, length: details.width ?? 240, ...preview, ...file.ids } };
    case "audio":
      return {
        audio: {
          duration,
          ...named,
          title: details.title,
          performer: details.performer,
          ...preview,
          ...file.ids,
        },
      };
    case "sticker":
      return {
        sticker: {
          width: details.width ?? 512,
          height: details.height ?? 512,
          emoji: details.emoji,
          is_animated: false,
          is_video: false,
          type: "regular",
          ...preview,
          ...file.ids,
        },
      };
    default:
      return { document: whole };
  }
}

/** A live photo: its moving part, and the photo, also in the field of a plain photo. */
export function livePhotoContent(
  store: FileStore,
  moving: StoredFile,
  still: StoredFile,
  details: MediaDetails,
): TelegramContent {
  const { width = 640, height = 480, duration = 1 } = details;
  const photo = photoSizes(store, still, details);
  return { live_photo: { photo, ...moving.ids, width, height, duration }, photo };
}

/** All sizes of a photo, the original last. Every size has the same bytes. */
function photoSizes(
  store: FileStore,
  file: StoredFile,
  details: MediaDetails,
): readonly TelegramPhotoSize[] {
  const known = imageSize(file.bytes);
  const width = details.width ?? known?.width ?? 640;
  const height = details.height ?? known?.height ?? 480;
  const longest = Math.max(width, height, 1);
  const smaller = PHOTO_SIDES.filter((side) => side < longest).map((side) => {
    const scaled = store.add("photo", file.bytes, file.name, file.mime);
    return {
      ...scaled.ids,
      // Each size of a photo is a file of its own.
      file_unique_id: `${scaled.ids.file_unique_id}${side}`,
      width: Math.max(1, Math.round((width * side) / longest)),
      height: Math.max(1, Math.round((height * side) / longest)),
    };
  });
  return [...smaller, { ...file.ids, width, height }];
}

function thumbnail(
  store: FileStore,
  bytes: Uint8Array | undefined,
): { thumbnail: TelegramPhotoSize; thumb: TelegramPhotoSize } | undefined {
  if (bytes === undefined) return undefined;
  const { width, height } = imageSize(bytes) ?? { width: 320, height: 240 };
  const size = { ...store.add("thumbnail", bytes).ids, width, height };
  return { thumbnail: size, thumb: size };
}
