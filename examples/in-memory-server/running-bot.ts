import {
  type AdapterStatus,
  type BotEvent,
  BotwrightError,
  createBotRuntime,
  describeError,
  type MediaBudget,
  type Platform,
  type Plugin,
  type StorageProvider,
} from "@botwright/core";
import { type PageState, PLATFORM_TITLES, toPageStatus } from "@botwright/playground";
import { variablesOf } from "./bindings.ts";
import type { OpenPlatform } from "./platforms.ts";
import { logger, logRuns, print } from "./print.ts";
import { until } from "./until.ts";

/** One platform's bot. */
export interface RunningBot extends OpenPlatform {
  readonly platform: Platform;
  readonly status: AdapterStatus;
  state(): PageState;
  /**
   * Begins to receive. Resolves when messages come, or when a person has to log the bot in.
   *
   * @param callbackUrl Where this server takes the platform's callbacks.
   */
  start(callbackUrl: string): Promise<void>;
  /**
   * Takes what the platform has delivered so far, answers it, and ends. Messages that are still queued 30 seconds
   * after the last one was taken are lost. May be called twice.
   */
  stop(): Promise<void>;
}

/** What all bots share. */
export interface BotOptions {
  plugins: readonly Plugin[];
  /** One account's, so that a plugin finds the same on every platform. */
  storage: StorageProvider;
  /** Bounds the media of all bots together. */
  mediaBudget: MediaBudget;
  onEvent(platform: Platform, event: BotEvent): void;
}

const ACCOUNT = 1;
/** How long the bot waits for what its simulator still delivers, in milliseconds. */
const DRAIN_MS = 30_000;
/** Until new codes are shown, and until a start that has failed is tried again. */
const LOGIN_AGAIN_MS = 1000;
const AFTER_FAILURE_MS = 10_000;

/** Makes the bot of a platform. */
export function createRunningBot(open: OpenPlatform, options: BotOptions): RunningBot {
  const { adapter, simulator, login } = open;
  const { platform } = adapter;
  const { plugins, storage, mediaBudget } = options;
  const settled = Promise.withResolvers<void>();
  const stopped = new AbortController();
  const runtime = createBotRuntime({
    adapter,
    plugins,
    mediaBudget,
    userId: ACCOUNT,
    services: (slug) => ({ storage: storage.open(ACCOUNT, slug) }),
    logger,
    onEvent(event) {
      logRuns(event);
      options.onEvent(platform, event);
      if (event.type === "status" && login !== undefined) keepLoggedIn(event.status);
    },
  });

  /** A bot that a person logs in is started again whenever it is refused, or cannot be reached. */
  function keepLoggedIn(status: AdapterStatus): void {
    if (status.state !== "connecting") settled.resolve();
    const isRefused = status.state === "refused";
    const hasFailed = status.state === "stopped" && status.error !== undefined;
    if (stopped.signal.aborted || !(isRefused || hasFailed)) return;
    const again = (): void => {
      if (!stopped.signal.aborted) startAndReport();
    };
    setTimeout(again, isRefused ? LOGIN_AGAIN_MS : AFTER_FAILURE_MS).unref();
  }

  /** What a start rejects with, the status has reported. */
  function startAndReport(): void {
    runtime.start().catch(() => {});
  }

  function announceCallbacks(url: string): void {
    if (adapter.handleRequest === undefined) return;
    if (simulator !== undefined) simulator.setCallback(url);
    else print(platform, `a public https address has to lead to ${url}`);
  }

  const state = (): PageState => toPageStatus(runtime.status, login !== undefined).state;
  return {
    ...open,
    platform,
    get status() {
      return runtime.status;
    },
    state,
    async start(callbackUrl) {
      announceCallbacks(callbackUrl);
      if (login !== undefined) {
        startAndReport();
        return settled.promise;
      }
      try {
        await runtime.start();
      } catch (error) {
        throw explain(platform, error);
      }
    },
    async stop() {
      if (simulator !== undefined && state() === "connected") {
        await until(() => simulator.pending() === 0, DRAIN_MS);
      }
      stopped.abort();
      await runtime.stop();
    },
  };
}

function explain(platform: Platform, cause: unknown): BotwrightError {
  const { code, message } = describeError(cause);
  const advice =
    code === "PLATFORM_UNAUTHORIZED" ? `: check ${variablesOf(platform).join(", ")}` : "";
  return new BotwrightError(`${PLATFORM_TITLES[platform]} cannot be used${advice}. ${message}`, {
    code,
    cause,
  });
}
