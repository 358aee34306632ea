import {
  checkUploadSize,
  createKeyedQueue,
  createSendText,
  safeFilename,
  sniffExtension,
  type TypingKeeper,
} from "@botwright/adapter-kit";
import {
  isBotwrightError,
  type PlatformAdapter,
  type SendOptions,
  type SendReceipt,
  type TextLimit,
} from "@botwright/core";
import { type Api, SERVICE } from "./api.ts";
import { MEDIA_LIMITS } from "./media.ts";
import { readContextToken } from "./parse.ts";
import type { ReplyParameters, UploadMethod } from "./wire/api.ts";
import { isMessage } from "./wire.ts";

/** The longest text of one message. */
export const TEXT_LIMITS: readonly TextLimit[] = [{ unit: "utf16", max: 4096 }];

/** The sending half of the adapter. */
export type Sender = Required<
  Pick<PlatformAdapter, "sendText" | "sendImage" | "sendVideo" | "sendFile">
>;

const UPLOAD_TIMEOUT_MS = 300_000;
/** Errors such as PHOTO_INVALID_DIMENSIONS: Telegram refuses the picture as a photo, but accepts it as a file. */
const NOT_A_PHOTO = /\b(?:PHOTO|IMAGE)_[A-Z]/;

/** Makes the send methods. Sends to one chat run one after the other. */
export function createSender(api: Api, typing: TypingKeeper): Sender {
  // A message ends the indicator, because a repeat after it would show the bot typing again.
  const { run } = createKeyedQueue((to) => typing.stop(to));

  async function upload(
    method: UploadMethod,
    to: string,
    bytes: Uint8Array,
    filename: string,
    options: SendOptions,
  ): Promise<SendReceipt> {
    const { redact } = api;
    checkUploadSize({ service: SERVICE, call: method, redact, bytes, max: MEDIA_LIMITS.upload });
    const reply_parameters = replyParameters(to, options);
    const file = { filename: safeFilename(filename), bytes };
    const how = { nonIdempotent: true, timeoutMs: UPLOAD_TIMEOUT_MS };
    return receiptOf(await api.upload(method, { chat_id: to, reply_parameters }, file, how));
  }

  async function image(to: string, bytes: Uint8Array, options: SendOptions): Promise<SendReceipt> {
    const name = `image${sniffExtension(bytes) || ".jpg"}`;
    // A GIF is sent as a file, because as a photo it would not be animated.
    if (bytes.length <= MEDIA_LIMITS.photo && !name.endsWith(".gif")) {
      try {
        return await upload("sendPhoto", to, bytes, name, options);
      } catch (error) {
        if (!isBotwrightError(error) || !NOT_A_PHOTO.test(error.message)) throw error;
      }
    }
    return upload("sendDocument", to, bytes, name, options);
  }

  function video(to: string, bytes: Uint8Array, options: SendOptions): Promise<SendReceipt> {
    const name = `video${sniffExtension(bytes)}`;
    // Telegram plays only MPEG-4.
    return name.endsWith(".mp4")
      ? upload("sendVideo", to, bytes, name, options)
      : upload("sendDocument", to, bytes, name, options);
  }

  return {
    sendText: createSendText({
      limits: TEXT_LIMITS,
      run,
      async send(to, part, options) {
        const reply_parameters = replyParameters(to, options);
        return receiptOf(
          await api.call(
            "sendMessage",
            { chat_id: chatId(to), text: part, reply_parameters },
            { nonIdempotent: true },
          ),
        );
      },
    }),
    sendImage: (to, bytes, options = {}) =>
      run(to, () => image(to, bytes, options), options.signal),
    sendVideo: (to, bytes, options = {}) =>
      run(to, () => video(to, bytes, options), options.signal),
    sendFile: (to, bytes, filename, options = {}) =>
      run(to, () => upload("sendDocument", to, bytes, filename, options), options.signal),
  };
}

/** Ids of chats are numbers in the API; public names are strings. */
function chatId(to: string): number | string {
  const id = /^-?[1-9]\d*$/.test(to) ? Number(to) : Number.NaN;
  return Number.isSafeInteger(id) ? id : to;
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
