import {
  createKeyedQueue,
  createSendText,
  hasCode,
  isDeliveryUnknown,
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
import { COVER } from "./media-cover.ts";
import { zipFile } from "./media-zip.ts";
import type { Memory } from "./transport-memory.ts";

/** What one message holds at most. */
export const TEXT_LIMITS: readonly TextLimit[] = [{ unit: "utf16", max: 4000 }];

/** The sending half of the adapter. */
export type Sender = Required<
  Pick<PlatformAdapter, "sendText" | "sendImage" | "sendVideo" | "sendFile">
>;

/** The largest `msgParam`, and a length of text that fits whatever has to be escaped in it. */
const MAX_PARAM_BYTES = 15_000;
const SAFE_LIMITS: readonly TextLimit[] = [{ unit: "utf16", max: 2000 }];
/** Encrypted ids: people outside of the organisation, who can be answered by a session only. */
const OUTSIDER = /^\$:/;
const PICTURES = new Set([".jpg", ".png", ".gif", ".bmp"]);
/** What the documentation lists as files. */
const LISTED = new Set(["doc", "docx", "xls", "xlsx", "ppt", "pptx", "zip", "pdf", "rar"]);

/** Options of {@link createSender}. */
export interface SenderOptions {
  readonly api: Api;
  readonly memory: Memory;
  readonly logger: Logger;
  /** Names the robot where its own messages are quoted. */
  readonly botName: string;
}

/** Makes the sends; those to one chat go out one after the other. */
export function createSender({ api, memory, logger, botName }: SenderOptions): Sender {
  const { run } = createKeyedQueue();
  let cover: Promise<string> | undefined;

  async function text(to: string, part: string, options: SendOptions): Promise<SendReceipt> {
    const session = options.contextToken && (await memory.sessionOf(options.contextToken));
    // A token of another chat must not lead the answer there.
    if (session && session.user === to) {
      try {
        await api.sendBySession(session.url, part);
        return { status: "sent" };
      } catch (error) {
        if (isFinal(error) || OUTSIDER.test(to)) throw error;
        logger.debug("DingTalk: the session has failed; sent by batchSend", describeError(error));
      }
    }
    const id = await api.batchSend(to, "sampleText", { content: part });
    return remember(to, id, part);
  }

  /** A quote of what the robot has sent comes with the key of the send only. */
  async function remember(to: string, id: string, said: string): Promise<SendReceipt> {
    try {
      await memory.keepText(id, to, { title: botName, text: said });
    } catch (error) {
      logger.warn("DingTalk: a sent text could not be kept for quotes", describeError(error));
    }
    return { status: "sent", id };
  }

  async function media(to: string, msgKey: string, param: object): Promise<SendReceipt> {
    return { status: "sent", id: await api.batchSend(to, msgKey, param) };
  }

  async function file(to: string, bytes: Uint8Array, fileName: string): Promise<SendReceipt> {
    const fileType = /\.([^./\\]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? "";
    try {
      const mediaId = await api.upload("file", bytes, fileName);
      // The type must not be empty.
      return await media(to, "sampleFile", { mediaId, fileName, fileType: fileType || "file" });
    } catch (error) {
      const isOfItsType = hasCode(error, "PLATFORM_BAD_REQUEST") && bytes.length > 0;
      if (LISTED.has(fileType) || !isOfItsType) throw error;
      logger.debug("DingTalk: this type of file is refused; sent in a ZIP", describeError(error));
      return file(to, zipFile(fileName, bytes), safeFilename(`${fileName}.zip`));
    }
  }

  async function image(to: string, bytes: Uint8Array): Promise<SendReceipt> {
    const extension = sniffExtension(bytes);
    const name = `image${extension || ".jpg"}`;
    if (extension !== "" && !PICTURES.has(extension)) return file(to, bytes, name);
    return media(to, "sampleImageMsg", { photoURL: await api.upload("image", bytes, name) });
  }

  async function video(to: string, bytes: Uint8Array): Promise<SendReceipt> {
    const extension = sniffExtension(bytes);
    const name = `video${extension || ".mp4"}`;
    if (extension !== ".mp4") return file(to, bytes, name);
    try {
      const videoMediaId = await api.upload("video", bytes, name);
      const picMediaId = await uploadCover();
      const param = { duration: "1", videoMediaId, videoType: "mp4", picMediaId };
      return await media(to, "sampleVideo", param);
    } catch (error) {
      if (!hasCode(error, "PLATFORM_BAD_REQUEST")) throw error;
      logger.debug("DingTalk: the video is refused; sent as a file", describeError(error));
      return file(to, bytes, name);
    }
  }

  /** Media ids do not end: one cover serves all videos. */
  function uploadCover(): Promise<string> {
    cover ??= api.upload("image", COVER, "cover.jpg").catch((error: unknown) => {
      cover = undefined;
      throw error;
    });
    return cover;
  }

  return {
    sendText: createSendText({ limits: partsOf, run, send: text }),
    sendImage: (to, bytes) => run(to, () => image(to, bytes)),
    sendVideo: (to, bytes) => run(to, () => video(to, bytes)),
    sendFile: (to, bytes, filename) => run(to, () => file(to, bytes, safeFilename(filename))),
  };
}

/** Parts that fit by their characters, and as escaped JSON by their bytes. */
function partsOf(whole: string): string[] {
  return splitText(whole, TEXT_LIMITS).flatMap((part) =>
    Buffer.byteLength(JSON.stringify({ content: part })) <= MAX_PARAM_BYTES
      ? [part]
      : splitText(part, SAFE_LIMITS),
  );
}

/** Another way would not help, or might bring the message twice. */
function isFinal(error: unknown): boolean {
  return hasCode(error, "PLATFORM_RATE_LIMITED") || isDeliveryUnknown(error);
}
