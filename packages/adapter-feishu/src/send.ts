import { createHash, randomUUID } from "node:crypto";
import {
  checkUploadSize,
  createKeyedQueue,
  createSendText,
  hasCode,
  mp4DurationMs,
  safeFilename,
  type Seal,
  sniffExtension,
  textOf,
  type Unchecked,
} from "@botwright/adapter-kit";
import type { PlatformAdapter, SendOptions, SendReceipt, TextLimit } from "@botwright/core";
import type { Api } from "./api.ts";
import { SERVICE } from "./api/errors.ts";
import { fileTypeOf, isPicture, MEDIA_LIMITS, messageTypeOf } from "./media.ts";
import type { TypingReactions } from "./send/typing.ts";
import { type Contents, isId } from "./wire.ts";
import type {
  CallData,
  CreateMessage,
  MessageObject,
  ReceiveIdType,
  ReplyMessage,
  SentType,
  UploadFields,
} from "./wire/api.ts";
import { escapeTags } from "./wire/tags.ts";

/** The longest text of one message. */
export const TEXT_LIMITS: readonly TextLimit[] = [{ unit: "character", max: 3500 }];

/** The sending half of the adapter. */
export type Sender = Required<
  Pick<PlatformAdapter, "sendText" | "sendImage" | "sendVideo" | "sendFile">
>;

const UPLOAD_TIMEOUT_MS = 300_000;

/**
 * Makes the send methods. Sends to one user run one after the other.
 *
 * @param contextTokens Opens context tokens. A token is valid for one user only, because the platform puts a reply
 * into the chat of the message that it answers, so a token of another chat would send the reply there.
 */
export function createSender(api: Api, typing: TypingReactions, contextTokens: Seal): Sender {
  const queue = createKeyedQueue();

  /** Runs a send in the user's queue, and removes the typing reaction after it. */
  function inOrder(
    to: string,
    task: () => Promise<SendReceipt>,
    signal?: AbortSignal,
  ): Promise<SendReceipt> {
    const sendAndStop = async (): Promise<SendReceipt> => {
      const receipt = await task();
      // Without `await`, so that the next message does not wait for the removal.
      void typing.stop(to);
      return receipt;
    };
    return queue.run(to, sendAndStop, signal);
  }

  /** Sends a message: as a reply when `answersTo` is given and that message still exists. */
  async function send<Type extends SentType>(
    to: string,
    type: Type,
    content: Contents[Type],
    options: SendOptions,
    answersTo?: string,
  ): Promise<SendReceipt> {
    const body: ReplyMessage = {
      msg_type: type,
      content: JSON.stringify(content),
      uuid: uuidOf(type, content, options),
    };
    if (answersTo !== undefined) {
      const path = `/im/v1/messages/${encodeURIComponent(answersTo)}/reply`;
      try {
        return receiptOf(await api.call({ name: "reply message", path, json: body }));
      } catch (error) {
        // The message was recalled or deleted, or never existed.
        if (!hasCode(error, "PLATFORM_NOT_FOUND")) throw error;
      }
    }
    const path = `/im/v1/messages?receive_id_type=${idTypeOf(to)}`;
    const json: CreateMessage = { receive_id: to, ...body };
    return receiptOf(await api.call({ name: "create message", path, json }));
  }

  async function upload<Kind extends keyof UploadFields>(
    kind: Kind,
    bytes: Uint8Array,
    fields: UploadFields[Kind],
  ): Promise<CallData<`upload ${Kind}`>> {
    const { redact } = api;
    const name = `upload ${kind}` as const;
    checkUploadSize({ service: SERVICE, call: name, redact, bytes, max: MEDIA_LIMITS.upload });
    const field = kind === "images" ? "image" : "file";
    const form = { fields: { ...fields }, file: { field, filename: field, bytes } };
    return api.call({ name, path: `/im/v1/${kind}`, form, timeoutMs: UPLOAD_TIMEOUT_MS });
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
    const name = `image${sniffExtension(bytes)}`;
    if (bytes.length > MEDIA_LIMITS.image || !isPicture(bytes)) {
      return file(to, bytes, name, options);
    }
    let key: unknown;
    try {
      ({ image_key: key } = await upload("images", bytes, { image_type: "message" }));
    } catch (error) {
      // Feishu refuses some pictures (too many pixels, or a variant of the format), but accepts them as files.
      if (!hasCode(error, "PLATFORM_BAD_REQUEST")) throw error;
      return file(to, bytes, name, options);
    }
    return send(to, "image", { image_key: textOf(key) }, options);
  }

  return {
    sendText: createSendText({
      limits: TEXT_LIMITS,
      run: inOrder,
      async send(to, text, options) {
        const { contextToken = "", continuation = false } = options;
        const answersTo = continuation ? undefined : await contextTokens.open(contextToken, to);
        const isReply = answersTo !== undefined && isId(answersTo);
        return send(
          to,
          "text",
          { text: escapeTags(text) },
          options,
          isReply ? answersTo : undefined,
        );
      },
    }),
    sendImage: (to, bytes, options = {}) =>
      inOrder(to, () => image(to, bytes, options), options.signal),
    sendVideo: (to, bytes, options = {}) => {
      const name = `video${sniffExtension(bytes)}`;
      return inOrder(to, () => file(to, bytes, name, options), options.signal);
    },
    sendFile: (to, bytes, filename, options = {}) =>
      inOrder(to, () => file(to, bytes, safeFilename(filename), options), options.signal),
  };
}

/**
 * The `uuid` of a message, by which the platform recognises a repeated send for an hour. With an
 * idempotency key it depends on the key and the content; without one it is random.
 */
function uuidOf(type: SentType, content: object, { idempotencyKey: key }: SendOptions): string {
  if (key === undefined) return randomUUID();
  // Each upload of the same file gets another file_key, so for media only the type counts.
  const identity = type === "text" ? JSON.stringify(content) : type;
  return createHash("sha256").update(`${key}\0${identity}`).digest("hex").slice(0, 48);
}

function idTypeOf(to: string): ReceiveIdType {
  if (to.startsWith("ou_")) return "open_id";
  if (to.startsWith("on_")) return "union_id";
  if (to.startsWith("oc_")) return "chat_id";
  return to.includes("@") ? "email" : "user_id";
}

function receiptOf(data: Unchecked<MessageObject>): SendReceipt {
  const id = textOf(data.message_id);
  return id === "" ? { status: "sent" } : { status: "sent", id };
}
