import {
  createKeyedQueue,
  createSendText,
  hasCode,
  type HttpFormFile,
  isDeliveryUnknown,
  KIND_LABELS,
  mp4DurationMs,
  safeFilename,
  sniffExtension,
} from "@botwright/adapter-kit";
import {
  describeError,
  type Logger,
  type PlatformAdapter,
  type SendOptions,
  type SendReceipt,
  splitText,
  type TextLimit,
} from "@botwright/core";
import type { Api } from "./api.ts";
import { COVER } from "./media/cover.ts";
import { zipFile } from "./media/zip.ts";
import { fileLabel } from "./parse/quote.ts";
import { isOutsider, type SessionStore } from "./transport/session-store.ts";
import type { MessageParams } from "./wire/api.ts";

/** The longest text of one message. */
export const TEXT_LIMITS: readonly TextLimit[] = [{ unit: "utf16", max: 4000 }];

/** The sending half of the adapter. */
export type Sender = Required<
  Pick<PlatformAdapter, "sendText" | "sendImage" | "sendVideo" | "sendFile">
>;

/** The largest `msgParam`, in bytes. */
const MAX_PARAM_BYTES = 15_000;
/** A length of text that fits into `MAX_PARAM_BYTES` even if JSON escapes each character. */
const SAFE_LIMITS: readonly TextLimit[] = [{ unit: "utf16", max: 2000 }];
/** The image formats that DingTalk shows. */
const PICTURES = new Set([".jpg", ".png", ".gif", ".bmp"]);
/** The file types in DingTalk's documentation; it may refuse others. */
const LISTED = new Set(["doc", "docx", "xls", "xlsx", "ppt", "pptx", "zip", "pdf", "rar"]);

/** Options of {@link createSender}. */
export interface SenderOptions {
  readonly api: Api;
  readonly store: SessionStore;
  readonly logger: Logger;
  /** The robot's name, for quotes of its own messages. */
  readonly botName: string;
}

/** Makes the send methods. Sends to one chat run one after the other. */
export function createSender({ api, store, logger, botName }: SenderOptions): Sender {
  const { run } = createKeyedQueue();
  let cover: Promise<string> | undefined;

  async function text(to: string, part: string, options: SendOptions): Promise<SendReceipt> {
    const session = await store.sessionFor(to, options.contextToken ?? "");
    if (session !== undefined) {
      try {
        await api.sendBySession(session, part);
        return { status: "sent" };
      } catch (error) {
        if (isFinal(error) || isOutsider(to)) throw error;
        logger.debug("DingTalk: the session has failed; sent by batchSend", describeError(error));
      }
    }
    const id = await api.batchSend(to, "sampleText", { content: part });
    return remember(to, id, part);
  }

  /** Stores what a sent message says, because a later quote of it may contain only its `processQueryKey`. */
  async function remember(to: string, id: string, said: string): Promise<SendReceipt> {
    try {
      await store.keepText(id, to, { title: botName, text: said });
    } catch (error) {
      logger.warn("DingTalk: a sent message could not be kept for quotes", describeError(error));
    }
    return { status: "sent", id };
  }

  /** @param label names the message where it is quoted */
  async function media<Key extends keyof MessageParams>(
    to: string,
    msgKey: Key,
    param: MessageParams[Key],
    label: string,
  ): Promise<SendReceipt> {
    return remember(to, await api.batchSend(to, msgKey, param), label);
  }

  async function file(
    to: string,
    bytes: HttpFormFile["bytes"],
    fileName: string,
  ): Promise<SendReceipt> {
    const fileType = /\.([^./\\]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? "";
    try {
      const mediaId = await api.upload("file", bytes, fileName);
      // DingTalk refuses an empty fileType.
      const param = { mediaId, fileName, fileType: fileType || "file" };
      return await media(to, "sampleFile", param, fileLabel(fileName));
    } catch (error) {
      const mayBeItsType = hasCode(error, "PLATFORM_BAD_REQUEST") && bytes.length > 0;
      if (LISTED.has(fileType) || !mayBeItsType) throw error;
      logger.debug("DingTalk: this type of file is refused; sent in a ZIP", describeError(error));
      return file(to, await zipFile(fileName, bytes), safeFilename(`${fileName}.zip`));
    }
  }

  async function image(to: string, bytes: Uint8Array): Promise<SendReceipt> {
    const extension = sniffExtension(bytes);
    const name = `image${extension || ".jpg"}`;
    if (extension !== "" && !PICTURES.has(extension)) return file(to, bytes, name);
    const photoURL = await api.upload("image", bytes, name);
    return media(to, "sampleImageMsg", { photoURL }, KIND_LABELS.image);
  }

  async function video(to: string, bytes: Uint8Array): Promise<SendReceipt> {
    const extension = sniffExtension(bytes);
    const name = `video${extension || ".mp4"}`;
    if (extension !== ".mp4") return file(to, bytes, name);
    try {
      const videoMediaId = await api.upload("video", bytes, name);
      const picMediaId = await uploadCover();
      // DingTalk refuses a video without a duration, so an unknown one is written as one second.
      const seconds = Math.round((mp4DurationMs(bytes) ?? 0) / 1000);
      const duration = String(Math.max(1, seconds));
      const param = { duration, videoMediaId, videoType: "mp4", picMediaId } as const;
      return await media(to, "sampleVideo", param, KIND_LABELS.video);
    } catch (error) {
      if (!hasCode(error, "PLATFORM_BAD_REQUEST")) throw error;
      logger.debug("DingTalk: the video is refused; sent as a file", describeError(error));
      return file(to, bytes, name);
    }
  }

  /** Uploads the cover once for all videos, because media ids do not expire. */
  function uploadCover(): Promise<string> {
    cover ??= api.upload("image", COVER, "cover.jpg").catch((error: unknown) => {
      cover = undefined;
      throw error;
    });
    return cover;
  }

  return {
    sendText: createSendText({ limits: partsOf, run, send: text }),
    sendImage: (to, bytes, { signal } = {}) => run(to, () => image(to, bytes), signal),
    sendVideo: (to, bytes, { signal } = {}) => run(to, () => video(to, bytes), signal),
    sendFile: (to, bytes, filename, { signal } = {}) =>
      run(to, () => file(to, bytes, safeFilename(filename)), signal),
  };
}

/** Splits a text by its characters, and splits a part again when its JSON has too many bytes. */
function partsOf(whole: string): string[] {
  return splitText(whole, TEXT_LIMITS).flatMap((part) =>
    Buffer.byteLength(JSON.stringify({ content: part })) <= MAX_PARAM_BYTES
      ? [part]
      : splitText(part, SAFE_LIMITS),
  );
}

/** Whether batchSend must not be tried next: it would be refused too, or send the message twice. */
function isFinal(error: unknown): boolean {
  return hasCode(error, "PLATFORM_RATE_LIMITED") || isDeliveryUnknown(error);
}
