import { createHash, randomInt } from "node:crypto";
import {
  type Clock,
  type HandlerContext,
  InvalidInputError,
  LIMITS,
  type Logger,
  type Plugin,
  PluginError,
  type PluginMeta,
  requireValid,
  silentLogger,
  systemClock,
  validatePluginMeta,
} from "@botwright/core";
import { logLines, runCall } from "./call.ts";
import type { LoadOutcome } from "./engine.ts";
import { toPluginError } from "./errors.ts";
import type { SandboxFetch } from "./fetch.ts";
import type { Delta } from "./image.ts";
import { type CallLimits, DEFAULT_LIMITS, type SandboxLimits } from "./limits.ts";
import { createMediaShare } from "./media.ts";
import { createPool } from "./pool.ts";

/** Options of {@link createSandbox}. */
export interface SandboxOptions {
  /** Worker threads; they start with the first file that is loaded. @default 1 */
  workers?: number;
  limits?: Partial<SandboxLimits>;
  /** What plugins' `fetch` does. @default none: it rejects with `FETCH_UNAVAILABLE` */
  fetch?: SandboxFetch;
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
  /** Ends the workers; calls that have not ended reject with `SANDBOX_CLOSED`. */
  close(): Promise<void>;
}

/**
 * Creates a sandbox: virtual machines in worker threads, each call in a fresh copy of its plugin.
 *
 * @example
 * await using sandbox = createSandbox({ limits: { cpuMs: 200 } });
 * const plugin = await sandbox.load(source, { slug: "echo" });
 * const { handled } = await plugin.handler(context);
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { workers = 1, logger = silentLogger, clock = systemClock } = options;
  const sandboxLimits = { ...DEFAULT_LIMITS, ...options.limits };
  requireMemory(sandboxLimits.memoryBytes);
  const pool = createPool({ workers, memoryBytes: sandboxLimits.memoryBytes, logger });
  const media = createMediaShare();
  let lastPlugin = 0;

  async function load(source: string, info: PluginInfo = {}): Promise<Plugin> {
    const hash = createHash("sha256").update(source).digest();
    const fallback = `plugin-${hash.toString("hex").slice(0, 8)}`;
    const limits = { ...sandboxLimits, ...info.limits };
    const size = Buffer.byteLength(source);
    if (size > LIMITS.plugin.sourceBytes) {
      const message = `the plugin has ${size} bytes, more than ${LIMITS.plugin.sourceBytes}`;
      throw new PluginError(message, { code: "PLUGIN_TOO_LARGE" });
    }
    const outcome = await loadInWorker(source, limits);
    logLines(logger, info.slug ?? fallback, outcome.logs);
    if (!outcome.ok) throw toPluginError(info.slug ?? fallback, outcome.failure);
    const declared = readDeclaration(outcome.declaration);
    const slug = info.slug ?? declared.slug ?? fallback;
    return createPlugin({ ...declared, slug }, outcome.delta, limits);
  }

  async function loadInWorker(source: string, limits: CallLimits): Promise<LoadOutcome> {
    const thread = await pool.take();
    const { cpuMs, consoleBytes, sentBytes } = limits;
    return new Promise((resolve, reject) => {
      const task = thread.open({
        cpuMs,
        onLoaded(outcome) {
          thread.close(task);
          resolve(outcome);
        },
        onLost(failure, wasRunning) {
          if (wasRunning || failure.code !== "SANDBOX_WORKER_LOST") {
            resolve({ ok: false, failure, logs: [] });
          } else {
            loadInWorker(source, limits).then(resolve, reject);
          }
        },
      });
      thread.post({ type: "load", task, source, limits: { cpuMs, consoleBytes, sentBytes } });
    });
  }

  function createPlugin(meta: Plugin["meta"], delta: Delta, limits: CallLimits): Plugin {
    lastPlugin++;
    const plugin = { id: lastPlugin, delta };
    const { cpuMs, hostCalls, sentBytes, timers, consoleBytes } = limits;
    const guestLimits = { cpuMs, hostCalls, sentBytes, timers, consoleBytes };
    const { fetch } = options;
    return {
      meta,
      async handler(context, call) {
        const input = {
          frame: encodeFrame(context),
          seed: randomInt(1, 2 ** 32),
          now: clock.now(),
          media: media.share(context.mediaBuffer),
          limits: guestLimits,
        };
        const { slug } = meta;
        return runCall({ slug, pool, plugin, input, context, call, limits, fetch, clock, logger });
      },
    };
  }

  const close = (): Promise<void> => pool.close();
  return { load, close, [Symbol.asyncDispose]: close };
}

/** From the memory that a machine begins with to what WebAssembly can address comfortably. */
function requireMemory(bytes: number): void {
  if (bytes >= 2 ** 24 && bytes <= 2 ** 30) return;
  throw new InvalidInputError(
    `limits.memoryBytes must be between ${2 ** 24} and ${2 ** 30}, not ${bytes}`,
    { code: "INVALID_INPUT" },
  );
}

/** What the bootstrap found in a file. */
function readDeclaration(json: string): PluginMeta {
  const declaration: unknown = JSON.parse(json);
  if (!isDeclaration(declaration) || !declaration.handler) {
    const message = "the plugin exports no handler: write `export async function handler(ctx) {…}`";
    throw new PluginError(message, { code: "PLUGIN_NO_HANDLER" });
  }
  return requireValid("meta", validatePluginMeta(declaration.meta ?? {}));
}

function isDeclaration(value: unknown): value is { handler: boolean; meta?: unknown } {
  return typeof value === "object" && value !== null && "handler" in value;
}

/** The plain values of the context as JSON; the rest is asked for by host calls. */
function encodeFrame(context: HandlerContext): string {
  const { bot, msg, config, botDbId, userId, quotedMessage, messageId, mediaBuffer } = context;
  return JSON.stringify({
    platform: bot.platform,
    voice: bot.sendVoice !== undefined,
    media: mediaBuffer !== null,
    msg,
    config,
    botDbId,
    userId,
    quotedMessage,
    messageId,
  });
}
