import { invalidMediaReference, sniffExtension } from "@botwright/adapter-kit";
import { SERVICE } from "./api/errors.ts";
import type { Api } from "./api.ts";
import type { FileType, SentType } from "./wire/api.ts";

/** The largest media that Feishu accepts and serves, in bytes. */
export const MEDIA_LIMITS: Readonly<Record<"image" | "upload" | "download", number>> = {
  image: 10 * 1024 * 1024,
  upload: 30 * 1024 * 1024,
  download: 100 * 1024 * 1024,
};

/** The `type` in the URL of a download; voice and video are files. */
export type ResourceType = "image" | "file";

/** Identifies a file of a message. */
export interface Resource {
  readonly messageId: string;
  readonly key: string;
  readonly type: ResourceType;
}

/** A reference whose ids contain only characters that have no meaning in a path. */
const REFERENCE = /^feishu:(image|file):([\w-]{1,256}):([\w-]{1,256})$/;

/** Makes the reference to a file; plugins see it sealed. */
export function formatReference({ messageId, key, type }: Resource): string {
  return `feishu:${type}:${messageId}:${key}`;
}

/**
 * Downloads the file of a reference.
 *
 * @param maxBytes The caller's limit.
 * @throws {InvalidInputError} `INVALID_MEDIA_REFERENCE`
 * @throws {PlatformError} `MEDIA_TOO_LARGE` above 100 MiB, `PLATFORM_*`
 */
export async function downloadReference(
  api: Api,
  reference: string,
  maxBytes: number,
): Promise<Uint8Array> {
  const [, type, messageId, key] = REFERENCE.exec(reference) ?? [];
  if (type === undefined || messageId === undefined || key === undefined) {
    throw invalidMediaReference(SERVICE);
  }
  const path = `/im/v1/messages/${encodeURIComponent(messageId)}/resources/${encodeURIComponent(key)}?type=${type}`;
  return api.file(path, Math.min(MEDIA_LIMITS.download, maxBytes));
}

/** The image formats that Feishu shows. */
const PICTURES = new Set([".png", ".jpg", ".gif", ".webp", ".bmp", ".tif", ".ico", ".heic"]);

/** Whether Feishu shows these bytes as a picture. */
export function isPicture(bytes: Uint8Array): boolean {
  return PICTURES.has(sniffExtension(bytes));
}

/** Whether the bytes begin like an MPEG-4 file. */
function isMp4(bytes: Uint8Array): boolean {
  return sniffExtension(bytes) === ".mp4";
}

const FILE_TYPES: ReadonlyMap<string, FileType> = new Map([
  [".opus", "opus"],
  [".mp4", "mp4"],
  [".pdf", "pdf"],
  [".doc", "doc"],
  [".docx", "doc"],
  [".xls", "xls"],
  [".xlsx", "xls"],
  [".ppt", "ppt"],
  [".pptx", "ppt"],
]);

/** Feishu's type of a file, by the extension of its name; `mp4` only if its bytes are MPEG-4 too. */
export function fileTypeOf(name: string, bytes: Uint8Array): FileType {
  const type = FILE_TYPES.get(name.slice(name.lastIndexOf(".")).toLowerCase()) ?? "stream";
  return type === "mp4" && !isMp4(bytes) ? "stream" : type;
}

/** The message type in which Feishu accepts such a file; there is only one for each. */
export function messageTypeOf(fileType: FileType): Extract<SentType, "file" | "audio" | "media"> {
  if (fileType === "mp4") return "media";
  return fileType === "opus" ? "audio" : "file";
}
