import type { SentMessage } from "../simulator.ts";
import { badRequest, WireError } from "./answer.ts";
import type { Chat } from "./chats.ts";
import { mediaContent } from "./factory.ts";
import type { FileKind, StoredFile } from "./files.ts";
import { imageSize } from "../image-size.ts";
import type { Params } from "./params.ts";
import { writeMessage, type TelegramState } from "./state.ts";
import type { TelegramContent, TelegramMessage } from "./wire.ts";

/** The most of a text, in UTF-16 units after trimming. */
const TEXT_LIMIT = 4096;
/** The most of a text, in bytes as it comes. */
const TEXT_BYTES = 32_768;
const CAPTION_LIMIT = 1024;
const PHOTO_BYTES = 10 << 20;
const FILE_BYTES = 50 << 20;

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

/** sendMessage. */
export function sendText(state: TelegramState, params: Params): TelegramMessage {
  const text = params.text("text");
  if (text.trim() === "") throw badRequest("message text is empty");
  if (Buffer.byteLength(text) > TEXT_BYTES) throw badRequest("text is too long");
  checkParseMode(params);
  const chat = recipient(state, params);
  const trimmed = text.trim();
  if (trimmed.length > TEXT_LIMIT) throw badRequest("message is too long");
  const content = { text: trimmed, entities: params.objects("entities") };
  return send(state, params, chat, "text", content);
}

/** sendPhoto, sendVideo, sendDocument and their like: the parameter has the name of the kind. */
export function sendMedia(
  kind: FileKind,
): (state: TelegramState, params: Params) => TelegramMessage {
  return (state, params) => {
    checkParseMode(params);
    const file = inputFile(state, params, kind);
    const chat = recipient(state, params);
    const caption = params.text("caption").trim();
    if (caption.length > CAPTION_LIMIT) throw badRequest("message caption is too long");
    if (kind === "photo") checkPhoto(file);
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
  const answered = replyTarget(params, chat);
  const message = writeMessage(state, chat, state.bot, {
    ...content,
    reply_to_message: answered,
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

function replyTarget(params: Params, chat: Chat): TelegramMessage | undefined {
  const reply = params.object("reply_parameters");
  const id = reply?.integer("message_id", 0) ?? params.integer("reply_to_message_id", 0);
  if (id === 0) return undefined;
  const target = chat.message(id);
  if (target === undefined && !(reply ?? params).boolean("allow_sending_without_reply")) {
    throw badRequest("message to be replied not found");
  }
  return target;
}

function checkParseMode(params: Params): void {
  const mode = params.text("parse_mode").toLowerCase();
  if (!["", "none", "html", "markdown", "markdownv2"].includes(mode)) {
    throw badRequest("unsupported parse_mode");
  }
}

/** The file of a call: uploaded under the field's name or by attach://, or sent again by file_id. */
function inputFile(state: TelegramState, params: Params, kind: FileKind): StoredFile {
  const value = params.text(kind);
  const uploaded = upload(params, kind);
  if (uploaded !== undefined) {
    if (uploaded.bytes.length === 0) throw badRequest("file must be non-empty");
    if (uploaded.bytes.length > FILE_BYTES) throw new WireError(413, "Request Entity Too Large");
    // The type of an upload is told by its name, not by what the part says.
    return state.files.add(kind, uploaded.bytes, uploaded.name);
  }
  if (value === "" || value.startsWith("attach://")) {
    throw badRequest(`there is no ${kind.replace("_", " ")} in the request`);
  }
  const known = state.files.get(value);
  // The real platform would fetch a web address; the simulator reaches nothing but this machine.
  if (known === undefined && /^https?:\/\//i.test(value)) {
    throw badRequest("failed to get HTTP URL content");
  }
  if (known === undefined) throw badRequest("wrong file identifier/HTTP URL specified");
  if (known.kind !== kind) {
    throw badRequest(`can't use file of type ${title(known.kind)} as ${title(kind)}`);
  }
  return known;
}

function upload(
  params: Params,
  field: string,
): { bytes: Uint8Array; name: string; mime: string } | undefined {
  const value = params.text(field);
  if (value === "") return params.files.get(field);
  return value.startsWith("attach://") ? params.files.get(value.slice(9)) : undefined;
}

function checkPhoto(file: StoredFile): void {
  const size = imageSize(file.bytes);
  if (file.bytes.length > PHOTO_BYTES) {
    throw badRequest(
      `file of size ${file.bytes.length} bytes is too big for a photo; the maximum size is ${PHOTO_BYTES} bytes`,
    );
  }
  if (size === undefined) throw badRequest("IMAGE_PROCESS_FAILED");
  const { width, height } = size;
  const ratio = Math.max(width, height) / Math.max(1, Math.min(width, height));
  if (width + height > 10_000 || ratio > 20) throw badRequest("PHOTO_INVALID_DIMENSIONS");
}

function optional(params: Params, name: string): number | undefined {
  return params.text(name) === "" ? undefined : params.integer(name, 0);
}

function title(kind: FileKind): string {
  return kind.replace(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}
