import { platformError, type SendLanes, type TypingKeeper } from "@botwright/adapter-kit";
import {
  isBotwrightError,
  type PlatformAdapter,
  type SendOptions,
  type SendReceipt,
  splitText,
  type TextLimit,
} from "@botwright/core";
import type { Api } from "./api.ts";
import { isMp4, MEDIA_LIMITS, safeFilename, sniffExtension } from "./media.ts";
import { readContextToken } from "./parse.ts";
import { isMessage, type ReplyParameters } from "./wire.ts";

/** What one message holds at most. */
export const TEXT_LIMITS: readonly TextLimit[] = [{ unit: "utf16", max: 4096 }];

/** The sending half of the adapter. */
export type Sender = Required<
  Pick<PlatformAdapter, "sendText" | "sendImage" | "sendVideo" | "sendFile">
>;

const UPLOAD_TIMEOUT_MS = 300_000;
/** Pictures that Telegram will not show as such, but takes as files. */
const NOT_A_PHOTO = /PHOTO_INVALID_DIMENSIONS|IMAGE_PROCESS_FAILED|PHOTO_EXT_INVALID/;

/** Makes the sends; those to one chat go out one after the other. */
export function createSender(api: Api, lanes: SendLanes, typing: TypingKeeper): Sender {
  /** A message ends the indicator: a repeat after it would show the bot typing again. */
  function inOrder(to: string, task: () => Promise<SendReceipt>): Promise<SendReceipt> {
    return lanes.run(to, () => {
      typing.stop(to);
      return task();
    });
  }

  async function upload(
    method: string,
    field: string,
    to: string,
    bytes: Uint8Array,
    filename: string,
    options: SendOptions,
  ): Promise<SendReceipt> {
    if (bytes.length > MEDIA_LIMITS.upload) {
      throw platformError({
        service: "Telegram",
        call: method,
        code: "MEDIA_TOO_LARGE",
        description: `${bytes.length} bytes, at most ${MEDIA_LIMITS.upload} can be sent`,
        redact: api.redact,
      });
    }
    const form = new FormData();
    form.set("chat_id", to);
    const reply = replyParameters(to, options);
    if (reply !== undefined) form.set("reply_parameters", JSON.stringify(reply));
    form.set(field, new Blob([new Uint8Array(bytes)]), safeFilename(filename));
    return receiptOf(
      await api.call(method, {}, { form, once: true, timeoutMs: UPLOAD_TIMEOUT_MS }),
    );
  }

  async function image(to: string, bytes: Uint8Array, options: SendOptions): Promise<SendReceipt> {
    const name = `image${sniffExtension(bytes) || ".jpg"}`;
    if (bytes.length <= MEDIA_LIMITS.photo) {
      try {
        return await upload("sendPhoto", "photo", to, bytes, name, options);
      } catch (error) {
        if (!isBotwrightError(error) || !NOT_A_PHOTO.test(error.message)) throw error;
      }
    }
    return upload("sendDocument", "document", to, bytes, name, options);
  }

  return {
    sendText: (to, text, options = {}) => {
      if (text.trim() === "") return Promise.resolve({ status: "ignored" });
      return inOrder(to, async () => {
        let receipt: SendReceipt = { status: "ignored" };
        let reply = replyParameters(to, options);
        for (const part of splitText(text, TEXT_LIMITS)) {
          receipt = receiptOf(
            await api.call(
              "sendMessage",
              { chat_id: chatId(to), text: part, reply_parameters: reply },
              { once: true },
            ),
          );
          reply = undefined;
        }
        return receipt;
      });
    },
    sendImage: (to, bytes, options = {}) => inOrder(to, () => image(to, bytes, options)),
    sendVideo: (to, bytes, options = {}) =>
      inOrder(to, () =>
        isMp4(bytes)
          ? upload("sendVideo", "video", to, bytes, "video.mp4", options)
          : upload("sendDocument", "document", to, bytes, `video${sniffExtension(bytes)}`, options),
      ),
    sendFile: (to, bytes, filename, options = {}) =>
      inOrder(to, () => upload("sendDocument", "document", to, bytes, filename, options)),
  };
}

/** Ids of chats are numbers on the wire; public names are text. */
function chatId(to: string): number | string {
  const id = Number(to);
  return Number.isSafeInteger(id) && id !== 0 ? id : to;
}

function replyParameters(to: string, options: SendOptions): ReplyParameters | undefined {
  const { contextToken, continuation = false } = options;
  if (contextToken === undefined || continuation) return undefined;
  const message = readContextToken(contextToken, to);
  if (message === undefined) return undefined;
  return { message_id: message, allow_sending_without_reply: true };
}

function receiptOf(result: unknown): SendReceipt {
  return isMessage(result) ? { status: "sent", id: String(result.message_id) } : { status: "sent" };
}
