import { completeMediaItem, hasCode } from "@botwright/adapter-kit";
import { InvalidInputError, type MediaItem } from "@botwright/core";
import type { Api } from "./api.ts";

/** The largest upload, in bytes. */
export const UPLOAD_LIMIT: number = 20 * 1024 * 1024;

const PREFIX = "dingtalk:";

/** The opaque reference under which plugins see a file: its download codes, the best one first. */
export function formatReference(codes: readonly string[]): string {
  return PREFIX + codes.map((code) => Buffer.from(code).toString("base64url")).join(".");
}

function readReference(reference: string): string[] {
  if (!reference.startsWith(PREFIX)) return [];
  const codes = reference.slice(PREFIX.length).split(".");
  return codes.map((code) => Buffer.from(code, "base64url").toString()).filter(Boolean);
}

/**
 * Fetches the bytes behind a reference.
 *
 * @throws {InvalidInputError} `INVALID_MEDIA_REFERENCE`
 * @throws {PlatformError} `MEDIA_TOO_LARGE` above 100 MiB, `PLATFORM_*`
 */
export async function downloadReference(api: Api, reference: string): Promise<Uint8Array> {
  const [code, other] = readReference(reference);
  if (code === undefined) {
    throw new InvalidInputError(
      "This is no media reference of DingTalk: pass media.encrypt_query_param of a message",
      { code: "INVALID_MEDIA_REFERENCE" },
    );
  }
  try {
    return await api.download(code);
  } catch (error) {
    const isRefused =
      hasCode(error, "PLATFORM_BAD_REQUEST") || hasCode(error, "PLATFORM_NOT_FOUND");
    if (other === undefined || !isRefused) throw error;
    return api.download(other);
  }
}

/** Fetches a medium and fills in what only its bytes tell. */
export async function downloadItem(api: Api, item: MediaItem): Promise<Uint8Array> {
  const bytes = await downloadReference(api, item.media.encrypt_query_param);
  completeMediaItem(item, bytes);
  return bytes;
}

const SIGNATURES: readonly (readonly [offset: number, signature: string, extension: string])[] = [
  [0, "\x89PNG", "png"],
  [0, "\xff\xd8\xff", "jpg"],
  [0, "GIF8", "gif"],
  [0, "BM", "bmp"],
  [8, "WEBP", "webp"],
  [0, "\x1aE\xdf\xa3", "webm"],
  [8, "AVI ", "avi"],
  [8, "qt  ", "mov"],
  [4, "ftyp", "mp4"],
];

/** The extension that pictures and videos of this kind have, without its dot; `""` when unknown. */
export function sniffExtension(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  const found = SIGNATURES.find(([offset, signature]) => head.startsWith(signature, offset));
  return found?.[2] ?? "";
}
