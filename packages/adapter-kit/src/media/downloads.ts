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
  /** The platform's name, for error texts. */
  readonly service: string;
  /** Opens the references; must be the same object that `createInboundPipeline` seals with. */
  readonly references: MediaReferences;
  /**
   * Fetches the stored bytes for a reference in the parser's form. It should read at most
   * `maxBytes`, which is `Infinity` when the caller sets no limit.
   */
  readonly fetch: (reference: string, maxBytes: number) => Promise<Uint8Array>;
  /**
   * Fetches the readable bytes of an item, for platforms that store other bytes (such as encrypted ones), and completes
   * the item from the answer. Sizes and md5 that stay unknown are then computed from the bytes.
   * @default the given item and the bytes of `fetch`
   */
  readonly fetchItem?: (
    item: MediaItem,
    reference: string,
    maxBytes: number,
  ) => Promise<MediaDownload>;
}

/**
 * Makes an adapter's download methods. They open the sealed reference before any request to the
 * platform, enforce the caller's limit, and complete the item from its bytes.
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

/** The error for a file that is larger than the caller's limit. */
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
 * Fills in what only the bytes tell: sizes that are 0, and the md5 of a file. Returns a new
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
