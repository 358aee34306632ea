import { createHash } from "node:crypto";
import { InvalidInputError, type MediaItem, type PlatformAdapter } from "@botwright/core";

/**
 * Makes an adapter's downloads from the one of a reference.
 *
 * @throws {InvalidInputError} `INVALID_MEDIA_REFERENCE`, and what `fetch` throws
 */
export function createDownloads(
  fetch: (reference: string) => Promise<Uint8Array>,
): Pick<PlatformAdapter, "download" | "downloadRaw"> {
  return {
    downloadRaw: fetch,
    async download(item) {
      const bytes = await fetch(item.media.encrypt_query_param);
      completeMediaItem(item, bytes);
      return bytes;
    },
  };
}

/** The error for a reference that no message of this platform has. */
export function wrongReference(service: string): InvalidInputError {
  return new InvalidInputError(
    `This is no media reference of ${service}, or it is too old: pass media.encrypt_query_param of a message`,
    { code: "INVALID_MEDIA_REFERENCE" },
  );
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
