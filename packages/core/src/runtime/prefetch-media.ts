import type { MediaItem, ParsedMessage } from "../types/message.ts";
import type { BotAdapter } from "../ports/bot.ts";
import type { HostCallOutcome } from "../ports/journal.ts";
import { NetworkError } from "../types/errors.ts";
import { describeError } from "../rules/errors/describe-error.ts";
import { type Clock, withDeadline } from "../ports/clock.ts";
import { LIMITS } from "../rules/limits.ts";
import type { Logger } from "../ports/logger.ts";
import { toBuffer } from "../rules/content/to-buffer.ts";

/** A message in the form in which plugins get it. */
export interface PrefetchedMessage {
  /**
   * The message, completed with the properties that the download revealed; the same object if it revealed none.
   */
  readonly message: ParsedMessage;
  /** `null` when there is no medium, when it is larger than 20 MiB, or when the download failed or took too long. */
  readonly mediaBuffer: Buffer | null;
}

/** The medium of a message, and the host call that downloads it. */
export interface Medium {
  readonly operation: `bot.download${"Image" | "Voice" | "File" | "Video"}`;
  readonly item: MediaItem;
  readonly download: (bot: BotAdapter) => Promise<Buffer>;
}

/** How the download of a medium has ended. */
export interface MediumDownload {
  /** The medium, completed with the properties that the download revealed. */
  readonly item: MediaItem;
  readonly end:
    | { readonly ok: true; readonly value: Uint8Array }
    | Extract<HostCallOutcome, { readonly ok: false }>;
}

/** How long a download may delay its chat, in milliseconds. */
export interface PrefetchDeadline {
  readonly clock: Clock;
  readonly ms: number;
}

/**
 * The medium that is downloaded for a message; undefined when it has none, or when its given size is over the limit.
 */
export function mediumOf({ image, voice, file, video }: ParsedMessage): Medium | undefined {
  const limit = LIMITS.media.prefetchBytes;
  if (image !== undefined) {
    return {
      operation: "bot.downloadImage",
      item: image,
      download: (bot) => bot.downloadImage(image),
    };
  }
  if (voice !== undefined) {
    return {
      operation: "bot.downloadVoice",
      item: voice,
      download: (bot) => bot.downloadVoice(voice),
    };
  }
  if (file !== undefined && file.len <= limit) {
    return { operation: "bot.downloadFile", item: file, download: (bot) => bot.downloadFile(file) };
  }
  if (video !== undefined && video.video_size <= limit) {
    return {
      operation: "bot.downloadVideo",
      item: video,
      download: (bot) => bot.downloadVideo(video),
    };
  }
  return undefined;
}

/** Downloads the medium of a message from the person `from`. */
export async function downloadMedium(
  bot: BotAdapter,
  from: string,
  medium: Medium,
  logger: Logger,
  deadline: PrefetchDeadline,
): Promise<MediumDownload> {
  const maxDownloadBytes = LIMITS.media.prefetchBytes;
  let { item } = medium;
  const onDownload = (completed: MediaItem): void => {
    item = completed;
  };
  const limited = bot.forCall?.({ from, maxDownloadBytes, onDownload }) ?? bot;
  try {
    const bytes = await withDeadline(medium.download(limited), { ...deadline, late: tookTooLong });
    if (bytes.length <= maxDownloadBytes) return { item, end: { ok: true, value: bytes } };
    logger.info(TOO_LARGE, { bytes: bytes.length });
    return { item, end: { ok: false, error: { code: "MEDIA_TOO_LARGE", message: TOO_LARGE } } };
  } catch (thrown) {
    const error = describeError(thrown);
    if (error.code === "MEDIA_TOO_LARGE") logger.info(TOO_LARGE, { over: maxDownloadBytes });
    else logger.warn("a medium could not be downloaded", error);
    return { item, end: { ok: false, error: { code: error.code, message: error.message } } };
  }
}

/** Returns the message with its medium, without changing the given message. */
export function withMedium(
  message: ParsedMessage,
  medium: Medium,
  { item, end }: MediumDownload,
): PrefetchedMessage {
  return {
    message: item === medium.item ? message : withItem(message, item),
    mediaBuffer: end.ok ? toBuffer(end.value) : null,
  };
}

const TOO_LARGE = "a medium is too large to hand to plugins";

function tookTooLong(): Error {
  return new NetworkError("the platform has not given it in time", { code: "NETWORK_TIMEOUT" });
}

function withItem(message: ParsedMessage, item: MediaItem): ParsedMessage {
  if ("mid_size" in item) return { ...message, image: item };
  if ("playtime" in item) return { ...message, voice: item };
  return "md5" in item ? { ...message, file: item } : { ...message, video: item };
}
