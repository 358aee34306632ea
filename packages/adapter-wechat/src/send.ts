import { createHash, randomBytes } from "node:crypto";
import {
  checkUploadSize,
  createKeyedQueue,
  createSendText,
  safeFilename,
  type TypingKeeper,
} from "@botwright/adapter-kit";
import {
  type Clock,
  describeError,
  type Logger,
  type MessageType,
  type PlatformAdapter,
  type SendOptions,
  type SendReceipt,
  type SendVoiceOptions,
  type TextLimit,
} from "@botwright/core";
import type { SessionStore } from "./adapter/session-store.ts";
import type { Addresses } from "./api/address.ts";
import type { Api } from "./api.ts";
import { SERVICE } from "./api/answer.ts";
import { type Uploaded, uploadMedia } from "./media.ts";
import { createSendPacer } from "./send/pacer.ts";
import {
  MESSAGE_STATES,
  idOf,
  ITEM_TYPES,
  MESSAGE_TYPES,
  type OutgoingItem,
  type VoiceFormat,
} from "./wire.ts";
import type { OutgoingMessage } from "./wire/api.ts";

/** The longest text of one message, because phones cut longer ones. */
export const TEXT_LIMITS: readonly TextLimit[] = [{ unit: "utf16", max: 2000 }];

/** The sending half of the adapter. */
export type Sender = Required<
  Pick<PlatformAdapter, "sendText" | "sendImage" | "sendVideo" | "sendVoice" | "sendFile">
>;

/** Options of {@link createSender}. */
export interface SenderOptions {
  /** The current session. @throws {PlatformError} `PLATFORM_UNAUTHORIZED` without one */
  readonly session: () => Promise<{ readonly api: Api; readonly token: string }>;
  readonly addresses: Addresses;
  readonly store: SessionStore;
  readonly typing: TypingKeeper;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly spacingMs: number;
  /** The bot's name, for quotes of its own messages. */
  readonly botName: string;
}

const SEND_TIMEOUT_MS = 15_000;

/** Makes the send methods. Sends to one chat run one after the other; all sends of the bot keep an interval. */
export function createSender(options: SenderOptions): Sender {
  const { store, addresses, typing, clock, logger } = options;
  // A message ends the indicator, because a repeat after it would show the bot typing again.
  const { run } = createKeyedQueue((to) => typing.stop(to));
  const pace = createSendPacer(options.spacingMs, clock);

  async function contextFor(token: string, to: string, given: string): Promise<string> {
    const known = given || (await store.contextToken(token, to));
    if (known === "") {
      logger.warn("WeChat: no message of this user is known, so delivery is not certain");
    }
    return known;
  }

  async function send(
    to: string,
    item: OutgoingItem,
    { contextToken = "", idempotencyKey, signal }: SendOptions,
    kept: { readonly type: MessageType; readonly text: string },
  ): Promise<SendReceipt> {
    const { api, token } = await options.session();
    const context = await contextFor(token, to, contextToken);
    const msg: OutgoingMessage = {
      from_user_id: "",
      to_user_id: to,
      client_id: clientId(clock, to, item, idempotencyKey),
      message_type: MESSAGE_TYPES.bot,
      message_state: MESSAGE_STATES.finished,
      item_list: [item],
      ...(context !== "" && { context_token: context }),
    };
    const answer = await pace(
      () => api.call("sendmessage", { msg }, { nonIdempotent: true, timeoutMs: SEND_TIMEOUT_MS }),
      signal,
    );
    const id = idOf(answer.message_id);
    if (id === "") return { status: "sent" };
    await keepSent(id, to, kept);
    return { status: "sent", id };
  }

  /** Stores a sent message for quotes. Only logs a failure, because the message is already sent. */
  async function keepSent(
    id: string,
    to: string,
    kept: { readonly type: MessageType; readonly text: string },
  ): Promise<void> {
    try {
      await store.keepMessage(id, to, { ...kept, title: options.botName });
    } catch (error) {
      logger.warn("WeChat: a message was sent, but not stored for quotes", describeError(error));
    }
  }

  function sendMedia(
    to: string,
    bytes: Uint8Array,
    kind: "image" | "video" | "file" | "voice",
    more: SendOptions,
    makeItem: (uploaded: Uploaded) => OutgoingItem,
  ): Promise<SendReceipt> {
    const uploadAndSend = async (): Promise<SendReceipt> => {
      const { api } = await options.session();
      const { redact } = api;
      checkUploadSize({ service: SERVICE, call: "upload", redact, bytes });
      const uploaded = await uploadMedia({ api, addresses, store, clock }, to, bytes, kind);
      return send(to, makeItem(uploaded), more, { type: kind, text: "" });
    };
    return run(to, uploadAndSend, more.signal);
  }

  return {
    sendText: createSendText({
      limits: TEXT_LIMITS,
      run,
      send: (to, text, more) =>
        send(to, { type: ITEM_TYPES.text, text_item: { text } }, more, { type: "text", text }),
    }),
    sendImage: (to, bytes, more = {}) =>
      sendMedia(to, bytes, "image", more, ({ media, cipherSize }) => ({
        type: ITEM_TYPES.image,
        image_item: { media, mid_size: cipherSize },
      })),
    sendVideo: (to, bytes, more = {}) =>
      sendMedia(to, bytes, "video", more, ({ media, cipherSize }) => ({
        type: ITEM_TYPES.video,
        video_item: { media, video_size: cipherSize },
      })),
    sendFile: (to, bytes, filename, more = {}) =>
      sendMedia(to, bytes, "file", more, ({ media }) => ({
        type: ITEM_TYPES.file,
        file_item: { media, file_name: safeFilename(filename), len: String(bytes.length) },
      })),
    sendVoice: (to, bytes, more = {}) => {
      const format = voiceFormat(more);
      return sendMedia(to, bytes, "voice", more, ({ media }) => ({
        type: ITEM_TYPES.voice,
        voice_item: { media, ...format },
      }));
    },
  };
}

/** The format of a recording, with each number limited to its range. */
function voiceFormat({ encodeType, sampleRate, playtime }: SendVoiceOptions): VoiceFormat {
  return {
    encode_type: clamp(encodeType, 1, 8, 6),
    sample_rate: clamp(sampleRate, 8000, 48_000, 24_000),
    bits_per_sample: 16,
    playtime: clamp(playtime, 0, 3_600_000, 0),
  };
}

/** An integer from `min` to `max`; the default when the value is not a number. */
function clamp(value: number | undefined, min: number, max: number, byDefault: number): number {
  if (value === undefined || Number.isNaN(value)) return byDefault;
  return Math.min(max, Math.max(min, Math.round(value)));
}

/**
 * The `client_id` of a send, by which the server delivers a message once. It is random without an idempotency key;
 * with a key it is a digest, so that it is the same when a host repeats the send.
 */
function clientId(clock: Clock, to: string, item: OutgoingItem, key: string | undefined): string {
  if (key === undefined) {
    return `botwright:${Math.floor(clock.now())}-${randomBytes(4).toString("hex")}`;
  }
  const content = "text_item" in item ? item.text_item : "";
  const text = JSON.stringify([key, to, item.type, content]);
  return `botwright:${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
}
