import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import {
  type Clock,
  LIMITS,
  type Logger,
  type Plugin,
  PluginError,
  silentLogger,
  systemClock,
} from "@botwright/core";
import { createGuardedFetch } from "@botwright/guarded-fetch";
import { type Call, logLines } from "./call.ts";
import { createCallStarts } from "./call-input.ts";
import { type ApprovedMeta, grantMeta, readDeclaration } from "./declaration.ts";
import { type Failure, toPluginError } from "./errors.ts";
import { type PluginVersion, safely, type SandboxEventListener } from "./events.ts";
import type { SandboxFetch } from "./fetch.ts";
import { type CallLimits, createLimits, DEFAULT_LIMITS } from "./limits.ts";
import { loadInWorker } from "./load-in-worker.ts";
import { createMediaShare } from "./media.ts";
import { createPool } from "./pool.ts";
import { createQuarantine, type QuarantineOptions } from "./quarantine.ts";
import { createPlugin, type SandboxParts } from "./sandboxed-plugin.ts";
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
  /**
   * What the plugin is installed by. A file that declares another slug is refused: it would get the
   * storage and settings of that one. @default `meta.slug`, else `plugin-` and the first 8 digits of
   * the source's SHA-256
   */
  slug?: string;
  /**
   * What was shown and agreed to. A file that declares something else when it runs is refused, and
   * these permissions are granted, never the file's own. `{}` approves a file that declares neither.
   * @default what the file declares when it runs
   */
  approved?: ApprovedMeta;
  /** For this plugin only. */
  limits?: Partial<CallLimits>;
  /** What this plugin's `fetch` does. @default the sandbox's */
  fetch?: SandboxFetch | false;
  /** Where this plugin's `console` goes. @default the sandbox's */
  logger?: Logger;
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
   * @throws {PluginError} `PLUGIN_META_MISMATCH` when `meta` is not what `info` says
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
  const running = new Set<Call>();
  const parts: SandboxParts = {
    pool,
    quarantine,
    waiting: createWaitingMemory(options.waitingBytes ?? 536_870_912),
    media: createMediaShare(),
    drawStart: createCallStarts(clock),
    fetch: options.fetch ?? guarded ?? false,
    running,
    isWatched: options.onEvent !== undefined,
    onEvent,
    clock,
    logger,
    requireOpen,
    strike,
  };
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
    const onStrike = (): void => strike({ slug: provisional, version });
    const outcome = await loadInWorker({ pool, source, limits, onStrike });
    const own = { ...parts, fetch: info.fetch ?? parts.fetch, logger: info.logger ?? logger };
    logLines(own.logger, { plugin: provisional }, outcome.logs);
    if (!outcome.ok) throw toPluginError(provisional, outcome.failure);
    const declared = grantMeta(readDeclaration(outcome.declaration), info);
    const slug = info.slug ?? declared.slug ?? provisional;
    const imageBytes = outcome.delta.bytes.byteLength;
    const loadMs = performance.now() - started;
    onEvent({ type: "plugin-loaded", slug, version, loadMs, imageBytes });
    lastPlugin++;
    const meta = { ...declared, slug };
    const { delta } = outcome;
    return createPlugin({ id: lastPlugin, meta, version, delta, limits }, own);
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
