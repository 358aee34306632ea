import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import {
  type Clock,
  type HandlerContext,
  type HandlerResult,
  LIMITS,
  type Logger,
  type Plugin,
  type PluginCall,
  PluginError,
  silentLogger,
  systemClock,
} from "@botwright/core";
import { createGuardedFetch } from "@botwright/guarded-fetch";
import { Call, logLines } from "./call.ts";
import { createCallStarts, encodeFrame } from "./call-input.ts";
import type { CallMeter } from "./call-meter.ts";
import { readDeclaration } from "./declaration.ts";
import type { RunnablePlugin } from "./delivery.ts";
import type { LoadOutcome } from "./engine.ts";
import { type Failure, toPluginError } from "./errors.ts";
import { type PluginVersion, safely, type SandboxEventListener } from "./events.ts";
import type { SandboxFetch } from "./fetch.ts";
import { type CallLimits, createLimits, DEFAULT_LIMITS } from "./limits.ts";
import { createMediaShare } from "./media.ts";
import { guestLimits } from "./vm-call.ts";
import { createPluginLane } from "./plugin-lane.ts";
import { createPool } from "./pool.ts";
import { createQuarantine, type QuarantineOptions } from "./quarantine.ts";
import { createWaitingMemory } from "./waiting-memory.ts";

/** Options of {@link createSandbox}. */
export interface SandboxOptions {
  /**
   * Worker threads, beside which one is kept warm; they start with the first file that is loaded.
   * @default one less than the machine has cores, at least 1
   */
  workers?: number;
  limits?: Partial<CallLimits>;
  /**
   * What plugins' `fetch` does; `false` gives them no network.
   * @default public HTTPS addresses only, by `@botwright/guarded-fetch`
   */
  fetch?: SandboxFetch | false;
  quarantine?: QuarantineOptions;
  /**
   * Bytes that all waiting calls may hold together, some 40,000 each when they hold little. Beyond it
   * the largest one ends with `SANDBOX_MEMORY_LIMIT`.
   * @default 536_870_912
   */
  waitingBytes?: number;
  /** Told what happens, for metrics and logs. */
  onEvent?: SandboxEventListener;
  /** @default a logger that drops everything */
  logger?: Logger;
  /** @default the machine's clock */
  clock?: Clock;
}

/** What is known of a file beside its source. */
export interface PluginInfo {
  /** @default `meta.slug`, else `plugin-` and the first 8 digits of the source's SHA-256 */
  slug?: string;
  /** For this plugin only. */
  limits?: Partial<CallLimits>;
}

/** Options of {@link Sandbox.close}. */
export interface CloseOptions {
  /** Milliseconds that running calls are given to end by themselves. @default 5000 */
  graceMs?: number;
}

/** Runs untrusted plugins. */
export interface Sandbox extends AsyncDisposable {
  /**
   * Runs a file's top level once and keeps its image; every call of the handler starts from there.
   *
   * @throws {PluginError} a {@link SandboxErrorCode}, with the plugin's own lines as its stack
   * @throws {InvalidInputError} `INVALID_INPUT` naming the path when `meta` has a wrong type
   * @example
   * const plugin = await sandbox.load("export const handler = () => ({ handled: false });");
   */
  load(source: string, info?: PluginInfo): Promise<Plugin>;
  /**
   * Refuses new calls, lets running ones end for a while, then ends the workers; calls that have not
   * ended reject with `SANDBOX_CLOSED`.
   */
  close(options?: CloseOptions): Promise<void>;
}

