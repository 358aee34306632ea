import { createSendLanes } from "@botwright/adapter-kit";
import {
  type AdapterCapabilities,
  type AdapterState,
  BotwrightError,
  createMemoryAdapterState,
  type Logger,
  type PlatformAdapter,
  type SendReceipt,
  silentLogger,
  splitText,
} from "@botwright/core";
import { createApi } from "./api.ts";
import { poll } from "./transport.ts";
import type { PigeonMessage } from "./wire.ts";

/** Options of {@link createPigeonAdapter}. */
export interface PigeonAdapterOptions {
  token: string;
  /** Where the API is, without a slash at the end. */
  apiBase: string;
  /** Keeps the cursor over restarts. @default in memory */
  state?: AdapterState;
  logger?: Logger;
}

/** What Pigeon can do. */
export const CAPABILITIES: AdapterCapabilities = {
  receive: ["text", "file"],
  send: ["text", "file"],
  typing: true,
  quotes: true,
  textLimits: [{ unit: "utf16", max: 1000 }],
};

/** Makes the adapter for a bot on Pigeon. */
export function createPigeonAdapter(options: PigeonAdapterOptions): PlatformAdapter {
  const { token, apiBase, state = createMemoryAdapterState(), logger = silentLogger } = options;
  const api = createApi(token, apiBase);
  const lanes = createSendLanes();
  let running: { stop: AbortController; ended: Promise<void> } | undefined;

  async function send(message: PigeonMessage): Promise<SendReceipt> {
    return { status: "sent", id: await api.send(message) };
  }

  return {
    // Plugins know five platforms by name: an adapter of another one takes the name of the nearest.
    platform: "telegram",
    capabilities: CAPABILITIES,
    async start(sink) {
      if (running !== undefined) {
        throw new BotwrightError("The adapter runs already: stop it first", {
          code: "ALREADY_STARTED",
        });
      }
      const botId = await api.me();
      const stop = new AbortController();
      running = { stop, ended: poll(sink, { api, botId, state, logger, signal: stop.signal }) };
    },
    async stop() {
      const stopping = running;
      running = undefined;
      stopping?.stop.abort();
      await stopping?.ended;
    },
    async sendText(to, text, { contextToken, continuation = false } = {}) {
      if (text.trim() === "") return { status: "ignored" };
      return lanes.run(to, async () => {
        let receipt: SendReceipt = { status: "ignored" };
        let answers = continuation ? undefined : contextToken;
        for (const part of splitText(text, CAPABILITIES.textLimits)) {
          receipt = await send({ to, text: part, ...(answers !== undefined && { answers }) });
          answers = undefined;
        }
        return receipt;
      });
    },
    sendFile: (to, bytes, name) =>
      lanes.run(to, async () => send({ to, file: await api.upload(bytes, name) })),
    // Nobody misses an indicator that could not be shown.
    sendTyping: (to) => api.typing(to, true).catch(() => {}),
    cancelTyping: (to) => api.typing(to, false).catch(() => {}),
    download: (item) => api.download(item.media.encrypt_query_param),
    downloadRaw: (reference) => api.download(reference),
  };
}
