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
  startSimulator,
  type TelegramOptions,
  type TelegramSimulator,
} from "@botwright/simulators";
import { createTelegramAdapter, type TelegramAdapterOptions } from "../src/index.ts";

/** Its timers run a hundred times as fast as the machine's, and it remembers what was waited for. */
export interface FastClock extends Clock {
  /** The waits of at least half a second, in milliseconds, rounded to half seconds. */
  readonly waits: number[];
}

const SPEED = 100;

/** @param speed of its time of day; 1 where real answers are to look as quick as they are */
export function createFastClock(speed: number = SPEED): FastClock {
  const waits: number[] = [];
  const start = performance.now();
  return {
    waits,
    now: () => (performance.now() - start) * speed,
    after(ms, callback) {
      if (ms >= 500) waits.push(Math.round(ms / 500) * 500);
      return systemClock.after(ms / SPEED, callback);
    },
  };
}

/** A simulator with adapters on it. */
export interface Scene extends AsyncDisposable {
  readonly telegram: TelegramSimulator;
  readonly state: AdapterState;
  readonly logger: RecordingLogger;
  readonly clock: FastClock;
  readonly received: IncomingMessage[];
  readonly token: string;
  /** What must show up nowhere. */
  readonly secrets: readonly string[];
  /** A new adapter on the same state. */
  adapter(options?: Partial<TelegramAdapterOptions>): PlatformAdapter;
  /** A new adapter that takes everything into `received`. */
  started(options?: Partial<TelegramAdapterOptions>): Promise<PlatformAdapter>;
  /** A started adapter that a person has already written to. */
  inChat(options?: Partial<TelegramAdapterOptions>): Promise<PlatformAdapter>;
}

export const USER = "1001";

export async function openScene(options: TelegramOptions = {}): Promise<Scene> {
  const telegram = await startSimulator("telegram", { guardMs: 0, ...options });
  const { token } = telegram.credentials;
  const adapters: PlatformAdapter[] = [];
  const scene: Scene = {
    telegram,
    token,
    secrets: [token, token.slice(token.indexOf(":") + 1)],
    state: createMemoryAdapterState(),
    logger: createRecordingLogger(),
    clock: createFastClock(),
    received: [],
    adapter(more) {
      const { state, logger, clock } = scene;
      const apiBase = telegram.baseUrl;
      const made = createTelegramAdapter({ token, apiBase, state, logger, clock, ...more });
      adapters.push(made);
      return made;
    },
    async started(more) {
      const made = scene.adapter(more);
      await made.start(async (incoming) => scene.received.push(incoming));
      return made;
    },
    async inChat(more) {
      telegram.introduce({ id: USER, name: "Ann Lee" });
      return scene.started(more);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(adapters.map((made) => made.stop()));
      await telegram.close();
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
      void answer.then(({ status }) => response.writeHead(status || 502).end());
    });
  });
}
