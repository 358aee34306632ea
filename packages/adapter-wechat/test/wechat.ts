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
  type WechatOptions,
  type WechatSession,
  type WechatSimulator,
} from "@botwright/simulators";
import { createWechatAdapter, type WechatAdapterOptions } from "../src/index.ts";

/** Its timers run a hundred times as fast as the machine's, and it remembers what was waited for. */
export interface FastClock extends Clock {
  /** The waits of at least half a second, in milliseconds, rounded to half seconds. */
  readonly waits: number[];
}

const SPEED = 100;

export function createFastClock(): FastClock {
  const waits: number[] = [];
  const start = performance.now();
  return {
    waits,
    now: () => Date.now() + (performance.now() - start) * (SPEED - 1),
    after(ms, callback) {
      if (ms >= 500) waits.push(Math.round(ms / 500) * 500);
      return systemClock.after(ms / SPEED, callback);
    },
  };
}

/** A simulator with adapters on it. */
export interface Scene extends AsyncDisposable {
  readonly wechat: WechatSimulator;
  readonly session: WechatSession;
  readonly state: AdapterState;
  readonly logger: RecordingLogger;
  readonly clock: FastClock;
  readonly received: IncomingMessage[];
  /** What must show up nowhere. */
  readonly secrets: readonly string[];
  /** A new adapter on the same state. */
  adapter(options?: Partial<WechatAdapterOptions>): PlatformAdapter;
  /** A new adapter that takes everything into `received`. */
  started(options?: Partial<WechatAdapterOptions>): Promise<PlatformAdapter>;
}

export const USER = "a-person-who-writes-to-it@im.wechat";

/** @param isBound false: nobody has logged in */
export async function openScene(options: WechatOptions = {}, isBound = true): Promise<Scene> {
  const wechat = await startSimulator("wechat", options);
  const session = isBound ? wechat.bind() : { token: "", botId: "", userId: "", baseUrl: "" };
  const adapters: PlatformAdapter[] = [];
  const scene: Scene = {
    wechat,
    session,
    secrets: [session.token],
    state: createMemoryAdapterState(),
    logger: createRecordingLogger(),
    clock: createFastClock(),
    received: [],
    adapter(more) {
      const { state, logger, clock } = scene;
      const { baseUrl: apiBase, cdnBaseUrl: cdnBase } = wechat;
      const made = createWechatAdapter({
        ...(isBound && { credentials: session }),
        apiBase,
        cdnBase,
        state,
        logger,
        clock,
        sendSpacingMs: 0,
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
      await wechat.close();
    },
  };
  return scene;
}
