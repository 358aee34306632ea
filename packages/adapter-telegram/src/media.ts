import { objectOf, textOf, wrongReference } from "@botwright/adapter-kit";
import { type Api, SERVICE } from "./api.ts";

/** What Telegram takes and gives, in bytes. */
export const MEDIA_LIMITS: Readonly<Record<"photo" | "upload" | "download", number>> = {
  photo: 10 * 1024 * 1024,
  upload: 50 * 1024 * 1024,
  download: 20 * 1024 * 1024,
};

const PREFIX = "telegram:";

/** The opaque reference under which plugins see a file. */
export function formatReference(fileId: string): string {
  return PREFIX + fileId;
}

/**
 * Fetches the bytes behind a reference.
 *
 * @throws {InvalidInputError} `INVALID_MEDIA_REFERENCE`
 * @throws {PlatformError} `MEDIA_TOO_LARGE` above 20 MiB, `PLATFORM_*`
 */
export async function downloadReference(api: Api, reference: string): Promise<Uint8Array> {
  const fileId = reference.startsWith(PREFIX) ? reference.slice(PREFIX.length) : "";
  if (fileId === "") throw wrongReference(SERVICE);
  const file = objectOf(await api.call("getFile", { file_id: fileId }));
  return api.file(textOf(file["file_path"]), MEDIA_LIMITS.download);
}