/**
 * Creates a sandbox: virtual machines in worker threads, each call in a fresh copy of its plugin.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the limit
 * @example
 * await using sandbox = createSandbox({ limits: { cpuMs: 200 } });
 * const plugin = await sandbox.load(source, { slug: "echo" });
 * const { handled } = await plugin.handler(context);
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { workers = Math.max(1, availableParallelism() - 1) } = options;
  const { logger = silentLogger, clock = systemClock } = options;
  const sandboxLimits = createLimits(DEFAULT_LIMITS, options.limits);
  const onEvent = safely(options.onEvent);
  const pool = createPool({ workers, memoryBytes: sandboxLimits.memoryBytes, onEvent });
  const quarantine = createQuarantine(clock, options.quarantine);
  const guarded = options.fetch === undefined ? createGuardedFetch(NO_CAPS) : undefined;
  const fetch = options.fetch ?? guarded ?? false;
  const waiting = createWaitingMemory(options.waitingBytes ?? 536_870_912);
  const media = createMediaShare();
  const drawStart = createCallStarts(clock);
  const running = new Set<Call>();
  let closing: Promise<void> | undefined;
  let lastPlugin = 0;

  async function load(source: string, info: PluginInfo = {}): Promise<Plugin> {
    requireOpen();
    const started = performance.now();
    const limits = createLimits(sandboxLimits, info.limits, sandboxLimits.memoryBytes);
    const size = Buffer.byteLength(source);
    if (size > LIMITS.plugin.sourceBytes) {
      const message = `the plugin has ${size} bytes, more than ${LIMITS.plugin.sourceBytes}`;
      throw new PluginError(message, { code: "PLUGIN_TOO_LARGE" });
    }
    const version = createHash("sha256").update(source).digest("hex");
    const provisional = info.slug ?? `plugin-${version.slice(0, 8)}`;
    quarantine.check(version, provisional);
    const outcome = await loadInWorker(source, limits, { slug: provisional, version });
    logLines(logger, provisional, outcome.logs);
    if (!outcome.ok) throw toPluginError(provisional, outcome.failure);
    const declared = readDeclaration(outcome.declaration);
    const slug = info.slug ?? declared.slug ?? provisional;
    const imageBytes = outcome.delta.bytes.byteLength;
    const loadMs = performance.now() - started;
    onEvent({ type: "plugin-loaded", slug, version, loadMs, imageBytes });
    return createPlugin({ ...declared, slug }, version, outcome.delta, limits);
  }

  async function loadInWorker(
    source: string,
    limits: CallLimits,
    plugin: PluginVersion,
  ): Promise<LoadOutcome> {
    const thread = await pool.take("fast");
    return new Promise((resolve, reject) => {
      const again = (): void => void loadInWorker(source, limits, plugin).then(resolve, reject);
      const task = thread.open({
        cpuMs: limits.cpuMs,
        onLoaded(outcome) {
          thread.close(task);
          resolve(outcome);
        },
        onBlocked: () => again,
        onLost(failure, wasRunning) {
          if (wasRunning) strike(plugin);
          if (wasRunning || failure.code !== "SANDBOX_WORKER_LOST") {
            resolve({ ok: false, failure, logs: [] });
          } else {
            again();
          }
        },
      });
      thread.post({ type: "load", task, source, limits: guestLimits(limits) });
    });
  }

  function createPlugin(
    meta: Plugin["meta"],
    version: string,
    delta: RunnablePlugin["delta"],
    limits: CallLimits,
  ): Plugin {
    lastPlugin++;
    const { slug, permissions } = meta;
    const identity = { slug, version };
    const lane = createPluginLane(clock, (untilMs) => {
      onEvent({ type: "plugin-slow", ...identity, untilMs });
    });
    const plugin: RunnablePlugin = { id: lastPlugin, delta, lane: () => lane.lane() };
    const mayUseMedia = permissions === undefined || permissions.media === true;

    async function start(context: HandlerContext, call?: PluginCall): Promise<Call> {
      requireOpen();
      quarantine.check(version, slug);
      const begin =
        call?.intercept === undefined
          ? drawStart()
          : await call.intercept("call.start", [], async () => drawStart());
      const thread = await pool.take(plugin.lane());
      requireOpen();
      const mediaBuffer = mayUseMedia ? context.mediaBuffer : null;
      const input = {
        frame: encodeFrame({ ...context, mediaBuffer }),
        start: begin,
        media: media.share(mediaBuffer),
        limits: guestLimits(limits),
      };
      const events = {
        onSlice: (ms: number) => lane.addSlice(ms),
        onSlow: () => lane.becomeSlow(),
        onMoved: (reason: "worker-blocked" | "worker-ended") =>
          onEvent({ type: "call-moved", ...identity, reason }),
        onStrike: () => strike(identity),
        onEnd: (meter: CallMeter, failure: Failure | undefined) => {
          running.delete(started);
          if (call?.onUsage === undefined && options.onEvent === undefined) return;
          const usage = meter.usage();
          call?.onUsage?.(usage);
          const callId = call === undefined ? {} : { callId: call.id };
          const code = failure === undefined ? {} : { code: failure.code };
          onEvent({ type: "call-ended", ...identity, ...callId, ...code, usage });
        },
      };
      const common = {
        slug,
        permissions,
        pool,
        waiting,
        plugin,
        input,
        limits,
        fetch,
        clock,
        logger,
      };
      const started: Call = new Call({ ...common, context, call, events });
      running.add(started);
      started.start(thread);
      return started;
    }

    return {
      meta,
      intercepts: true,
      async handler(context, call): Promise<HandlerResult> {
        const { result } = await start(context, call);
        return result;
      },
    };
  }

  function strike(plugin: PluginVersion): void {
    const kept = quarantine.strike(plugin.version);
    if (kept !== undefined) onEvent({ type: "plugin-quarantined", ...plugin, ...kept });
  }

  function requireOpen(): void {
    if (closing !== undefined) throw new PluginError(CLOSED.message, CLOSED);
  }

  async function closeNow(graceMs: number): Promise<void> {
    if (graceMs > 0 && running.size > 0) {
      const cutOff = Promise.withResolvers<void>();
      const cancel = clock.after(graceMs, cutOff.resolve);
      const ended = Promise.allSettled([...running].map(({ result }) => result));
      await Promise.race([ended, cutOff.promise]);
      cancel();
    }
    for (const call of running) call.fail(CLOSED);
    await pool.close();
    await guarded?.close();
  }

  const close = ({ graceMs = 5000 }: CloseOptions = {}): Promise<void> =>
    (closing ??= closeNow(graceMs));
  return { load, close, [Symbol.asyncDispose]: () => close() };
}

/** The sandbox's own limits hold, for each plugin. */
const NO_CAPS = {
  maxRequestBytes: Number.MAX_SAFE_INTEGER,
  maxResponseBytes: Number.MAX_SAFE_INTEGER,
  timeoutMs: 2 ** 31 - 1,
};

const CLOSED: Failure = { code: "SANDBOX_CLOSED", message: "the sandbox is closed" };
