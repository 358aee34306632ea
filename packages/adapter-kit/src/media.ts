import { createHash } from "node:crypto";
import type { MediaItem } from "@botwright/core";

/** The usual MIME types of chats and the extension that people expect. */
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
  ["image/gif", ".gif"],
  ["image/jpeg", ".jpg"],
  ["image/png", ".png"],
  ["image/svg+xml", ".svg"],
  ["image/webp", ".webp"],
  ["text/csv", ".csv"],
  ["text/html", ".html"],
  ["text/markdown", ".md"],
  ["text/plain", ".txt"],
  ["video/mp4", ".mp4"],
  ["video/quicktime", ".mov"],
  ["video/webm", ".webm"],
]);

/** The file extension for a MIME type, with its dot; `""` when unknown. */
export function extensionOf(mime: string): string {
  return EXTENSIONS.get(mime.split(";", 1)[0]?.trim().toLowerCase() ?? "") ?? "";
}

/** Fills in what only the bytes tell: sizes that were 0, and the md5 of a file. */
export function completeMediaItem(item: MediaItem, bytes: Uint8Array): void {
  if ("mid_size" in item) item.mid_size ||= bytes.length;
  if ("video_size" in item) item.video_size ||= bytes.length;
  if ("md5" in item) {
    item.len ||= bytes.length;
    item.md5 ||= createHash("md5").update(bytes).digest("hex");
  }
}
