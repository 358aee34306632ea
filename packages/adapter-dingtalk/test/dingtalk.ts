import { createServer, type RequestListener } from "node:http";
import { createRecordingLogger, type RecordingLogger } from "@botwright/adapter-kit/contract";
import {
  type AdapterState,
  type Clock,
  createMemoryAdapterState,
  type IncomingMessage,
  type PlatformAdapter,
  systemClock,
} from "@botwright/core";
import {
  type DingTalkOptions,
  type DingTalkSimulator,
  startSimulator,
} from "@botwright/simulators";
import { vi } from "vitest";
import { createDingtalkAdapter, type DingtalkAdapterOptions } from "../src/index.ts";

const SPEED = 10;

/** The machine's time of day, with timers that run ten times as fast. */
const fastTimers: Clock = {
  now: () => Date.now(),
  after: (ms, callback) => systemClock.after(ms / SPEED, callback),
};

/** How an adapter is bound to a simulator. */
export function bindingOf(
  dingtalk: DingTalkSimulator,
): Pick<
  DingtalkAdapterOptions,
  "appKey" | "appSecret" | "robotCode" | "apiBase" | "oapiBase" | "clock"
> {
  const { app_key: appKey, app_secret: appSecret, robot_code: robotCode } = dingtalk.credentials;
  const { baseUrl } = dingtalk;
  return { appKey, appSecret, robotCode, apiBase: baseUrl, oapiBase: baseUrl, clock: fastTimers };
}

/** A simulator with adapters on it. */
export interface Scene extends AsyncDisposable {
  readonly dingtalk: DingTalkSimulator;
  readonly state: AdapterState;
  readonly logger: RecordingLogger;
  readonly received: IncomingMessage[];
  /** A new adapter on the same state. */
  adapter(options?: Partial<DingtalkAdapterOptions>): PlatformAdapter;
  /** A new adapter that takes everything into `received`. */
  started(options?: Partial<DingtalkAdapterOptions>): Promise<PlatformAdapter>;
  /** A started adapter in an organisation that has {@link USER}. */
  inChat(options?: Partial<DingtalkAdapterOptions>): Promise<PlatformAdapter>;
  /** How often the robot has called this method. */
  calls(name: string): number;
}

export const USER = "staff1001";

/** Waits until the check passes, with patience for a busy machine. */
export function until<T>(check: () => T): Promise<T> {
  return vi.waitFor(check, { timeout: 4000, interval: 10 });
}

export async function openScene(options: DingTalkOptions = {}): Promise<Scene> {
  const dingtalk = await startSimulator("dingtalk", { repeatMs: 100, ...options });
  const adapters: PlatformAdapter[] = [];
  const scene: Scene = {
    dingtalk,
    state: createMemoryAdapterState(),
    logger: createRecordingLogger(),
    received: [],
    adapter(more) {
      const { state, logger } = scene;
      const made = createDingtalkAdapter({ ...bindingOf(dingtalk), state, logger, ...more });
      adapters.push(made);
      return made;
    },
    async started(more) {
      const made = scene.adapter(more);
      await made.start(async (incoming) => scene.received.push(incoming));
      return made;
    },
    async inChat(more) {
      dingtalk.introduce({ id: USER, name: "Ann Lee" });
      return scene.started(more);
    },
    calls: (name) => dingtalk.requests().filter(({ call }) => call.endsWith(name)).length,
    async [Symbol.asyncDispose]() {
      await Promise.all(adapters.map((made) => made.stop()));
      await dingtalk.close();
    },
  };
  return scene;
}

/** A server of our own on the loopback interface. */
export async function serve(listener: RequestListener): Promise<AsyncDisposable & { url: string }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A server that hands every request to the adapter, as a host does with callbacks. */
export function serveAdapter(
  adapter: () => PlatformAdapter | undefined,
): Promise<AsyncDisposable & { url: string }> {
  return serve((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const headers = new Headers();
      for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
      const body = Buffer.concat(chunks);
      const call = new Request("http://localhost/", { method: "POST", headers, body });
      const answer = adapter()?.handleRequest?.(call) ?? Promise.resolve(Response.error());
      void answer.then(({ status }) => response.writeHead(status || 502).end("{}"));
    });
  });
}
