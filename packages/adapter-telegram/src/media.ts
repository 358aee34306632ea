import {
  fieldsOf,
  invalidMediaReference,
  mediaTooLarge,
  networkError,
  numberOf,
  textOf,
} from "@botwright/adapter-kit";
import { type Api, SERVICE } from "./api.ts";
import type { StoredFile } from "./wire.ts";

/** The sizes that Telegram accepts for photos, uploads and downloads, in bytes. */
export const MEDIA_LIMITS: Readonly<Record<"photo" | "upload" | "download", number>> = {
  photo: 10 * 1024 * 1024,
  upload: 50 * 1024 * 1024,
  download: 20 * 1024 * 1024,
};

/** A reference; a file_id is base64url. */
const REFERENCE = /^telegram:([\w-]{1,1024})$/;
/**
 * A folder or file name in a path from getFile. The server keeps the extension of a document's name, which may have
 * letters of any script, but no punctuation besides these characters (tdlib, `clean_filename`).
 */
const PATH_PART = /^[\p{L}\p{N}\p{M} !()+,=@$;[\]{}^~_.-]{1,255}$/u;

/** Makes the reference to a file; plugins see it sealed. */
export function formatReference(fileId: string): string {
  return `telegram:${fileId}`;
}

/**
 * Downloads the file of a reference.
 *
 * @param maxBytes The caller's limit.
 * @throws {InvalidInputError} `INVALID_MEDIA_REFERENCE`
 * @throws {PlatformError} `MEDIA_TOO_LARGE` above 20 MiB, `PLATFORM_*`
 */
export async function downloadReference(
  api: Api,
  reference: string,
  maxBytes: number,
): Promise<Uint8Array> {
  const [, fileId] = REFERENCE.exec(reference) ?? [];
  if (fileId === undefined) throw invalidMediaReference(SERVICE);
  const answer = await api.call("getFile", { file_id: fileId }, { reads: true });
  const file = fieldsOf<StoredFile>(answer);
  if (numberOf(file.file_size) > maxBytes) throw mediaTooLarge(SERVICE, "file", maxBytes);
  const path = textOf(file.file_path);
  if (!isFilePath(path)) {
    throw networkError({ service: SERVICE, call: "getFile", code: "NETWORK_BAD_ANSWER" });
  }
  return api.file(path, Math.min(MEDIA_LIMITS.download, maxBytes));
}

/** Whether the path stays within the bot's files: a part of only dots would lead out of them. */
function isFilePath(path: string): boolean {
  return path.split("/").every((part) => PATH_PART.test(part) && !/^\.+$/.test(part));
}
