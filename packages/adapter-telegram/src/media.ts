import { completeMediaItem } from "@botwright/adapter-kit";
import { InvalidInputError, type MediaItem } from "@botwright/core";
import type { Api } from "./api.ts";
import { isObject, textOf } from "./wire.ts";

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
  if (fileId === "") {
    throw new InvalidInputError(
      "This is no media reference of Telegram: pass media.encrypt_query_param of a message",
      { code: "INVALID_MEDIA_REFERENCE" },
    );
  }
  const file = await api.call("getFile", { file_id: fileId });
  const path = isObject(file) ? textOf(file["file_path"]) : "";
  return api.file(path, MEDIA_LIMITS.download);
}

/** Fetches a medium and fills in what only its bytes tell. */
export async function downloadItem(api: Api, item: MediaItem): Promise<Uint8Array> {
  const bytes = await downloadReference(api, item.media.encrypt_query_param);
  completeMediaItem(item, bytes);
  return bytes;
}

/** A name that can stand in quotes in a header of the form. */
export function safeFilename(name: string): string {
  return name.replaceAll(/["\\\r\n]/g, "_") || "file";
}

/** Whether the bytes are an MPEG-4 video, the only kind that Telegram plays. */
export function isMp4(bytes: Uint8Array): boolean {
  return latin1(bytes, 4, 8) === "ftyp" && latin1(bytes, 8, 12) !== "qt  ";
}

const SIGNATURES: readonly (readonly [offset: number, signature: string, extension: string])[] = [
  [0, "\x89PNG", ".png"],
  [0, "\xff\xd8\xff", ".jpg"],
  [0, "GIF8", ".gif"],
  [8, "WEBP", ".webp"],
  [0, "BM", ".bmp"],
  [0, "\x1aE\xdf\xa3", ".webm"],
  [8, "AVI ", ".avi"],
  [8, "qt  ", ".mov"],
  [4, "ftyp", ".mp4"],
];

/** The extension that pictures and videos of this kind have; `""` when unknown. */
export function sniffExtension(bytes: Uint8Array): string {
  const match = SIGNATURES.find(
    ([offset, signature]) => latin1(bytes, offset, offset + signature.length) === signature,
  );
  return match?.[2] ?? "";
}

function latin1(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end));
}
