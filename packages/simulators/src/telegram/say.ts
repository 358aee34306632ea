import { SimulatorError } from "../errors.ts";
import type { MessageIds } from "../simulator.ts";
import {
  type MediaInput,
  mediaOf,
  type MediaType,
  type QuoteInput,
  type UserMessage,
} from "../message/user-message.ts";
import type { Chat } from "./chats.ts";
import { livePhotoContent, mediaContent, type MediaDetails } from "./factory.ts";
import type { FileKind } from "./files.ts";
import { deliver, writeMessage, type TelegramState } from "./state.ts";
import type {
  TelegramChat,
  TelegramContent,
  TelegramMessage,
  TelegramObject,
  TelegramUser,
} from "./wire.ts";

/** A file of any kind that Telegram knows. */
export interface TelegramMedia extends MediaInput, MediaDetails {
  readonly kind: Exclude<FileKind, "thumbnail"> | "live_photo";
  /** The photo of a live photo, whose `bytes` are its moving part. */
  readonly still?: Uint8Array;
}

/** A message of a kind that only Telegram has. */
export interface TelegramPush {
  /** The person's id; absent for a channel's own posts. */
  readonly from?: string;
  /** The kind of update. @default "message" */
  readonly as?:
    | "message"
    | "edited_message"
    | "channel_post"
    | "edited_channel_post"
    | "business_message";
  /** The chat of the message. @default the person's private chat */
  readonly chat?: TelegramChat;
  readonly quote?: QuoteInput;
  readonly media?: TelegramMedia;
  /** Fields of the message, unchanged, in the server's order. */
  readonly fields?: Partial<TelegramMessage>;
}

/** Sends one message as a person in their private chat. */
export function say(state: TelegramState, message: UserMessage): MessageIds {
  const { from, caption, quote } = message;
  const fields = caption === undefined ? {} : { caption };
  const rest = { from, ...(quote === undefined ? {} : { quote }) };
  if ("text" in message) {
    const { text } = message;
    return push(state, { ...rest, fields: { text, entities: commands(text) } });
  }
  const { type, media } = mediaOf(message);
  const { playtime } = media;
  const duration = playtime !== undefined && { duration: Math.round(playtime / 1000) };
  return push(state, { ...rest, media: { kind: KINDS[type], ...media, ...duration }, fields });
}

/** Telegram's names of the kinds. */
const KINDS: Readonly<Record<MediaType, TelegramMedia["kind"]>> = {
  image: "photo",
  voice: "voice",
  video: "video",
  file: "document",
};

/** Puts a message of any kind into a chat and queues it for the bot. */
export function push(state: TelegramState, message: TelegramPush): MessageIds {
  const { as = "message", quote, fields = {} } = message;
  const from = message.from === undefined ? undefined : state.chats.person(message.from);
  const chat =
    message.chat === undefined
      ? from && state.chats.privateChat(from)
      : state.chats.open(message.chat);
  if (chat === undefined) {
    throw new SimulatorError("INVALID_INPUT", "A pushed message needs `from`, `chat`, or both.");
  }
  const written = writeMessage(state, chat, from, {
    ...(as.startsWith("edited") ? { edit_date: Math.floor(state.now() / 1000) } : {}),
    reply_to_message: quote && quoted(state, chat, quote),
    ...(message.media === undefined ? {} : content(state, message.media)),
    ...fields,
  });
  return deliver(state, as, written);
}

/** Queues an update unchanged. */
export function receive(state: TelegramState, kind: string, body: TelegramObject): string {
  const id = state.queue.add(kind, body, 0);
  return id === undefined ? "" : String(id);
}

function content(state: TelegramState, media: TelegramMedia): TelegramContent {
  const { kind, bytes, name, mime, still } = media;
  if (kind !== "live_photo") {
    return mediaContent(state.files, state.files.add(kind, bytes, name, mime), media);
  }
  const moving = state.files.add("video", bytes, name, mime);
  return livePhotoContent(state.files, moving, state.files.add("photo", still ?? bytes), media);
}

/** The quoted message: the newest with this text; if there is none, an earlier message is created. */
function quoted(
  state: TelegramState,
  chat: Chat,
  { text, from }: { readonly text: string; readonly from?: string },
): TelegramMessage {
  const author = from === undefined ? undefined : authorIn(state, chat, from);
  const known = chat.withText(text, author?.id);
  return known ?? writeMessage(state, chat, author ?? state.bot, { text });
}

function authorIn(state: TelegramState, { info }: Chat, id: string): TelegramUser {
  if (id === String(state.bot.id)) return state.bot;
  if (info.type === "private" && id !== String(info.id)) {
    throw new SimulatorError("INVALID_INPUT", "In a private chat only the two can be quoted.");
  }
  return state.chats.person(id);
}

/** Entities for the commands in a text, by which bots find them; the server adds them. */
function commands(text: string): readonly TelegramObject[] | undefined {
  if (!text.includes("/")) return undefined;
  const found = text.matchAll(/(?<![\w/])\/\w{1,64}(?:@\w{3,32})?(?![\w/])/g);
  const entities = Array.from(found, ({ index, 0: command }) => ({
    offset: index,
    length: command.length,
    type: "bot_command",
  }));
  return entities.length > 0 ? entities : undefined;
}
