import type { MediaItem } from "../ports/adapter.ts";
import type { BotAdapter } from "../ports/bot.ts";
import { describeError, isBotwrightError, NetworkError } from "../types/errors.ts";
import { type Clock, withDeadline } from "../ports/clock.ts";
import { LIMITS } from "../rules/limits.ts";
import type { Logger } from "../ports/logger.ts";
import type { ParsedMessage } from "../types/message.ts";

/** A message as plugins get it. */
export interface PrefetchedMessage {
  /**
   * The message, completed with the properties that the download revealed; the given message if there are
   * none.
   */
  readonly message: ParsedMessage;
  /** `null` without a medium, over 20 MiB, or when the download failed or took too long. */
  readonly mediaBuffer: Buffer | null;
}

/** How long a download may delay its chat, in milliseconds. */
export interface PrefetchDeadline {
  readonly clock: Clock;
  readonly ms: number;
}

/** Downloads the medium of a message. Does not change the given message. */
export async function prefetchMedia(
  bot: BotAdapter,
  given: ParsedMessage,
  logger: Logger,
  deadline: PrefetchDeadline,
): Promise<PrefetchedMessage> {
  if (!hasMedium(given)) return { message: given, mediaBuffer: null };
  const maxDownloadBytes = LIMITS.media.prefetchBytes;
  let message = given;
  const onDownload = (item: MediaItem): void => {
    message = withItem(given, item);
  };
  const limited = bot.forCall?.({ from: given.from, maxDownloadBytes, onDownload }) ?? bot;
  const download = chooseDownload(limited, given);
  try {
    if (download === undefined) return { message, mediaBuffer: null };
    const bytes = await withDeadline(download(), { ...deadline, late: tookTooLong });
    if (bytes.length <= maxDownloadBytes) return { message, mediaBuffer: bytes };
    logger.info("a medium is too large to hand to plugins", { bytes: bytes.length });
  } catch (error) {
    if (isBotwrightError(error) && error.code === "MEDIA_TOO_LARGE") {
      logger.info("a medium is too large to hand to plugins", { over: maxDownloadBytes });
    } else {
      logger.warn("a medium could not be downloaded", describeError(error));
    }
  }
  return { message, mediaBuffer: null };
}

function tookTooLong(): Error {
  return new NetworkError("the platform has not given it in time", { code: "NETWORK_TIMEOUT" });
}

/** Most messages have none, and need no bot with the limits of a download. */
function hasMedium({ image, voice, file, video }: ParsedMessage): boolean {
  return (image ?? voice ?? file ?? video) !== undefined;
}

function chooseDownload(
  bot: BotAdapter,
  { image, voice, file, video }: ParsedMessage,
): (() => Promise<Buffer>) | undefined {
  const limit = LIMITS.media.prefetchBytes;
  if (image !== undefined) return () => bot.downloadImage(image);
  if (voice !== undefined) return () => bot.downloadVoice(voice);
  if (file !== undefined && file.len <= limit) return () => bot.downloadFile(file);
  if (video !== undefined && video.video_size <= limit) return () => bot.downloadVideo(video);
  return undefined;
}

function withItem(message: ParsedMessage, item: MediaItem): ParsedMessage {
  if ("mid_size" in item) return { ...message, image: item };
  if ("playtime" in item) return { ...message, voice: item };
  return "md5" in item ? { ...message, file: item } : { ...message, video: item };
}
