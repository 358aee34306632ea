import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { createRecordingLogger, type RecordingLogger } from "@botwright/adapter-kit/contract";
import {
  type AdapterState,
  type Clock,
  createMemoryAdapterState,
  type IncomingMessage,
  type PlatformAdapter,
  systemClock,
} from "@botwright/core";
import { type FeishuOptions, type FeishuSimulator, startSimulator } from "@botwright/simulators";
import { createFeishuAdapter, type FeishuAdapterOptions } from "../src/index.ts";

/** Its timers run a hundred times as fast as the machine's, and it remembers what was waited for. */
interface FastClock extends Clock {
  /** The waits of at least half a second, in milliseconds, rounded to half seconds. */
  readonly waits: number[];
}

const SPEED = 100;

function createFastClock(): FastClock {
  const waits: number[] = [];
  return {
    waits,
    now: () => Date.now(),
    after(ms, callback) {
      if (ms >= 500) waits.push(Math.round(ms / 500) * 500);
      return systemClock.after(ms / SPEED, callback);
    },
  };
}

/** A simulator with adapters on it. */
export interface Scene extends AsyncDisposable {
  readonly feishu: FeishuSimulator;
  readonly state: AdapterState;
  readonly logger: RecordingLogger;
  readonly clock: FastClock;
  readonly received: IncomingMessage[];
  /** What must show up nowhere. */
  readonly secrets: readonly string[];
  /** A new adapter on the same state. */
  adapter(options?: Partial<FeishuAdapterOptions>): PlatformAdapter;
  /** A new adapter that takes everything into `received`. */
  started(options?: Partial<FeishuAdapterOptions>): Promise<PlatformAdapter>;
}

export const USER = "ou_1001";

export async function openScene(options: FeishuOptions = {}): Promise<Scene> {
  const feishu = await startSimulator("feishu", { repushMs: 250, ...options });
  const { app_id: appId, app_secret: appSecret } = feishu.credentials;
  const { encryptKey, verificationToken } = feishu.callbackSecrets;
  const adapters: PlatformAdapter[] = [];
  feishu.introduce({ id: USER, name: "Ann Lee" });
  const scene: Scene = {
    feishu,
    secrets: [appSecret, encryptKey, verificationToken].filter((secret) => secret !== ""),
    state: createMemoryAdapterState(),
    logger: createRecordingLogger(),
    clock: createFastClock(),
    received: [],
    adapter(more) {
      const { state, logger, clock } = scene;
      const apiBase = feishu.baseUrl;
      const made = createFeishuAdapter({
        appId,
        appSecret,
        apiBase,
        state,
        logger,
        clock,
        ...more,
      });
      adapters.push(made);
      return made;
    },
    async started(more) {
      const made = scene.adapter(more);
      await made.start(async (incoming) => scene.received.push(incoming));
      return made;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(adapters.map((made) => made.stop()));
      await feishu.close();
    },
  };
  return scene;
}

/** Waits until the condition holds. */
export async function until(what: string, condition: () => boolean): Promise<void> {
  const end = Date.now() + 5000;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`Waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** A server of our own on the loopback interface. */
async function serve(listener: RequestListener): Promise<AsyncDisposable & { url: string }> {
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
      void pass(answer, response);
    });
  });
}

async function pass(answering: Promise<Response>, response: ServerResponse): Promise<void> {
  const answer = await answering;
  const text = await answer.text();
  response.writeHead(answer.status || 502).end(text);
}
