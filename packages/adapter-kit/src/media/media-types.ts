import { sniffMediaType } from "@botwright/core";

/** MIME types that are common in chats, and their usual extensions. */
const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ["application/gzip", ".gz"],
  ["application/json", ".json"],
  ["application/msword", ".doc"],
  ["application/pdf", ".pdf"],
  ["application/vnd.android.package-archive", ".apk"],
  ["application/vnd.ms-excel", ".xls"],
  ["application/vnd.ms-powerpoint", ".ppt"],
  ["application/vnd.openxmlformats-officedocument.presentationml.presentation", ".pptx"],
  ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", ".xlsx"],
  ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", ".docx"],
  ["application/x-7z-compressed", ".7z"],
  ["application/xml", ".xml"],
  ["application/zip", ".zip"],
  ["audio/aac", ".aac"],
  ["audio/flac", ".flac"],
  ["audio/mp4", ".m4a"],
  ["audio/mpeg", ".mp3"],
  ["audio/ogg", ".ogg"],
  ["audio/wav", ".wav"],
  ["audio/x-wav", ".wav"],
  ["image/avif", ".avif"],
  ["image/bmp", ".bmp"],
  ["image/gif", ".gif"],
  ["image/heic", ".heic"],
  ["image/jpeg", ".jpg"],
  ["image/png", ".png"],
  ["image/svg+xml", ".svg"],
  ["image/tiff", ".tif"],
  ["image/webp", ".webp"],
  ["image/x-icon", ".ico"],
  ["text/csv", ".csv"],
  ["text/html", ".html"],
  ["text/markdown", ".md"],
  ["text/plain", ".txt"],
  ["video/mp4", ".mp4"],
  ["video/quicktime", ".mov"],
  ["video/webm", ".webm"],
  ["video/x-msvideo", ".avi"],
]);

/** The usual file extension for a MIME type, with its dot; `""` when unknown. */
export function extensionOf(mime: string): string {
  return EXTENSIONS.get(mime.split(";", 1)[0]?.trim().toLowerCase() ?? "") ?? "";
}

/** The file extension for the type that the first bytes of an image, video or audio show; `""` when unknown. */
export function sniffExtension(bytes: Uint8Array): string {
  return extensionOf(sniffMediaType(bytes) ?? "");
}
