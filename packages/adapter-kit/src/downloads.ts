import { createHash } from "node:crypto";
import type { DownloadOptions, MediaItem, PlatformAdapter } from "@botwright/core";
import { platformError } from "./error-codes.ts";
import type { MediaReferences } from "./media-references.ts";

/** Options of {@link createDownloads}. */
export interface DownloadsOptions {
  /** Name of the platform, for error texts. */
  readonly service: string;
  /** The same that seal the messages: see `createInboundPipeline`. */
  readonly references: MediaReferences;
  /**
   * Fetches the stored bytes behind a reference as the parser made it. It should not read more than
   * `maxBytes`, which is `Infinity` when the caller names no limit.
   */
  readonly fetch: (reference: string, maxBytes: number) => Promise<Uint8Array>;
  /** Fetches the readable bytes of an item, where these are not the stored ones. @default `fetch` */
  readonly fetchItem?: (
    item: MediaItem,
    reference: string,
    maxBytes: number,
  ) => Promise<Uint8Array>;
}

/**
 * Makes an adapter's downloads: opens the sealed reference before anything is asked of the
 * platform, holds the caller's limit, and fills in what only the bytes of an item tell.
 *
 * @throws {InvalidInputError} `INVALID_MEDIA_REFERENCE`
 * @throws {PlatformError} `MEDIA_TOO_LARGE`
 */
export function createDownloads(
  options: DownloadsOptions,
): Pick<PlatformAdapter, "download" | "downloadRaw"> {
  const { service, references, fetch, fetchItem = (_item, ...rest) => fetch(...rest) } = options;

  async function limited(
    reference: string,
    { from, maxBytes = Infinity }: DownloadOptions,
    run: DownloadsOptions["fetch"],
  ): Promise<Uint8Array> {
    const bytes = await run(await references.open(reference, from), maxBytes);
    if (bytes.length > maxBytes) throw mediaTooLarge(service, "a download", maxBytes);
    return bytes;
  }

  return {
    downloadRaw: (reference, given = {}) => limited(reference, given, fetch),
    async download(item, given = {}) {
      const run: DownloadsOptions["fetch"] = (...rest) => fetchItem(item, ...rest);
      const bytes = await limited(item.media.encrypt_query_param, given, run);
      completeMediaItem(item, bytes);
      return bytes;
    },
  };
}

/** The error for a medium that is larger than the caller takes. */
export function mediaTooLarge(service: string, call: string, maxBytes: number): Error {
  const description = `more than ${maxBytes} bytes`;
  return platformError({
    service,
    call,
    code: "MEDIA_TOO_LARGE",
    description,
    redact: (text) => text,
  });
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
