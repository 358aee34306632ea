import { createMemoryInbox } from "../memory/inbox.ts";
import type { PlatformAdapter } from "../ports/adapter.ts";
import type { Inbox } from "../ports/inbox.ts";
import { systemClock } from "../ports/clock.ts";
import { silentLogger } from "../ports/logger.ts";
import { describeError } from "../types/errors.ts";
import type { IncomingMessage } from "../types/message.ts";
import { createBot, type CreateBotOptions } from "./create-bot.ts";
import { guardListener } from "./events.ts";
import { createDispatcher, type DispatcherOptions, type DispatchResult } from "./dispatcher.ts";

/** Options of {@link createBotRuntime}; those of the dispatcher hold for each message. */
export interface BotRuntimeOptions extends Omit<DispatcherOptions, "bot">, CreateBotOptions {
  readonly adapter: PlatformAdapter;
  /** Where messages are safe until they are done. @default in memory */
  readonly inbox?: Inbox;
  /** How long `stop` waits for what was accepted, in milliseconds. @default 30_000 */
  readonly drainMs?: number;
}

/**
 * What a runtime is doing. `"stopping"`: nothing new comes in, and what was accepted is being done.
 */
export type BotRuntimeState = "idle" | "starting" | "running" | "stopping" | "stopped";

/** One bot: its adapter, its inbox and its dispatcher, wired. */
export interface BotRuntime extends AsyncDisposable {
  /**
   * Begins to receive. Rejects when the platform refuses the credentials; the runtime can be started
   * again then.
   */
  start(): Promise<void>;
  readonly state: BotRuntimeState;
  /** Takes a message, as the adapter does it: for adapters that are started by somebody else. */
  readonly accept: (incoming: IncomingMessage) => Promise<"accepted" | "duplicate">;
  /** Resolves when nothing waits and nothing runs. */
  drain(): Promise<void>;
  /** Receives nothing new, waits for what was accepted, and closes. May be called twice. */
  stop(): Promise<void>;
}

const DRAIN_MS = 30_000;

/**
 * Wires one bot: adapter → inbox → dispatcher → plugins, and owns its start, its end and its events. The
 * platform is acknowledged when the inbox has a message, not before.
 *
 * @throws {InvalidInputError} as `createBot` and `createDispatcher`
 * @example
 * await using runtime = createBotRuntime({ adapter, plugins: [plugin] });
 * await runtime.start();
 */
export function createBotRuntime(options: BotRuntimeOptions): BotRuntime {
  const { adapter, botDbId = 1, drainMs = DRAIN_MS } = options;
  const { clock = systemClock, logger = silentLogger } = options;
  const onEvent = guardListener(options.onEvent, logger);
  const { variant, format, maxTextBytes } = options;
  const inbox = options.inbox ?? createMemoryInbox({ logger, clock });
  const bot = createBot(adapter, {
    ...(variant !== undefined && { variant }),
    ...(format !== undefined && { format }),
    ...(maxTextBytes !== undefined && { maxTextBytes }),
  });
  const dispatcher = createDispatcher({ ...options, bot });
  let state: BotRuntimeState = "idle";
  let isProcessing = false;
  let stopping: Promise<void> | undefined;

  async function accept(incoming: IncomingMessage): Promise<"accepted" | "duplicate"> {
    const taken = await inbox.accept(incoming);
    if (taken === "accepted") {
      onEvent?.({ type: "message-accepted", botDbId, messageId: incoming.id, incoming });
    }
    return taken;
  }

  async function handle(incoming: IncomingMessage): Promise<DispatchResult> {
    const identity = { botDbId, messageId: incoming.id, incoming };
    onEvent?.({ type: "message-started", ...identity });
    try {
      const result = await dispatcher.dispatch(incoming);
      onEvent?.({ type: "message-done", ...identity, result });
      return result;
    } catch (error) {
      onEvent?.({ type: "message-failed", ...identity, error: describeError(error) });
      throw error;
    }
  }

  /** Whatever starts the adapter: what the inbox holds of an earlier process is done first. */
  function process(): void {
    if (isProcessing) return;
    isProcessing = true;
    inbox.process(handle);
  }

  async function drainInTime(): Promise<void> {
    const late = Promise.withResolvers<void>();
    const cancel = clock.after(drainMs, late.resolve);
    await Promise.race([inbox.drain(), late.promise]);
    cancel();
  }

  async function stopNow(): Promise<void> {
    state = "stopping";
    await adapter.stop();
    await drainInTime();
    await inbox.close();
    state = "stopped";
  }

  const stop = (): Promise<void> => (stopping ??= stopNow());
  return {
    async start() {
      process();
      state = "starting";
      try {
        await adapter.start(accept);
        state = "running";
      } catch (error) {
        state = "idle";
        throw error;
      }
    },
    get state() {
      return state;
    },
    accept(incoming) {
      process();
      return accept(incoming);
    },
    drain: () => inbox.drain(),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
