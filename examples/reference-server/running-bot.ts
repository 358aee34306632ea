import {
  BotwrightError,
  createBotRuntime,
  describeError,
  type IncomingMessage,
  type Platform,
  type Plugin,
  type StorageProvider,
} from "@botwright/core";
import { type PageActivity, PLATFORM_TITLES } from "@botwright/playground";
import { variablesOf } from "./bindings.ts";
import { createCallLog } from "./call-log.ts";
import type { OpenPlatform } from "./platforms.ts";
import { logger } from "./print.ts";
import { until } from "./until.ts";

/** Whether messages come: `"login"` until a person has logged the bot in. */
type BotState = "starting" | "login" | "connected";

/** One platform's bot. */
export interface RunningBot extends OpenPlatform {
  readonly platform: Platform;
  state(): BotState;
  /** Begins to receive. @param callbackUrl Where this server takes the platform's callbacks. */
  start(callbackUrl: string): Promise<void>;
  /** Receives nothing any more; what was taken goes on. */
  disconnect(): Promise<void>;
  /** Takes what the platform has delivered so far, answers it, and ends. */
  stop(): Promise<void>;
}

/** What all bots share. */
export interface BotOptions {
  plugins: readonly Plugin[];
  /** One account's, so that a plugin finds the same on every platform. */
  storage: StorageProvider;
  /** Told of each message once the plugins are done with it. */
  onDispatched(done: PageActivity, incoming: IncomingMessage): void;
  /** Called when the state or the view of the login has changed. */
  onStateChange(): void;
}

const ACCOUNT = 1;
/** How long the bot waits for what its simulator still delivers, in milliseconds. */
const DRAIN_MS = 30_000;

/** Makes the bot of a platform. */
export function createRunningBot(open: OpenPlatform, options: BotOptions): RunningBot {
  const { adapter, simulator, login, setCallback } = open;
  const { platform } = adapter;
  const { plugins, storage } = options;
  const calls = createCallLog();
  if (login !== undefined) login.onChange = () => options.onStateChange();
  const runtime = createBotRuntime({
    adapter,
    plugins,
    userId: ACCOUNT,
    services: (slug) => ({ storage: storage.open(ACCOUNT, slug) }),
    logger,
    onEvent(event) {
      calls.onEvent(event);
      if (event.type !== "message-done") return;
      const { messageId: id, incoming, result } = event;
      const runs = result.runs.map((run) => ({ ...run, calls: calls.take(id, run.plugin) }));
      options.onDispatched({ platform, id, handledBy: result.handledBy, runs }, incoming);
    },
  });

  let state: BotState = "starting";
  let endLogin: (() => void) | undefined;
  const currentState = (): BotState => {
    if (login === undefined || state === "starting") return state;
    return login.view().stage === "connected" ? "connected" : "login";
  };

  const disconnect = async (): Promise<void> => {
    endLogin?.();
    await adapter.stop();
  };

  return {
    ...open,
    platform,
    state: currentState,
    async start(callbackUrl) {
      setCallback?.(callbackUrl);
      if (login === undefined) {
        await runtime.start().catch((cause: unknown) => {
          throw explain(platform, cause);
        });
      } else {
        endLogin = login.run(adapter, runtime.accept);
      }
      state = "connected";
      options.onStateChange();
    },
    disconnect,
    async stop() {
      if (simulator !== undefined && currentState() === "connected") {
        await until(() => simulator.pending() === 0, DRAIN_MS);
      }
      endLogin?.();
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
