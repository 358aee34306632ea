import { badRequest, WireError } from "../answer.ts";
import type { FileKind, StoredFile } from "../files.ts";
import { imageSize } from "../../message/image-size.ts";
import type { Params } from "./params.ts";
import type { TelegramState } from "../state.ts";

const PHOTO_BYTES = 10 << 20;
const FILE_BYTES = 50 << 20;

/** The file of a call: uploaded in the field or by attach://, or an earlier one by its file_id. */
export function inputFile(state: TelegramState, params: Params, kind: FileKind): StoredFile {
  const value = params.text(kind);
  const uploaded = upload(params, kind);
  if (uploaded !== undefined) {
    if (uploaded.bytes.length === 0) throw badRequest("file must be non-empty");
    if (uploaded.bytes.length > FILE_BYTES) throw new WireError(413, "Request Entity Too Large");
    // The file's name determines the type of an upload, not the part's header.
    return state.files.add(kind, uploaded.bytes, uploaded.name);
  }
  if (value === "" || value.startsWith("attach://")) {
    throw badRequest(`there is no ${kind.replace("_", " ")} in the request`);
  }
  const known = state.files.get(value);
  // The real platform would fetch a URL; the simulator makes no requests beyond this machine.
  if (known === undefined && /^https?:\/\//i.test(value)) {
    throw badRequest("failed to get HTTP URL content");
  }
  if (known === undefined) throw badRequest(malformed(value));
  if (known.kind !== kind) {
    throw badRequest(`can't use file of type ${title(known.kind)} as ${title(kind)}`);
  }
  return known;
}

/**
 * The server's error for an unknown file_id, which names the first thing that it cannot
 * read: base64url, whose bytes end with the version of the format.
 */
function malformed(fileId: string): string {
  const wrong = "wrong remote file identifier specified";
  if (fileId.includes(".")) return "wrong file identifier/HTTP URL specified";
  if (/[^\w-]/.test(fileId)) return `${wrong}: Wrong character in the string`;
  if (fileId.length % 4 === 1) return `${wrong}: Wrong string length`;
  // The last character may have bits that do not belong to a byte.
  const bytes = Buffer.from(fileId, "base64url");
  if (bytes.toString("base64url") !== fileId) return `${wrong}: Wrong padding in the string`;
  return `${wrong}: can't unserialize it`;
}

/** An uploaded file: in the field itself, or in the part that the field names by attach://. */
export function upload(
  params: Params,
  field: string,
): { bytes: Uint8Array; name: string; mime: string } | undefined {
  const value = params.text(field);
  if (value === "") return params.files.get(field);
  return value.startsWith("attach://") ? params.files.get(value.slice(9)) : undefined;
}

/** @throws WireError when Telegram does not show this as a photo. */
export function checkPhoto(file: StoredFile): void {
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

function title(kind: FileKind): string {
  return kind.replace(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}
