import {
  type AdapterOptions,
  assertAdapterOptions,
  resolveAdapterOptions,
  createInboundPipeline,
  createDownloads,
  createMediaReferences,
  createAdapterLifecycle,
  textOf,
} from "@botwright/adapter-kit";
import { type AdapterCapabilities, OPTION_RULES, type PlatformAdapter } from "@botwright/core";
import { createApi, MAX_FILE, SERVICE } from "./api.ts";
import { createSender, TEXT_LIMITS } from "./send.ts";
import { startPolling } from "./transport.ts";

/** Options of {@link createPigeonAdapter}. */
export interface PigeonAdapterOptions extends AdapterOptions {
  token: string;
}

const CAPABILITIES: AdapterCapabilities = {
  receive: ["text", "file"],
  send: ["text", "file"],
  typing: true,
  quotes: true,
  transcription: false,
  idempotency: false,
  textLimits: TEXT_LIMITS,
  mediaLimits: { file: { max: MAX_FILE } },
};

/** Creates the adapter for a bot on Pigeon. */
export function createPigeonAdapter(options: PigeonAdapterOptions): PlatformAdapter {
  assertAdapterOptions(options, { token: OPTION_RULES.text }, ["token"]);
  const resolved = resolveAdapterOptions(options, { apiBase: "https://api.pigeon.example" });
  const api = createApi({ ...resolved, token: options.token });
  const seal = { service: SERVICE, state: resolved.state, stateKey: "pigeon.seal" };
  const references = createMediaReferences(seal);
  const lifecycle = createAdapterLifecycle({
    service: SERVICE,
    async connect(sink, signal, { setConnected }) {
      const botId = textOf((await api.call("/v1/me", { signal }))["id"]);
      const inbound = createInboundPipeline({ ...resolved, service: SERVICE, sink, references });
      return startPolling({
        ...resolved,
        api,
        botId,
        inbound,
        onRefused: lifecycle.fail,
        setConnected,
      });
    },
    advice: { en: "Give the bot a new token.", zh: "请为机器人换一个新令牌。" },
    logger: resolved.logger,
  });

  async function type(to: string, shown: boolean): Promise<void> {
    // An indicator that could not be shown is no failure of the plugin.
    await api.call("/v1/typing", { json: { to, shown } }).catch(() => {});
  }

  return {
    // Plugins know five platforms by name: an adapter of another one takes the name of the nearest.
    platform: "telegram",
    capabilities: CAPABILITIES,
    start: lifecycle.start,
    stop: lifecycle.stop,
    onStatus: lifecycle.onStatus,
    ...createSender(api),
    sendTyping: (to) => type(to, true),
    cancelTyping: (to) => type(to, false),
    ...createDownloads({
      service: SERVICE,
      references,
      fetch: (id, maxBytes) => api.download(id, maxBytes),
    }),
  };
}
