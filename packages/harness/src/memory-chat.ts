import { createHash } from "node:crypto";
import {
  type AdapterCapabilities,
  createBot,
  type DownloadOptions,
  InvalidInputError,
  type MediaReference,
  type ParsedMessage,
  type Platform,
  type PlatformAdapter,
  PlatformError,
  type SendReceipt,
  type Variant,
} from "@botwright/core";
import type { Chat, MediaType, Receive, Said, SentItem } from "./chat.ts";
import { capabilitiesOf } from "./capabilities.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** Options of {@link createMemoryChat}. */
export interface MemoryChatOptions {
  readonly platform: Platform;
  readonly variant: Variant;
  readonly time: VirtualTime;
}

const BOT_ID = "bot";

/** A fake chat: no wire, but what the platform can and cannot do. */
export function createMemoryChat({ platform, variant, time }: MemoryChatOptions): Chat {
  const capabilities = capabilitiesOf(platform);
  /** By reference, each with the person who has sent it: a call for another person has it not. */
  const files = new Map<string, { readonly from: string; readonly bytes: Uint8Array }>();
  const sent: SentItem[] = [];
  let typings = 0;
  let lastId = 0;
  let receive: Receive = nobody;

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

  async function put(item: SentItem): Promise<SendReceipt> {
    sent.push(item);
    return { status: "sent", id: String(sent.length) };
  }

  const adapter: PlatformAdapter = {
    platform,
    capabilities,
    start: async () => {},
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
    download: async (item, options) => fileOf(item.media.encrypt_query_param, options),
    downloadRaw: async (reference, options) => fileOf(reference, options),
  };

  return {
    platform,
    bot: createBot(adapter, { variant }),
    idOf: (name) => name,
    async start(given) {
      receive = given;
    },
    async say(said) {
      lastId++;
      const media: MediaReference = { encrypt_query_param: `file-${lastId}` };
      if (said.type !== "text") {
        files.set(media.encrypt_query_param, { from: said.from, bytes: said.bytes });
      }
      const message = toMessage(said, lastId, media, time.now());
      const id = String(lastId);
      await receive({ id, message });
      return id;
    },
    sent: () => sent,
    typings: () => typings,
    async [Symbol.asyncDispose]() {},
  };
}

async function nobody(): Promise<void> {}

function copyOf(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}

function sendersFor(
  { send }: AdapterCapabilities,
  put: (item: SentItem) => Promise<SendReceipt>,
): Partial<PlatformAdapter> {
  const senders = {
    image: { sendImage: (to, bytes) => put({ to, type: "image", bytes: copyOf(bytes) }) },
    video: { sendVideo: (to, bytes) => put({ to, type: "video", bytes: copyOf(bytes) }) },
    voice: { sendVoice: (to, bytes) => put({ to, type: "voice", bytes: copyOf(bytes) }) },
    file: { sendFile: (to, bytes, name) => put({ to, type: "file", bytes: copyOf(bytes), name }) },
  } satisfies Record<MediaType, Partial<PlatformAdapter>>;
  return Object.assign({}, ...send.map((type) => (type === "text" ? {} : senders[type])));
}

function toMessage(
  said: Said,
  number: number,
  media: MediaReference,
  timestamp: number,
): ParsedMessage {
  const common = {
    type: said.type,
    text: textOf(said),
    from: said.from,
    to: BOT_ID,
    timestamp,
    contextToken: `${said.from}:${number}`,
    messageId: number,
    raw: { id: number },
    ...quoteFields(said),
  };
  return said.type === "text" ? common : { ...common, ...mediaItem(said, media) };
}

function textOf(said: Said): string {
  if (said.type === "text") return said.text;
  return (said.type === "voice" ? said.transcription : said.caption) ?? "";
}

function mediaItem(
  said: Extract<Said, { type: MediaType }>,
  media: MediaReference,
): Pick<ParsedMessage, MediaType> {
  const { bytes, name = "file", transcription = "", playtime = 0 } = said;
  const thumb = { thumb_width: 0, thumb_height: 0 };
  switch (said.type) {
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

function quoteFields(said: Said): Pick<ParsedMessage, "quotedMessage" | "textWithQuote"> {
  if (said.quote === undefined) return {};
  const { text, from = "" } = said.quote;
  return {
    quotedMessage: { title: from, item: { text }, text: from === "" ? text : `${from} | ${text}` },
    textWithQuote: `[引用: ${text}]\n${textOf(said)}`,
  };
}
