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
 * The state of a runtime. In state `"stopping"` it accepts no further message and finishes the accepted ones.
 */
export type BotRuntimeState = "idle" | "starting" | "running" | "stopping" | "stopped";

/** One bot: its adapter, its inbox and its dispatcher, connected. */
export interface BotRuntime extends AsyncDisposable {
  /**
   * Starts receiving messages. Rejects when the platform refuses the bot (the status is `refused` then) or cannot be
   * reached; the runtime can then be started again. When the platform refuses the bot later, while the runtime runs,
   * only the status reports it, and the runtime can be started again as well.
   *
   * @throws {PlatformError} such as `PLATFORM_UNAUTHORIZED`
   * @throws {NetworkError} when the platform cannot be reached, `NETWORK_ABORTED` when `stop` was called
   * first
   * @throws {BotwrightError} `ALREADY_STARTED`, `RUNTIME_STOPPED`
   */
  start(): Promise<void>;
  readonly state: BotRuntimeState;
  /** The connection status of the adapter, as in the last event of type `status`. */
  readonly status: AdapterStatus;
  /** Accepts a message, like the sink that the adapter gets; for adapters that the caller starts. */
  readonly accept: (incoming: IncomingMessage) => Promise<"accepted" | "duplicate">;
  /** Resolves when no message is queued or being handled. */
  drain(): Promise<void>;
  /**
   * Stops receiving, waits up to `drainMs` for the accepted messages, and closes the inbox, which then finishes the
   * running handlers and starts no others. Messages that are still queued stay in a persistent inbox for the next
   * process; an inbox in memory loses them. May be called twice. Rejects when the adapter or the inbox failed to
   * stop; the runtime has stopped nevertheless.
   */
  stop(): Promise<void>;
}

const DRAIN_MS = 30_000;

/**
 * Connects the parts of one bot (adapter → inbox → dispatcher → plugins), and starts, stops and observes them.
 * The adapter acknowledges a message to the platform only after the inbox has stored it.
 *
 * @throws {InvalidInputError} like `createBot` and `createDispatcher`
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
  /** Resolves, by message id, when `accept` has ended: an inbox may process a message, or set it aside, before that. */
  const announcing = new Map<string, Promise<void>>();
  const endStatus = adapter.onStatus?.(report);

  function report(next: AdapterStatus): void {
    if (next.state === "stopped" && status.state === "stopped") return;
    status = next;
    onEvent?.({ type: "status", botDbId, status });
  }

  /** Reports a status on behalf of an adapter that does not report its connection. */
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
   * Starts handling messages, also when the caller starts the adapter itself. Messages that the inbox holds from an
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
      // The platform has refused the running bot: stop what the earlier start has left open.
      if (isAgain) await adapter.stop();
      await startAdapter();
      enter("running");
    } catch (error) {
      enter("idle");
      throw error;
    }
  }

  /** Changes the state after a start, unless `stop` has been called meanwhile. */
  function enter(next: BotRuntimeState): void {
    if (stopping === undefined) state = next;
  }

  /** Takes each step even when the step before it fails, so that no part of a stopped bot keeps running. */
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
