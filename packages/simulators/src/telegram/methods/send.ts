import type { SentMessage } from "../../simulator.ts";
import { badRequest, WireError } from "../answer.ts";
import type { Chat } from "../chats.ts";
import { mediaContent } from "../factory.ts";
import type { FileKind, StoredFile } from "../files.ts";
import { checkPhoto, inputFile, upload } from "./input-file.ts";
import type { Params } from "./params.ts";
import { writeMessage, type TelegramState } from "../state.ts";
import type { TelegramContent, TelegramEnvelope, TelegramMessage } from "../wire.ts";

/** The longest text, in code points after entity parsing and trimming, as the server counts. */
const TEXT_LIMIT = 4096;
/** Maximum bytes of a text as received. */
const TEXT_BYTES = 32_768;
const CAPTION_LIMIT = 1024;
/** A visible character: not a space, and not of zero width. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\uFFFC]/u;

const SENT_TYPES: Readonly<Record<FileKind, SentMessage["type"]>> = {
  animation: "video",
  audio: "file",
  document: "file",
  photo: "image",
  sticker: "file",
  thumbnail: "image",
  video: "video",
  video_note: "video",
  voice: "voice",
};

/** Refuses a lone surrogate, which the server encodes as three bytes of invalid UTF-8 (tdlib, `check_utf8`). */
function assertUtf8(text: string): void {
  if (!text.isWellFormed()) throw badRequest("strings must be encoded in UTF-8");
}

/** sendMessage. */
export function sendText(state: TelegramState, params: Params): TelegramMessage {
  const text = params.text("text");
  assertUtf8(text);
  if (text === "") throw badRequest("message text is empty");
  if (Buffer.byteLength(text) > TEXT_BYTES) throw badRequest("text is too long");
  checkParseMode(params);
  const chat = recipient(state, params);
  if (!VISIBLE.test(text)) throw badRequest("text must be non-empty");
  const trimmed = text.trim();
  if (codePoints(trimmed) > TEXT_LIMIT) throw badRequest("message is too long");
  const content = { text: trimmed, entities: params.objects("entities") };
  return send(state, params, chat, "text", content);
}

/** sendPhoto, sendVideo, sendDocument and similar methods: the parameter has the name of the kind. */
export function sendMedia(
  kind: FileKind,
): (state: TelegramState, params: Params) => TelegramMessage {
  return (state, params) => {
    checkParseMode(params);
    const file = inputFile(state, params, kind);
    const chat = recipient(state, params);
    const caption = params.text("caption").trim();
    assertUtf8(caption);
    if (codePoints(caption) > CAPTION_LIMIT) throw badRequest("message caption is too long");
    // A photo that is sent by its file_id was checked when it was uploaded.
    if (kind === "photo" && upload(params, kind) !== undefined) checkPhoto(file);
    const content = mediaContent(state.files, file, {
      width: optional(params, "width"),
      height: optional(params, "height"),
      duration: optional(params, "duration"),
      title: params.text("title") || undefined,
      performer: params.text("performer") || undefined,
      thumbnail: upload(params, "thumbnail")?.bytes,
    });
    const captioned = {
      ...content,
      caption: caption === "" ? undefined : caption,
      caption_entities: params.objects("caption_entities"),
    };
    return send(state, params, chat, SENT_TYPES[kind], captioned, file);
  };
}

/** The chat that a call names. @throws WireError when the bot cannot write there. */
export function recipient(state: TelegramState, params: Params): Chat {
  const chat = state.chats.find(params.text("chat_id"));
  const user = String(chat.info.id);
  if (state.faults["refused-user"].take("", (fault) => fault.user === user)) {
    throw new WireError(403, "bot was blocked by the user");
  }
  if (state.faults["deactivated-user"].take("", (fault) => fault.user === user)) {
    throw new WireError(403, "user is deactivated");
  }
  return chat;
}

function send(
  state: TelegramState,
  params: Params,
  chat: Chat,
  type: SentMessage["type"],
  content: TelegramContent,
  file?: StoredFile,
): TelegramMessage {
  const reply = replyOf(params, chat);
  const answered = reply?.reply_to_message;
  const message = writeMessage(state, chat, state.bot, {
    ...content,
    ...reply,
    message_thread_id: optional(params, "message_thread_id"),
  });
  const to = String(chat.info.id);
  const text = content.text ?? content.caption;
  const quoted = answered?.text ?? answered?.caption;
  state.typing.end(to, "answered");
  state.sent.add({
    messageId: String(message.message_id),
    to,
    type,
    ...(text === undefined ? {} : { text }),
    ...(file === undefined ? {} : { bytes: file.bytes }),
    ...(file?.name === undefined ? {} : { name: file.name }),
    ...(answered === undefined
      ? {}
      : {
          quotes: {
            messageId: String(answered.message_id),
            ...(quoted === undefined ? {} : { text: quoted }),
          },
        }),
  });
  return message;
}

function replyOf(
  params: Params,
  chat: Chat,
): Pick<TelegramEnvelope, "reply_to_message" | "quote"> | undefined {
  const reply = params.object("reply_parameters");
  const id = reply?.integer("message_id", 0) ?? params.integer("reply_to_message_id", 0);
  if (id === 0) return undefined;
  const target = chat.message(id);
  if (target !== undefined) {
    return { reply_to_message: target, quote: quoteOf(target, reply?.text("quote") ?? "") };
  }
  if ((reply ?? params).boolean("allow_sending_without_reply")) return undefined;
  throw badRequest("message to be replied not found");
}

/** The part of the quoted message that the bot has selected. */
function quoteOf(target: TelegramMessage, text: string): TelegramEnvelope["quote"] {
  if (text === "") return undefined;
  const position = (target.text ?? target.caption ?? "").indexOf(text);
  if (position < 0) throw badRequest("QUOTE_TEXT_INVALID");
  return { text, position, is_manual: true };
}

function checkParseMode(params: Params): void {
  const mode = params.text("parse_mode").toLowerCase();
  if (!["", "none", "html", "markdown", "markdownv2"].includes(mode)) {
    throw badRequest("unsupported parse_mode");
  }
}

function codePoints(text: string): number {
  return text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);
}

function optional(params: Params, name: string): number | undefined {
  return params.text(name) === "" ? undefined : params.integer(name, 0);
}
