import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { createRecordingLogger, type RecordingLogger } from "@botwright/adapter-kit/contract";
import { type Clock, type IncomingMessage, type PlatformAdapter } from "@botwright/core";
import { startSimulator, type WecomOptions, type WecomSimulator } from "@botwright/simulators";
import { createWecomAdapter, type WecomAdapterOptions } from "../src/index.ts";

/** Its time passes only while somebody waits, and then at once. */
export interface LeapClock extends Clock {
  /** What was waited for, in milliseconds. */
  readonly waits: number[];
}

export function createLeapClock(): LeapClock {
  const waits: number[] = [];
  let now = 1_800_000_000_000;
  return {
    waits,
    now: () => now,
    after(ms, callback) {
      const timer = setImmediate(() => {
        waits.push(ms);
        now += ms;
        callback();
      });
      return () => clearImmediate(timer);
    },
  };
}

/** A simulator with adapters on it, of which the newest gets the callbacks. */
export interface Scene extends AsyncDisposable {
  readonly wecom: WecomSimulator;
  readonly logger: RecordingLogger;
  readonly received: IncomingMessage[];
  /** The adapter's options. */
  readonly binding: BindingOptions;
  /** What must show up nowhere. */
  readonly secrets: readonly string[];
  /** A new adapter. */
  adapter(options?: Partial<WecomAdapterOptions>): PlatformAdapter;
  /** A new adapter that takes everything into `received`. */
  started(options?: Partial<WecomAdapterOptions>): Promise<PlatformAdapter>;
}

/** What every adapter of a scene is made with. */
export type BindingOptions = Required<
  Pick<WecomAdapterOptions, "corpId" | "agentId" | "secret" | "callback" | "apiBase">
>;

export const USER = "zhangsan";

export async function openScene(options: WecomOptions = {}): Promise<Scene> {
  const wecom = await startSimulator("wecom", { callbackRetryMs: 100, ...options });
  wecom.introduce({ id: USER, name: "Zhang San" });
  const adapters: PlatformAdapter[] = [];
  const server = await serveAdapter(() => adapters.at(-1));
  wecom.setCallback(server.url);
  const binding = bindingOf(wecom);
  const scene: Scene = {
    wecom,
    binding,
    secrets: secretsOf(wecom),
    logger: createRecordingLogger(),
    received: [],
    adapter(more) {
      const made = createWecomAdapter({ ...binding, logger: scene.logger, ...more });
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
      await wecom.close();
      await server[Symbol.asyncDispose]();
    },
  };
  return scene;
}

export function bindingOf({ baseUrl, credentials }: WecomSimulator): BindingOptions {
  const { corp_id, agent_id, secret, token, encoding_aes_key } = credentials;
  return {
    corpId: corp_id,
    agentId: agent_id,
    secret,
    callback: { token, encodingAesKey: encoding_aes_key },
    apiBase: baseUrl,
  };
}

export function secretsOf({ credentials }: WecomSimulator): string[] {
  return [credentials.secret, credentials.token, credentials.encoding_aes_key];
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
      const { method = "GET", url = "/" } = request;
      const call = new Request(`http://localhost${url}`, {
        method,
        ...(method === "POST" && { body: Buffer.concat(chunks) }),
      });
      void answer(adapter(), call, response);
    });
  });
}

async function answer(
  adapter: PlatformAdapter | undefined,
  request: Request,
  response: ServerResponse,
): Promise<void> {
  const given = await adapter?.handleRequest?.(request);
  response.writeHead(given?.status ?? 502).end(await given?.text());
}
