import type { BotAdapter } from "../ports/bot.ts";
import { describeError, isBotwrightError, NetworkError } from "../types/errors.ts";
import { type Clock, withDeadline } from "../ports/clock.ts";
import { LIMITS } from "../rules/limits.ts";
import type { Logger } from "../ports/logger.ts";
import type { ParsedMessage } from "../types/message.ts";

/** How long a download may hold its chat up. */
export interface PrefetchDeadline {
  readonly clock: Clock;
  readonly ms: number;
}

/**
 * The message's medium, or `null` without one, over 20 MiB, or when the download failed or took too
 * long.
 */
export async function prefetchMedia(
  bot: BotAdapter,
  message: ParsedMessage,
  logger: Logger,
  deadline: PrefetchDeadline,
): Promise<Buffer | null> {
  const maxDownloadBytes = LIMITS.media.prefetchBytes;
  const limited = bot.forCall?.({ from: message.from, maxDownloadBytes }) ?? bot;
  const download = chooseDownload(limited, message);
  if (download === undefined) return null;
  try {
    const bytes = await withDeadline(download(), { ...deadline, late: tookTooLong });
    if (bytes.length <= LIMITS.media.prefetchBytes) return bytes;
    logger.info("a medium is too large to hand to plugins", { bytes: bytes.length });
  } catch (error) {
    if (isBotwrightError(error) && error.code === "MEDIA_TOO_LARGE") {
      logger.info("a medium is too large to hand to plugins", { over: maxDownloadBytes });
      return null;
    }
    logger.warn("a medium could not be downloaded", describeError(error));
  }
  return null;
}

function tookTooLong(): Error {
  return new NetworkError("the platform has not given it in time", { code: "NETWORK_TIMEOUT" });
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
