import { createHash } from "node:crypto";
import {
  type AdapterCapabilities,
  type DownloadOptions,
  InvalidInputError,
  type MediaReference,
  type ParsedMessage,
  type Platform,
  type PlatformAdapter,
  PlatformError,
  type SendReceipt,
} from "@botwright/core";
import {
  BOT_NAME,
  mediaOf,
  type MediaType,
  type SentMessage,
  type UserMediaMessage,
  type UserMessage,
} from "@botwright/simulators";
import type { Chat } from "./chat.ts";
import { capabilitiesOf } from "./capabilities.ts";
import type { VirtualTime } from "../time/virtual-time.ts";

/** Options of {@link createMemoryChat}. */
export interface MemoryChatOptions {
  readonly platform: Platform;
  readonly time: VirtualTime;
}

const BOT_ID = "bot";

/** A message of the bot before it has an id. */
type SentContent = Omit<SentMessage, "messageId">;

/** A fake chat without a network, with the capabilities of the platform. */
export function createMemoryChat({ platform, time }: MemoryChatOptions): Chat {
  const capabilities = capabilitiesOf(platform);
  /**
   * Media by reference, each with the person who sent it: a call for another person does not find
   * it.
   */
  const files = new Map<string, { readonly from: string; readonly bytes: Uint8Array }>();
  const sent: SentMessage[] = [];
  let typings = 0;
  let lastId = 0;
  let sink: Parameters<PlatformAdapter["start"]>[0] | undefined;

  function fileOf(reference: string, { from, maxBytes }: DownloadOptions = {}): Uint8Array {
    const file = files.get(reference);
    if (file === undefined || (from ?? file.from) !== file.from) {
      throw new InvalidInputError(
        "This is no media reference of this chat: pass media.encrypt_query_param as it came with a message",
        { code: "INVALID_MEDIA_REFERENCE" },
      );
    }
    if (file.bytes.length <= (maxBytes ?? Infinity)) return file.bytes;
    throw new PlatformError(`The file has more than ${maxBytes} bytes`, {
      code: "MEDIA_TOO_LARGE",
    });
  }

  async function put(content: SentContent): Promise<SendReceipt> {
    assertSendable(content, capabilities);
    const messageId = String(sent.length + 1);
    sent.push({ messageId, ...content });
    return { status: "sent", id: messageId };
  }

  const adapter: PlatformAdapter = {
    platform,
    capabilities,
    async start(given) {
      sink = given;
    },
    stop: async () => {},
    sendText: async (to, text) =>
      text.trim() === "" ? { status: "ignored" } : put({ to, type: "text", text }),
    ...sendersFor(capabilities, put),
    ...(capabilities.typing && {
      sendTyping: async () => {
        typings++;
      },
      cancelTyping: async () => {},
    }),
    download: async (item, options) => ({
      bytes: fileOf(item.media.encrypt_query_param, options),
      item,
    }),
    downloadRaw: async (reference, options) => fileOf(reference, options),
  };

  return {
    adapter,
    idOf: (name) => name,
    async say(message) {
      lastId++;
      const reference: MediaReference = { encrypt_query_param: `file-${lastId}` };
      if (!("text" in message)) {
        const { bytes } = mediaOf(message).media;
        files.set(reference.encrypt_query_param, { from: message.from, bytes });
      }
      const id = String(lastId);
      await sink?.({
        id,
        message: toParsedMessage(message, {
          platform,
          number: lastId,
          reference,
          timestamp: time.now(),
        }),
      });
      return id;
    },
    sent: () => sent,
    typings: () => typings,
    async [Symbol.asyncDispose]() {},
  };
}

function copyOf(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}

/** Refuses a medium that the platform refuses. */
function assertSendable({ type, bytes }: SentContent, { mediaLimits }: AdapterCapabilities): void {
  const { max = Infinity } = mediaLimits[type] ?? {};
  if (bytes === undefined || (bytes.length >= 1 && bytes.length <= max)) return;
  const isTooLarge = bytes.length > max;
  const bound = isTooLarge ? `at most ${max} can be sent` : "at least 1 must be sent";
  throw new PlatformError(`${bytes.length} bytes, but ${bound}`, {
    code: isTooLarge ? "MEDIA_TOO_LARGE" : "PLATFORM_BAD_REQUEST",
  });
}

function sendersFor(
  { send }: AdapterCapabilities,
  put: (content: SentContent) => Promise<SendReceipt>,
): Partial<PlatformAdapter> {
  const senders = {
    image: { sendImage: (to, bytes) => put({ to, type: "image", bytes: copyOf(bytes) }) },
    video: { sendVideo: (to, bytes) => put({ to, type: "video", bytes: copyOf(bytes) }) },
    voice: { sendVoice: (to, bytes) => put({ to, type: "voice", bytes: copyOf(bytes) }) },
    file: { sendFile: (to, bytes, name) => put({ to, type: "file", bytes: copyOf(bytes), name }) },
  } satisfies Record<MediaType, Partial<PlatformAdapter>>;
  return Object.assign({}, ...send.map((type) => (type === "text" ? {} : senders[type])));
}

/** The fields that a chat adds to a person's message. */
interface Envelope {
  readonly platform: Platform;
  readonly number: number;
  /** Names the file, if there is one. */
  readonly reference: MediaReference;
  readonly timestamp: number;
}

function toParsedMessage(
  message: UserMessage,
  { platform, number, reference, timestamp }: Envelope,
): ParsedMessage {
  const { from } = message;
  const common = {
    text: textOf(message),
    from,
    to: BOT_ID,
    timestamp,
    contextToken: `${from}:${number}`,
    messageId: number,
    raw: { id: number },
    ...quoteFields(message, platform),
  };
  if ("text" in message) return { type: "text", ...common };
  return { type: mediaOf(message).type, ...common, ...mediaItem(message, reference) };
}

function textOf(message: UserMessage): string {
  if ("text" in message) return message.text;
  const heard = "voice" in message ? message.voice.transcription : undefined;
  return heard ?? message.caption ?? "";
}

function mediaItem(
  message: UserMediaMessage,
  media: MediaReference,
): Pick<ParsedMessage, MediaType> {
  const { type, media: input } = mediaOf(message);
  const { bytes, name = "file", transcription = "", playtime = 0 } = input;
  const thumb = { thumb_width: 0, thumb_height: 0 };
  switch (type) {
    case "image":
      return { image: { ...thumb, mid_size: bytes.length, media } };
    case "voice":
      return { voice: { playtime, text: transcription, media } };
    case "video":
      return { video: { ...thumb, play_length: 0, video_size: bytes.length, media } };
    default: {
      const md5 = createHash("md5").update(bytes).digest("hex");
      return { file: { file_name: name, len: bytes.length, md5, media } };
    }
  }
}

function quoteFields(
  message: UserMessage,
  platform: Platform,
): Pick<ParsedMessage, "quotedMessage" | "textWithQuote"> {
  if (message.quote === undefined) return {};
  const { text, from } = message.quote;
  const title = quoteTitle(platform, from);
  return {
    quotedMessage: { title, item: { text }, text: title === "" ? text : `${title} | ${text}` },
    textWithQuote: `[引用: ${text}]\n${textOf(message)}`,
  };
}

/**
 * The name of a quoted message's author, as each adapter finds it: WeChat names no people. Without
 * `from` it is the bot's.
 */
function quoteTitle(platform: Platform, from: string | undefined): string {
  if (from === undefined) return BOT_NAME;
  return platform === "wechat" ? "" : from;
}
