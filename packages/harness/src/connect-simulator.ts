import type { AdapterState, Logger, Platform, PlatformAdapter } from "@botwright/core";
import { type SimulatorMap, type Simulator, startSimulator } from "@botwright/simulators";
import { type FetchServer, serveFetch } from "./serve-fetch.ts";

/** The real adapter of a platform, bound to the platform's simulator. */
export interface SimulatedPlatform extends AsyncDisposable {
  readonly simulator: Simulator;
  /** Not started yet. */
  readonly adapter: PlatformAdapter;
  /** The platform's id of the person that a test calls by this name. */
  readonly idOf: (name: string) => string;
}

/** What adapters are made with beside their binding. */
export interface ConnectOptions {
  readonly logger?: Logger;
  readonly state?: AdapterState;
}

type Connect<P extends Platform> = (
  simulator: SimulatorMap[P]["simulator"],
  options: ConnectOptions,
) => Promise<PlatformAdapter>;

/** How each platform is bound: the binding inputs as it names them, nothing else differs. */
const CONNECT: { readonly [P in Platform]: Connect<P> } = {
  async telegram({ credentials: { token }, baseUrl }, options) {
    const { createTelegramAdapter } = await import("@botwright/adapter-telegram");
    return createTelegramAdapter({ ...options, token, apiBase: baseUrl });
  },
  async wechat(simulator, options) {
    const { createWechatAdapter } = await import("@botwright/adapter-wechat");
    return createWechatAdapter({
      ...options,
      apiBase: simulator.baseUrl,
      cdnBase: simulator.cdnBaseUrl,
      sendSpacingMs: 0,
      // As the other simulators call it.
      botName: "Simulated Bot",
      // Logged in already; when the session ends, the simulator plays the phone too.
      credentials: simulator.bind(),
      login: { onQr: () => simulator.scan(), onScanned: () => void simulator.confirm() },
    });
  },
  async feishu({ credentials: { app_id, app_secret }, baseUrl }, options) {
    const { createFeishuAdapter } = await import("@botwright/adapter-feishu");
    const binding = { appId: app_id, appSecret: app_secret, apiBase: baseUrl };
    return createFeishuAdapter({ ...options, ...binding });
  },
  async wecom({ credentials, baseUrl }, options) {
    const { createWecomAdapter } = await import("@botwright/adapter-wecom");
    const { corp_id, agent_id, secret, token, encoding_aes_key } = credentials;
    return createWecomAdapter({
      ...options,
      corpId: corp_id,
      agentId: agent_id,
      secret,
      callback: { token, encodingAesKey: encoding_aes_key },
      apiBase: baseUrl,
    });
  },
  async dingtalk({ credentials: { app_key, app_secret, robot_code }, baseUrl }, options) {
    const { createDingtalkAdapter } = await import("@botwright/adapter-dingtalk");
    const binding = { appKey: app_key, appSecret: app_secret, robotCode: robot_code };
    return createDingtalkAdapter({ ...options, ...binding, apiBase: baseUrl, oapiBase: baseUrl });
  },
};

/**
 * Starts a platform's simulator and makes the real adapter for it: no account, no network.
 *
 * @example
 * await using platform = await connectSimulator("wecom");
 * await platform.adapter.start(async ({ message }) => console.log(message.text));
 * await platform.simulator.say({ from: platform.idOf("ann"), text: "hello" });
 */
export async function connectSimulator<P extends Platform>(
  platform: P,
  options: ConnectOptions & { readonly simulator?: SimulatorMap[P]["options"] } = {},
): Promise<SimulatedPlatform & { readonly simulator: SimulatorMap[P]["simulator"] }> {
  const { simulator: simulatorOptions, ...parts } = options;
  const simulator = await startSimulator(platform, simulatorOptions);
  const adapter = await CONNECT[platform](simulator, parts);
  const callbacks = await serveCallbacks(adapter);
  if (callbacks !== undefined) simulator.setCallback(`${callbacks.url}/`);
  return {
    simulator,
    adapter,
    idOf: (name) => IDS[platform](name),
    async [Symbol.asyncDispose]() {
      await adapter.stop();
      await simulator.close();
      await callbacks?.[Symbol.asyncDispose]();
    },
  };
}

/** Ids as the platforms give them. */
const IDS: Readonly<Record<Platform, (name: string) => string>> = {
  telegram: (name) => (/^\d+$/.test(name) ? name : String(1000 + numberOf(name))),
  wechat: (name) => `${name}@im.wechat`,
  feishu: (name) => `ou_${name}`,
  wecom: (name) => name,
  dingtalk: (name) => name,
};

/** The same for the same name. */
function numberOf(name: string): number {
  return Buffer.from(name).reduce((sum, byte) => (sum * 31 + byte) % 1e9, 7);
}

/** The endpoint that a platform with callbacks calls. */
async function serveCallbacks(adapter: PlatformAdapter): Promise<FetchServer | undefined> {
  if (adapter.handleRequest === undefined) return undefined;
  return serveFetch(
    async (request) =>
      (await adapter.handleRequest?.(request)) ?? new Response(null, { status: 404 }),
  );
}
