import type { Form } from "../../http/http.ts";
import { imageSize } from "../../message/image-size.ts";
import { type MediaFormat, mediaFormatOf } from "../../message/media-format.ts";
import type { StoredFile } from "../chats.ts";
import { findMessage } from "./messages.ts";
import { newKey } from "../say.ts";
import type { FeishuState } from "../state.ts";
import { bad, CODES, FeishuError } from "../wire.ts";

const MAX_IMAGE = 10 << 20;
const MAX_FILE = 30 << 20;
/** The greatest width and height in pixels. */
const MAX_PIXELS = 12_000;
const MAX_GIF = 2000;
const FILE_TYPES = new Set(["opus", "mp4", "pdf", "doc", "xls", "ppt", "stream"]);

/** The image formats that an upload may have. */
const PICTURES = new Set<MediaFormat | undefined>([
  "jpeg",
  "png",
  "webp",
  "gif",
  "tiff",
  "bmp",
  "ico",
  "heic",
]);

/** `POST /im/v1/images` */
export function uploadImage(state: FeishuState, form: Form): object {
  if (form.fields["image_type"] !== "message") throw bad("image_type must be message");
  const file = form.files.get("image");
  if (file === undefined) throw bad("image is required");
  checkSize(file.bytes, MAX_IMAGE);
  const format = mediaFormatOf(file.bytes);
  if (!PICTURES.has(format)) throw bad("The image format is not supported");
  const { width, height } = imageSize(file.bytes) ?? { width: 1, height: 1 };
  const most = format === "gif" ? MAX_GIF : MAX_PIXELS;
  if (Math.max(width, height) > most) throw bad(`The image is larger than ${most} pixels`);
  const key = newKey("img");
  const { bytes, mime } = file;
  state.uploads.set(key, { kind: "image", bytes, name: undefined, mime });
  return { image_key: key };
}

/** `POST /im/v1/files` */
export function uploadFile(state: FeishuState, form: Form): object {
  const { file_type: type, file_name: name, duration } = form.fields;
  if (typeof type !== "string" || !FILE_TYPES.has(type)) throw bad("file_type is invalid");
  if (typeof name !== "string" || name === "") throw bad("file_name is required");
  if (duration !== undefined && (typeof duration !== "string" || !/^\d+$/.test(duration))) {
    throw bad("duration is invalid");
  }
  const file = form.files.get("file");
  if (file === undefined) throw bad("file is required");
  checkSize(file.bytes, MAX_FILE);
  const key = newKey("file");
  state.uploads.set(key, {
    kind: "file",
    bytes: file.bytes,
    name,
    mime: file.mime,
    fileType: type,
  });
  return { file_key: key };
}

/** `GET /im/v1/messages/:id/resources/:key`: only files of that message, never the bot's uploads. */
export function findResource(
  state: FeishuState,
  id: string,
  key: string,
  query: URLSearchParams,
): StoredFile {
  const type = query.get("type");
  if (type !== "image" && type !== "file") throw bad("type must be image or file");
  const kept = findMessage(state, id);
  const file = kept.files.get(key);
  if (["sticker", "interactive", "merge_forward"].includes(kept.message.msg_type)) {
    throw new FeishuError(CODES.noResource, "Unsupported message type");
  }
  if (state.faults["missing-file"].take("download") !== undefined) {
    throw new FeishuError(CODES.noResource, "The resource is not there");
  }
  if (file === undefined || file.kind !== type) throw bad("file_key does not match the message");
  return file;
}

function checkSize(bytes: Uint8Array, most: number): void {
  if (bytes.length === 0) throw bad("The file is empty");
  if (bytes.length > most) throw bad("The file is too large");
}
