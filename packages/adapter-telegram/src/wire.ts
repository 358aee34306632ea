/**
 * The types of the Telegram Bot API that the adapter reads, from its documentation; the types that it
 * sends are in `wire/api.ts`. Incoming values are `Unchecked`: each field is read with a fallback.
 *
 * @see https://core.telegram.org/bots/api
 */
import { isFields, type Known } from "@botwright/adapter-kit";

/** @see https://core.telegram.org/bots/api#update */
interface Update {
  update_id: number;
  message?: Message;
}

/** @see https://core.telegram.org/bots/api#user */
export interface User {
  id: number;
  is_bot: boolean;
  first_name: string;
  last_name?: string;
}

/** @see https://core.telegram.org/bots/api#chat */
export interface Chat {
  id: number;
  type: "private" | "group" | "supergroup" | "channel";
  title?: string;
}

/** @see https://core.telegram.org/bots/api#message */
export interface Message extends MessageContent {
  message_id: number;
  from?: User;
  chat: Chat;
  /** Seconds since 1970. */
  date: number;
  business_connection_id?: string;
  reply_to_message?: Message;
  external_reply?: ExternalReply;
  quote?: TextQuote;
}

/** The content fields of a message, or of a message that is quoted from another chat. */
export interface MessageContent {
  text?: string;
  caption?: string;
  rich_message?: RichMessage;
  photo?: PhotoSize[];
  live_photo?: LivePhoto;
  animation?: Video;
  voice?: Voice;
  video?: Video;
  video_note?: Video;
  document?: Document;
  audio?: Document;
  contact?: Contact;
  location?: Location;
  venue?: Venue;
  poll?: Poll;
  checklist?: Checklist;
  dice?: Dice;
  game?: Game;
  sticker?: Sticker;
}

/** @see https://core.telegram.org/bots/api#contact */
export interface Contact {
  phone_number: string;
  first_name: string;
  last_name?: string;
}

/** @see https://core.telegram.org/bots/api#location */
export interface Location {
  latitude: number;
  longitude: number;
}

/** @see https://core.telegram.org/bots/api#venue */
export interface Venue {
  location: Location;
  title: string;
  address: string;
}

/** @see https://core.telegram.org/bots/api#poll */
export interface Poll {
  question: string;
  options: { text: string }[];
}

/** @see https://core.telegram.org/bots/api#checklist */
export interface Checklist {
  title: string;
  tasks: { text: string }[];
}

/** @see https://core.telegram.org/bots/api#dice */
export interface Dice {
  /** The emoji of the die, dart, ball, … that is thrown. */
  emoji: string;
  value: number;
}

/** @see https://core.telegram.org/bots/api#game */
export interface Game {
  title: string;
  description: string;
}

/** @see https://core.telegram.org/bots/api#sticker */
export interface Sticker {
  /** The emoji that the sticker stands for. */
  emoji?: string;
}

/** @see https://core.telegram.org/bots/api#externalreplyinfo */
export interface ExternalReply extends MessageContent {
  origin: MessageOrigin;
}

/** @see https://core.telegram.org/bots/api#messageorigin */
export interface MessageOrigin {
  sender_user?: User;
  sender_user_name?: string;
  sender_chat?: Chat;
  chat?: Chat;
}

/** @see https://core.telegram.org/bots/api#textquote */
export interface TextQuote {
  text: string;
}

/** Text in nested blocks. @see https://core.telegram.org/bots/api#message */
export interface RichMessage {
  blocks: { text?: unknown }[];
}

/** The fields of every file object. */
interface TelegramFile {
  file_id: string;
  file_unique_id: string;
  file_size?: number;
}

/** @see https://core.telegram.org/bots/api#photosize */
export interface PhotoSize extends TelegramFile {
  width: number;
  height: number;
}

/** A photo with a short video. */
export interface LivePhoto extends TelegramFile {
  photo?: PhotoSize[];
}

/** @see https://core.telegram.org/bots/api#voice */
interface Voice extends TelegramFile {
  /** Seconds. */
  duration: number;
}

/** @see https://core.telegram.org/bots/api#video */
interface Video extends TelegramFile {
  /** Seconds. */
  duration: number;
  thumbnail?: PhotoSize;
}

/** @see https://core.telegram.org/bots/api#document */
interface Document extends TelegramFile {
  file_name?: string;
  mime_type?: string;
}

/** The `result` of getFile. @see https://core.telegram.org/bots/api#file */
export interface StoredFile extends TelegramFile {
  file_path?: string;
}

export type KnownUpdate = Known<Update, "update_id">;
export type KnownUser = Known<User, "id">;
export type KnownChat = Known<Chat, "id">;
export type KnownMessage = Known<Message, "message_id">;
/** The type of the file depends on the field that holds it. */
export type KnownFile = Known<PhotoSize & Video & Document, "file_id">;

export function isUpdate(value: unknown): value is KnownUpdate {
  return isFields<Update>(value) && Number.isSafeInteger(value.update_id);
}

export function isUser(value: unknown): value is KnownUser {
  return isFields<User>(value) && Number.isSafeInteger(value.id);
}

export function isChat(value: unknown): value is KnownChat {
  return isFields<Chat>(value) && Number.isSafeInteger(value.id);
}

export function isMessage(value: unknown): value is KnownMessage {
  return isFields<Message>(value) && Number.isSafeInteger(value.message_id);
}

export function isFile(value: unknown): value is KnownFile {
  return isFields<TelegramFile>(value) && typeof value.file_id === "string" && value.file_id !== "";
}
