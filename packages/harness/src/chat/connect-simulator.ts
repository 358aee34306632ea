import type {
  AdapterOptions,
  AdapterState,
  Logger,
  Platform,
  PlatformAdapter,
  PlatformBinding,
} from "@botwright/core";
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

/** Options of an adapter in addition to its binding. */
export interface ConnectOptions {
  readonly logger?: Logger;
  readonly state?: AdapterState;
}

/** The platforms' bindings. An adapter takes time to load, so only what is used is loaded. */
const BINDINGS: { readonly [P in Platform]: () => Promise<PlatformBinding> } = {
  telegram: async () => (await import("@botwright/adapter-telegram")).telegramBinding,
  wechat: async () => (await import("@botwright/adapter-wechat")).wechatBinding,
  feishu: async () => (await import("@botwright/adapter-feishu")).feishuBinding,
  wecom: async () => (await import("@botwright/adapter-wecom")).wecomBinding,
  dingtalk: async () => (await import("@botwright/adapter-dingtalk")).dingtalkBinding,
};

/**
 * Loads the binding of a platform: the credentials of its bots, and how to create its adapter.
 *
 * @example
 * const { fields } = await loadBinding("feishu"); // app_id, app_secret
 */
export function loadBinding(platform: Platform): Promise<PlatformBinding> {
  return BINDINGS[platform]();
}

/**
 * Makes the real adapter for a simulator that is running. If the platform's bots log in, the bot is
 * logged in; when the session ends, the simulator plays the phone for the next login.
 *
 * @example
 * const simulator = await startSimulator("feishu");
 * const adapter = await createSimulatorAdapter("feishu", simulator, { logger });
 */
export async function createSimulatorAdapter(
  platform: Platform,
  simulator: Pick<Simulator, "credentials" | "bind" | "adapterOptions">,
  options: AdapterOptions = {},
): Promise<PlatformAdapter> {
  const binding = await loadBinding(platform);
  const credentials = simulator.bind?.() ?? simulator.credentials;
  return binding.createAdapter(credentials, { ...simulator.adapterOptions, ...options });
}

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
  const { simulator, idOf } = withNames(platform, await startSimulator(platform, simulatorOptions));
  const adapter = await createSimulatorAdapter(platform, simulator, parts);
  const callbacks = await serveCallbacks(adapter);
  if (callbacks !== undefined) simulator.setCallback(`${callbacks.url}/`);
  return {
    simulator,
    adapter,
    idOf,
    async [Symbol.asyncDispose]() {
      await adapter.stop();
      await simulator.close();
      await callbacks?.[Symbol.asyncDispose]();
    },
  };
}

/**
 * People who are called by a name have it on the platform as well, from their first message on: before
 * that the platform does not know them.
 */
function withNames<S extends Simulator>(
  platform: Platform,
  simulator: S,
): { readonly simulator: S; readonly idOf: SimulatedPlatform["idOf"] } {
  /** The names of people, by their ids; of those whom the platform knows no longer needed. */
  const names = new Map<string, string>();
  const known = new Set<string>();
  const introduce: Simulator["introduce"] = (person) => {
    known.add(person.id);
    simulator.introduce(person);
  };
  return {
    idOf(name) {
      const id = IDS[platform](name);
      if (!known.has(id)) names.set(id, name);
      return id;
    },
    simulator: {
      ...simulator,
      introduce,
      say(message) {
        const { from: id } = message;
        const name = known.has(id) ? undefined : names.get(id);
        if (name !== undefined) introduce({ id, name });
        return simulator.say(message);
      },
    } satisfies Pick<Simulator, "introduce" | "say">,
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

/** Returns the same value for the same name. */
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
