import { createHash, randomUUID } from "node:crypto";
import {
  checkUploadSize,
  createKeyedQueue,
  createSendText,
  hasCode,
  safeFilename,
  type Seal,
  textOf,
  type WireObject,
} from "@botwright/adapter-kit";
import type { PlatformAdapter, SendOptions, SendReceipt, TextLimit } from "@botwright/core";
import type { Api } from "./api.ts";
import { SERVICE } from "./api-errors.ts";
import {
  fileTypeOf,
  isMp4,
  isPicture,
  MEDIA_LIMITS,
  messageTypeOf,
  mp4DurationMs,
} from "./media.ts";
import type { TypingReactions } from "./send-typing.ts";
import { isId } from "./wire.ts";

/** What one message holds at most. */
export const TEXT_LIMITS: readonly TextLimit[] = [{ unit: "character", max: 3500 }];

/** The sending half of the adapter. */
export type Sender = Required<
  Pick<PlatformAdapter, "sendText" | "sendImage" | "sendVideo" | "sendFile">
>;

const UPLOAD_TIMEOUT_MS = 300_000;

/**
 * Makes the sends; those to one user go out one after the other.
 *
 * @param tokens Open context tokens. A reply goes to the chat of the message that it answers, so
 * that the token of another chat would lead it there.
 */
export function createSender(api: Api, typing: TypingReactions, tokens: Seal): Sender {
  const queue = createKeyedQueue();

  /** A message ends the indicator. */
  function inOrder(to: string, task: () => Promise<SendReceipt>): Promise<SendReceipt> {
    return queue.run(to, async () => {
      const receipt = await task();
      // Not waited for, so that the next message is not held up.
      void typing.stop(to);
      return receipt;
    });
  }

  async function send(
    to: string,
    type: string,
    content: object,
    options: SendOptions,
    answersTo?: string,
  ): Promise<SendReceipt> {
    const body = {
      msg_type: type,
      content: JSON.stringify(content),
      uuid: uuidOf(type, content, options),
    };
    if (answersTo !== undefined) {
      const path = `/im/v1/messages/${encodeURIComponent(answersTo)}/reply`;
      try {
        return receiptOf(await api.call({ name: "reply message", path, json: body }));
      } catch (error) {
        // Recalled, deleted, or never there.
        if (!hasCode(error, "PLATFORM_NOT_FOUND")) throw error;
      }
    }
    const path = `/im/v1/messages?receive_id_type=${idTypeOf(to)}`;
    const json = { receive_id: to, ...body };
    return receiptOf(await api.call({ name: "create message", path, json }));
  }

  async function upload(
    call: "images" | "files",
    bytes: Uint8Array,
    fields: Readonly<Record<string, string>>,
  ): Promise<WireObject> {
    const { redact } = api;
    const name = `upload ${call}`;
    checkUploadSize({ service: SERVICE, call: name, redact, bytes, max: MEDIA_LIMITS.upload });
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.set(field, value);
    const part = call === "images" ? "image" : "file";
    form.set(part, new Blob([new Uint8Array(bytes)]), part);
    return api.call({ name, path: `/im/v1/${call}`, form, timeoutMs: UPLOAD_TIMEOUT_MS });
  }

  async function file(
    to: string,
    bytes: Uint8Array,
    name: string,
    options: SendOptions,
  ): Promise<SendReceipt> {
    const fileType = fileTypeOf(name, bytes);
    const duration = fileType === "mp4" ? mp4DurationMs(bytes) : undefined;
    const { file_key: key } = await upload("files", bytes, {
      file_type: fileType,
      file_name: name || "file",
      ...(duration !== undefined && { duration: String(duration) }),
    });
    return send(to, messageTypeOf(fileType), { file_key: textOf(key) }, options);
  }

  async function image(to: string, bytes: Uint8Array, options: SendOptions): Promise<SendReceipt> {
    if (bytes.length > MEDIA_LIMITS.image || !isPicture(bytes)) {
      return file(to, bytes, "image", options);
    }
    let key: unknown;
    try {
      ({ image_key: key } = await upload("images", bytes, { image_type: "message" }));
    } catch (error) {
      // Too many pixels, or a kind of picture that only looks like one of the known ones.
      if (!hasCode(error, "PLATFORM_BAD_REQUEST")) throw error;
      return file(to, bytes, "image", options);
    }
    return send(to, "image", { image_key: textOf(key) }, options);
  }

  return {
    sendText: createSendText({
      limits: TEXT_LIMITS,
      run: inOrder,
      async send(to, text, options) {
        const { contextToken = "", continuation = false } = options;
        const answersTo = continuation ? undefined : await tokens.open(contextToken, to);
        const isReply = answersTo !== undefined && isId(answersTo);
        return send(to, "text", { text }, options, isReply ? answersTo : undefined);
      },
    }),
    sendImage: (to, bytes, options = {}) => inOrder(to, () => image(to, bytes, options)),
    sendVideo: (to, bytes, options = {}) =>
      inOrder(to, () => file(to, bytes, isMp4(bytes) ? "video.mp4" : "video", options)),
    sendFile: (to, bytes, filename, options = {}) =>
      inOrder(to, () => file(to, bytes, safeFilename(filename), options)),
  };
}

/** Sends with the same one within an hour are one message; at most 50 characters. */
function uuidOf(type: string, content: object, { idempotencyKey: key }: SendOptions): string {
  if (key === undefined) return randomUUID();
  // An upload has another key each time, so the content of media does not count.
  const what = type === "text" ? JSON.stringify(content) : type;
  return createHash("sha256").update(`${key}\0${what}`).digest("hex").slice(0, 48);
}

function idTypeOf(to: string): string {
  if (to.startsWith("ou_")) return "open_id";
  if (to.startsWith("on_")) return "union_id";
  if (to.startsWith("oc_")) return "chat_id";
  return to.includes("@") ? "email" : "user_id";
}

function receiptOf(data: WireObject): SendReceipt {
  const id = textOf(data["message_id"]);
  return id === "" ? { status: "sent" } : { status: "sent", id };
}
