import { type HandlerContext, withUpdate } from "@botwright/core";

/** The numbers of host calls with which each runner is measured. */
export const HOST_CALLS: readonly number[] = [0, 1, 3, 10];

/** Makes the body of the measured handler, with this many sequential host calls. */
export function handlerBody(hostCalls: number): string {
  return `let value = null;
  for (let call = 0; call < ${hostCalls}; call++) value = await storage.get("key");
  return { handled: msg.text.length > 0 };`;
}

/** Makes a plugin file of about this many bytes: realistic small functions with lists of words, and the handler. */
export function pluginOfSize(bytes: number, hostCalls: number, mark = ""): string {
  const parts = [`export const meta = { triggers: ["bench"] }; // ${mark}`];
  const handler = `export async function handler({ msg, storage }) { ${handlerBody(hostCalls)} }`;
  let size = handler.length;
  for (let index = 0; size < bytes; index++) {
    const part = `/** Counts the words of a text that are longer than ${index}. */
function countWords${index}(text, words = ["alpha", "beta", "gamma-${index}"]) {
  const found = text.split(/\\s+/u).filter((word) => word.length > ${index} || words.includes(word));
  return { count: found.length, first: found[0] ?? null, all: found.map((word) => word.toLowerCase()) };
}`;
    parts.push(part);
    size += part.length + 1;
  }
  return [...parts, handler].join("\n");
}

/** Makes the JSON of a context, as the sandbox passes it to a handler. */
export function snapshotOf(context: HandlerContext): string {
  const { bot, msg, config, botDbId, userId, messageId, quotedMessage } = context;
  const plain = { msg, config, botDbId, userId, messageId, quotedMessage };
  const head = { platform: bot.platform, variant: "multi", media: false };
  return JSON.stringify({ ...head, context: plain });
}

async function none(): Promise<never> {
  throw new Error("not part of the benchmark");
}

/** Makes a context as a dispatcher does, with a message of about 650 bytes and a storage that answers at once. */
export function benchContext(): HandlerContext {
  const msg = {
    type: "text" as const,
    text: "a message of ordinary length, as people write it 你好",
    from: "user-1000001",
    to: "bot-1",
    timestamp: 1_700_000_000_000,
    contextToken: "c".repeat(64),
    messageId: 1234,
    raw: { update_id: 1, message: { chat: { id: 1, type: "private" }, note: "r".repeat(330) } },
  };
  const sent = { status: "sent" } as const;
  return {
    msg,
    config: { greeting: "hello" },
    botDbId: 1,
    userId: 7,
    mediaBuffer: null,
    quotedMessage: null,
    messageId: 1234,
    bot: {
      platform: "telegram",
      reply: async () => sent,
      sendText: async () => sent,
      sendImage: async () => sent,
      sendVideo: async () => sent,
      sendFile: async () => sent,
      sendTyping: async () => {},
      cancelTyping: async () => {},
      downloadImage: none,
      downloadVoice: none,
      downloadFile: none,
      downloadVideo: none,
      downloadRaw: none,
    },
    storage: withUpdate({
      get: async () => "value",
      set: async () => {},
      compareAndSet: async () => true,
      delete: async () => {},
      keys: async () => [],
      clear: async () => {},
    }),
    aiService: {
      callModel: none,
      getModelsByCategory: none,
      getModelInfo: none,
      isFreeModel: none,
      getImageUsageToday: none,
      getFreeImageQuota: none,
    },
    searchService: { search: none },
    getPlatformCreds: async () => null,
  };
}
