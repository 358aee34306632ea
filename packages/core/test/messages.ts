import type {
  AdapterCapabilities,
  IncomingMessage,
  ParsedMessage,
  Platform,
  PlatformAdapter,
} from "@botwright/core";

/** A text message as an adapter would make it. */
export function textMessage(overrides: Partial<ParsedMessage> = {}): ParsedMessage {
  return {
    type: "text",
    text: "hello",
    from: "1001",
    to: "42",
    timestamp: 1_770_000_000_000,
    contextToken: "1001:7",
    messageId: 7,
    raw: { message_id: 7 },
    ...overrides,
  };
}

/** The same, with its exact id. */
export function incoming({
  id = "9",
  ...message
}: Partial<ParsedMessage> & { id?: string } = {}): IncomingMessage {
  return { id, message: textMessage(message) };
}

/** What a fake platform was asked to do, in words. */
export interface FakePlatform {
  adapter: PlatformAdapter;
  sent: string[];
}

/** A fake platform that can send text and nothing else, and gives `files` for download. */
export function fakePlatform(
  options: {
    capabilities?: Partial<AdapterCapabilities>;
    files?: Record<string, Uint8Array>;
    methods?: Partial<PlatformAdapter>;
    platform?: Platform;
  } = {},
): FakePlatform {
  const sent: string[] = [];
  const adapter: PlatformAdapter = {
    platform: options.platform ?? "telegram",
    capabilities: {
      receive: ["text"],
      send: ["text"],
      typing: false,
      quotes: false,
      transcription: false,
      idempotency: false,
      mediaLimits: {},
      textLimits: [{ unit: "utf16", max: 4096 }],
      ...options.capabilities,
    },
    start: async () => {},
    stop: async () => {},
    async sendText(to, text, { contextToken = "-", continuation } = {}) {
      sent.push(`${to} ${contextToken}${continuation === true ? "+" : ""} ${text}`);
      return { status: "sent", id: String(sent.length) };
    },
    download: async (item) => ({ bytes: find(item.media.encrypt_query_param), item }),
    downloadRaw: async (reference) => find(reference),
    ...options.methods,
  };
  function find(reference: string): Uint8Array {
    const bytes = options.files?.[reference];
    if (bytes === undefined) throw new Error("no such file");
    return bytes;
  }
  return { adapter, sent };
}
