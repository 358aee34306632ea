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

/** How the kinds of pictures and videos begin; the first match counts. */
const SIGNATURES: readonly (readonly [offset: number, signature: string, extension: string])[] = [
  [0, "\x89PNG", ".png"],
  [0, "\xff\xd8\xff", ".jpg"],
  [0, "GIF8", ".gif"],
  [8, "WEBP", ".webp"],
  [0, "BM", ".bmp"],
  [0, "II*\0", ".tif"],
  [0, "MM\0*", ".tif"],
  [0, "\0\0\x01\0", ".ico"],
  [0, "\x1aE\xdf\xa3", ".webm"],
  [8, "AVI ", ".avi"],
  [4, "ftypqt  ", ".mov"],
  [4, "ftyphei", ".heic"],
  [4, "ftypmif1", ".heic"],
  [4, "ftyp", ".mp4"],
];

/** The extension that pictures and videos of this kind have, with its dot; `""` when unknown. */
export function sniffExtension(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  return SIGNATURES.find(([offset, sign]) => head.startsWith(sign, offset))?.[2] ?? "";
}
