import type { BotAdapter } from "./bot.ts";
import { describeError } from "./errors.ts";
import { LIMITS } from "./limits.ts";
import type { Logger } from "./logger.ts";
import type { ParsedMessage } from "./message.ts";

/** The message's medium, or `null` without one, over 20 MiB, or when the download failed. */
export async function prefetchMedia(
  bot: BotAdapter,
  message: ParsedMessage,
  logger: Logger,
): Promise<Buffer | null> {
  const { prefetchBytes: maxDownloadBytes } = LIMITS.media;
  const download = chooseDownload(bot.forCall?.({ maxDownloadBytes }) ?? bot, message);
  if (download === undefined) return null;
  try {
    const bytes = await download();
    if (bytes.length <= LIMITS.media.prefetchBytes) return bytes;
    logger.info("a medium is too large to hand to plugins", { bytes: bytes.length });
  } catch (error) {
    logger.warn("a medium could not be downloaded", describeError(error));
  }
  return null;
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
