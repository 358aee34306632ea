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

/** What Telegram takes and gives, in bytes. */
export const MEDIA_LIMITS: Readonly<Record<"photo" | "upload" | "download", number>> = {
  photo: 10 * 1024 * 1024,
  upload: 50 * 1024 * 1024,
  download: 20 * 1024 * 1024,
};

/** A file_id is base64url. */
const REFERENCE = /^telegram:([\w-]{1,1024})$/;
/**
 * A folder or a name in what getFile answers. The server keeps the extension of a document's name, which may have
 * letters of any script and marks but these (tdlib, `clean_filename`).
 */
const PATH_PART = /^[\p{L}\p{N}\p{M} !()+,=@$;[\]{}^~_.-]{1,255}$/u;

/** The reference to a file, which plugins see sealed. */
export function formatReference(fileId: string): string {
  return `telegram:${fileId}`;
}

/**
 * Fetches the bytes behind a reference.
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

/** A part of nothing but dots would lead out of the bot's files. */
function isFilePath(path: string): boolean {
  return path.split("/").every((part) => PATH_PART.test(part) && !/^\.+$/.test(part));
}
