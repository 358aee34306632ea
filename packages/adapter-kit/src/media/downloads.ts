import {
  digestInChunks,
  type DownloadOptions,
  type MediaDownload,
  type MediaItem,
  type PlatformAdapter,
} from "@botwright/core";
import { platformError } from "../error-codes.ts";
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
  /**
   * Fetches the readable bytes of an item, where these are not the stored ones, with the item as the
   * answer completes it. Sizes and md5 that stay unknown are filled in from the bytes.
   * @default the item and what `fetch` brings
   */
  readonly fetchItem?: (
    item: MediaItem,
    reference: string,
    maxBytes: number,
  ) => Promise<MediaDownload>;
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
  const { service, references, fetch } = options;
  const { fetchItem = async (item, ...rest) => ({ item, bytes: await fetch(...rest) }) } = options;

  async function open(
    sealed: string,
    { from, maxBytes = Infinity }: DownloadOptions,
  ): Promise<[reference: string, maxBytes: number]> {
    return [await references.open(sealed, from), maxBytes];
  }

  function assertSize({ length }: Uint8Array, { maxBytes = Infinity }: DownloadOptions): void {
    if (length > maxBytes) throw mediaTooLarge(service, "a download", maxBytes);
  }

  return {
    async downloadRaw(reference, given = {}) {
      const bytes = await fetch(...(await open(reference, given)));
      assertSize(bytes, given);
      return bytes;
    },
    async download(given, limits = {}) {
      const opened = await open(given.media.encrypt_query_param, limits);
      const { bytes, item } = await fetchItem(given, ...opened);
      assertSize(bytes, limits);
      return { bytes, item: await completeMediaItem(item, bytes) };
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

/**
 * The item with what only the bytes tell: sizes that were 0, and the md5 of a file. It is a new
 * object, or the same one when nothing was unknown.
 */
export async function completeMediaItem(item: MediaItem, bytes: Uint8Array): Promise<MediaItem> {
  const { length } = bytes;
  if ("mid_size" in item) return item.mid_size > 0 ? item : { ...item, mid_size: length };
  if ("video_size" in item) return item.video_size > 0 ? item : { ...item, video_size: length };
  if (!("md5" in item) || (item.len > 0 && item.md5 !== "")) return item;
  const md5 = item.md5 || (await digestInChunks("md5", bytes));
  return { ...item, len: item.len || length, md5 };
}
