import { type HandlerContext, type ParsedMessage, withUpdate } from "@botwright/core";

/** What a plugin did to its context. */
export interface Recorder {
  readonly context: HandlerContext;
  /** Texts of `bot.reply`, in order. */
  readonly replies: string[];
  /** Every host call: name and arguments. */
  readonly calls: [operation: string, ...args: unknown[]][];
}

/** A context whose objects are small, real and in memory; replaces parts by what is given. */
export function createContext(parts: Partial<HandlerContext> = {}): Recorder {
  const replies: string[] = [];
  const calls: Recorder["calls"] = [];
  const entries = new Map<string, string>();
  const sent = { status: "sent" } as const;
  const bytes = Buffer.from([1, 2, 3]);
  const send = async (operation: string, ...args: unknown[]): Promise<typeof sent> => {
    calls.push([operation, ...args]);
    return sent;
  };
  const context: HandlerContext = {
    msg: createMessage("hello"),
    config: {},
    botDbId: 1,
    userId: 7,
    mediaBuffer: null,
    quotedMessage: null,
    messageId: 42,
    bot: {
      platform: "telegram",
      async reply(msg, text) {
        replies.push(text);
        return send("bot.reply", msg, text);
      },
      sendText: (...args) => send("bot.sendText", ...args),
      sendImage: (...args) => send("bot.sendImage", ...args),
      sendVideo: (...args) => send("bot.sendVideo", ...args),
      sendFile: (...args) => send("bot.sendFile", ...args),
      async sendTyping(userId) {
        calls.push(["bot.sendTyping", userId]);
      },
      async cancelTyping(userId) {
        calls.push(["bot.cancelTyping", userId]);
      },
      downloadImage: async () => bytes,
      downloadVoice: async () => bytes,
      downloadFile: async () => bytes,
      downloadVideo: async () => bytes,
      downloadRaw: async (reference) => Buffer.from(reference),
    },
    storage: withUpdate({
      get: async (key) => JSON.parse(entries.get(key) ?? "null"),
      async set(key, value) {
        calls.push(["storage.set", key, value]);
        entries.set(key, JSON.stringify(value));
      },
      async compareAndSet(key, expected, value) {
        if ((entries.get(key) ?? "null") !== JSON.stringify(expected)) return false;
        entries.set(key, JSON.stringify(value));
        return true;
      },
      async delete(key) {
        entries.delete(key);
      },
      keys: async () => [...entries.keys()],
      async clear() {
        entries.clear();
      },
    }),
    aiService: {
      callModel: async (input) => ({
        text: `model ${input.model}`,
        imageUrl: null,
        usage: { prompt_tokens: 1, completion_tokens: 2 },
        credits_deducted: 0,
        free_use: true,
        error: null,
      }),
      getModelsByCategory: async () => [],
      getModelInfo: async () => null,
      isFreeModel: async () => true,
      getImageUsageToday: async () => 0,
      getFreeImageQuota: async () => ({ dailyPerUser: 3 }),
    },
    searchService: {
      search: async () => ({ results: [], source: "test", count: 0, cached: false }),
    },
    getPlatformCreds: async () => ({ app_id: "id", app_secret: "secret" }),
    ...parts,
  };
  return { context, replies, calls };
}

/** A text message. */
export function createMessage(text: string): ParsedMessage {
  return {
    type: "text",
    text,
    from: "user-1",
    to: "bot-1",
    timestamp: 1_700_000_000_000,
    contextToken: "token",
    messageId: 42,
    raw: {},
  };
}
