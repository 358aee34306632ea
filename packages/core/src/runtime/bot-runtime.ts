import { createMemoryInbox } from "../memory/inbox.ts";
import type { AdapterStatus } from "../ports/adapter.ts";
import { systemClock } from "../ports/clock.ts";
import type { SetAsideMessage } from "../ports/inbox.ts";
import { observeLogger, silentLogger } from "../ports/logger.ts";
import { BotwrightError } from "../types/errors.ts";
import { describeError } from "../rules/errors/describe-error.ts";
import type { IncomingMessage } from "../types/message.ts";
import { createBot } from "./create-bot.ts";
import { guardListener, logEvents } from "./events.ts";
import type { DispatchResult } from "./results.ts";
import { createDispatcher } from "./dispatcher.ts";
import { assertRuntimeOptions, type BotRuntimeOptions } from "./runtime-options.ts";

/**
 * The state of a runtime. While `"stopping"`, it accepts no message and finishes those that it has
 * accepted.
 */
export type BotRuntimeState = "idle" | "starting" | "running" | "stopping" | "stopped";

/** One bot: its adapter, its inbox and its dispatcher, wired. */
export interface BotRuntime extends AsyncDisposable {
  /**
   * Starts to receive. Rejects when the platform refuses the bot, after the status has become `refused`, or
   * when the platform cannot be reached; the runtime can then be started again. It can also be started
   * again when the platform refuses the bot later, while it runs: only the status reports that.
   *
   * @throws {PlatformError} such as `PLATFORM_UNAUTHORIZED`
   * @throws {NetworkError} when the platform cannot be reached, `NETWORK_ABORTED` when `stop` was called
   * first
   * @throws {BotwrightError} `ALREADY_STARTED`, `RUNTIME_STOPPED`
   */
  start(): Promise<void>;
  readonly state: BotRuntimeState;
  /** The connection of the adapter, as the last event of type `status` has it. */
  readonly status: AdapterStatus;
  /** Accepts a message as the adapter's sink does: for adapters that the caller starts. */
  readonly accept: (incoming: IncomingMessage) => Promise<"accepted" | "duplicate">;
  /** Resolves when no message is waiting or being handled. */
  drain(): Promise<void>;
  /**
   * Stops receiving, waits up to `drainMs` for the accepted messages, and closes the inbox, which then finishes the
   * handlers that run and starts no others. What is still queued stays in a persistent inbox for the next process; an
   * inbox in memory loses it. May be called twice. Rejects when the adapter or the inbox could not end in order; the
   * runtime has stopped all the same.
   */
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
  assertRuntimeOptions(options);
  const { adapter, inbox: given, drainMs = DRAIN_MS, format, maxTextBytes, ...ofMessage } = options;
  const { botDbId = 1, variant, clock = systemClock, logger = silentLogger } = ofMessage;
  const onEvent = guardListener(ofMessage.onEvent, logger);
  const observed = observeLogger(logger, logEvents(onEvent, { botDbId }));
  const inbox = given ?? createMemoryInbox({ logger: observed, clock });
  const bot = createBot(adapter, {
    ...(variant !== undefined && { variant }),
    ...(format !== undefined && { format }),
    ...(maxTextBytes !== undefined && { maxTextBytes }),
  });
  const dispatcher = createDispatcher({ ...ofMessage, bot });
  let state: BotRuntimeState = "idle";
  let isProcessing = false;
  let stopping: Promise<void> | undefined;
  let status: AdapterStatus = { state: "stopped" };
  /** Messages whose `accept` is under way: an inbox may process one, or set it aside, before that resolves. */
  const announcing = new Map<string, Promise<void>>();
  const endStatus = adapter.onStatus?.(report);

  function report(next: AdapterStatus): void {
    if (next.state === "stopped" && status.state === "stopped") return;
    status = next;
    onEvent?.({ type: "status", botDbId, status });
  }

  /** The status of an adapter that does not report its connection. */
  function reportOwn(next: AdapterStatus): void {
    if (adapter.onStatus === undefined) report(next);
  }

  async function accept(incoming: IncomingMessage): Promise<"accepted" | "duplicate"> {
    const { id: messageId } = incoming;
    const { promise, resolve } = Promise.withResolvers<void>();
    if (!announcing.has(messageId)) announcing.set(messageId, promise);
    try {
      const taken = await inbox.accept(incoming);
      if (taken === "accepted") {
        onEvent?.({ type: "message-accepted", botDbId, messageId, incoming });
      }
      return taken;
    } finally {
      resolve();
      if (announcing.get(messageId) === promise) announcing.delete(messageId);
    }
  }

  async function handle(incoming: IncomingMessage): Promise<DispatchResult> {
    const identity = { botDbId, messageId: incoming.id, incoming };
    await announcing.get(incoming.id);
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

  /**
   * Starts handling, also when the caller starts the adapter: the messages that the inbox holds from an
   * earlier process come first.
   */
  function process(): void {
    if (isProcessing) return;
    isProcessing = true;
    inbox.process(handle, (message) => void tellSetAside(message));
  }

  async function tellSetAside({ incoming, attempts, error }: SetAsideMessage): Promise<void> {
    const { id: messageId } = incoming;
    // Its chat may have been full when it came.
    await announcing.get(messageId);
    const { code, message } = error;
    onEvent?.({
      type: "message-set-aside",
      botDbId,
      messageId,
      incoming,
      attempts,
      error: { code, message },
    });
  }

  async function drainInTime(): Promise<void> {
    const late = Promise.withResolvers<void>();
    const cancel = clock.after(drainMs, late.resolve);
    try {
      await Promise.race([inbox.drain(), late.promise]);
    } finally {
      cancel();
    }
  }

  function assertStartable(): void {
    if (stopping !== undefined) {
      throw new BotwrightError("The runtime was stopped: make another one", {
        code: "RUNTIME_STOPPED",
      });
    }
    if (state === "idle" || (state === "running" && status.state === "refused")) return;
    throw new BotwrightError("The runtime runs already", { code: "ALREADY_STARTED" });
  }

  async function startAdapter(): Promise<void> {
    reportOwn({ state: "connecting" });
    try {
      await adapter.start(accept);
      // It may come to that after a stop.
      if (stopping === undefined) reportOwn({ state: "connected" });
    } catch (error) {
      reportOwn({ state: "stopped", error: describeError(error) });
      throw error;
    }
  }

  async function start(): Promise<void> {
    assertStartable();
    process();
    const isAgain = state === "running";
    state = "starting";
    try {
      // The platform refused it while it ran: end what is left of that start first.
      if (isAgain) await adapter.stop();
      await startAdapter();
      enter("running");
    } catch (error) {
      enter("idle");
      throw error;
    }
  }

  /** After a start, unless `stop` was called meanwhile. */
  function enter(next: BotRuntimeState): void {
    if (stopping === undefined) state = next;
  }

  /** Takes each step also when one before it fails: nothing of a stopped bot goes on. */
  async function stopNow(): Promise<void> {
    state = "stopping";
    try {
      await adapter.stop();
    } finally {
      reportOwn({ state: "stopped" });
      await endInbox();
    }
  }

  async function endInbox(): Promise<void> {
    try {
      await drainInTime();
    } finally {
      await inbox.close().finally(() => {
        endStatus?.();
        state = "stopped";
      });
    }
  }

  const stop = (): Promise<void> => (stopping ??= stopNow());
  return {
    start,
    get state() {
      return state;
    },
    get status() {
      return status;
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
