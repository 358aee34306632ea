import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import {
  findMetaWarnings,
  LIMITS,
  observeLogger,
  type Plugin,
  PluginError,
  silentLogger,
  slugOfFile,
  systemClock,
} from "@botwright/core";
import { assertPluginInfo, assertSandboxOptions, assertSource } from "./assert-options.ts";
import { createAccountBook } from "./fairness/account-book.ts";
import { createByteBudget } from "./fairness/byte-budget.ts";
import type { SandboxCall } from "./call/sandbox-call.ts";
import { inSteps, logLines } from "./call/log-lines.ts";
import { createCallSeeds } from "./call/call-seeds.ts";
import { createContention } from "./fairness/contention.ts";
import { givenSlug, grantMeta, readDeclaration } from "./declaration.ts";
import { CLOSED } from "../protocol/errors.ts";
import { createPluginErrors, type PluginErrors } from "./plugin-error.ts";
import { type PluginVersion, safely } from "./events.ts";
import { hostMatcherOf, type SandboxFetch } from "./call/fetch.ts";
import { createFetchThread } from "./threads/fetch-thread.ts";
import { createLimits, DEFAULT_LIMITS } from "./limits.ts";
import { createFormatThread } from "./threads/format-thread.ts";
import { createHostWork, type HostWork, runInTurn } from "./fairness/host-work.ts";
import type { MemoryDiff } from "../protocol/memory-image.ts";
import { countReleasedBytes } from "../protocol/released-memory.ts";
import { createImageStore } from "./image-store.ts";
import { loadInWorker } from "./load-in-worker.ts";
import { createMediaShare } from "./call/media.ts";
import { createPool } from "./threads/pool.ts";
import { createQuarantine } from "./fairness/quarantine.ts";
import type { CloseOptions, PluginInfo, SandboxOptions } from "./sandbox-options.ts";
import { createPlugin, type LoadedPlugin, type SandboxServices } from "./sandboxed-plugin.ts";
import { SlotMap } from "./slot-map.ts";
import type { VirtualTime } from "./fairness/fair-queue.ts";
import { createSuspendedMemoryBudget } from "./fairness/suspended-memory.ts";

/** Replaces a part of the sandbox in tests. */
export interface SandboxSeam {
  /** The script of the workers. */
  readonly workerFile?: URL;
  /** Runs what the main thread does for plugins. */
  readonly work?: HostWork;
}

/** Runs untrusted plugins. */
export interface Sandbox extends AsyncDisposable {
  /**
   * Starts the workers; the first {@link load} does so too. A program that has other things to do before it
   * loads a file saves their time, some 100 ms, by starting the workers first. Resolves when one is ready.
   *
   * @throws {PluginError} `SANDBOX_WORKER_LOST`, `SANDBOX_CLOSED`
   */
  start(): Promise<void>;
  /**
   * Runs a file's top level once and keeps its image; every call of the handler starts from this image.
   *
   * @param source the text of the file, not its path
   * @throws {PluginError} a {@link SandboxErrorCode}, with the plugin's own lines as its stack
   * @throws {PluginError} `PLUGIN_META_MISMATCH` when `meta` differs from what `info` expects
   * @throws {InvalidInputError} `INVALID_INPUT` naming the path when `meta` or an option has a wrong type, and
   * when `source` is bytes or a path
   * @example
   * const plugin = await sandbox.load(await readFile("todo/plugin.js", "utf8"));
   */
  load(source: string, info?: PluginInfo): Promise<Plugin>;
  /**
   * Refuses new calls, waits `graceMs` for running ones, then ends the workers; calls that are still
   * running reject with `SANDBOX_CLOSED`.
   */
  close(options?: CloseOptions): Promise<void>;
}

/**
 * Creates a sandbox: virtual machines in worker threads, each call in a fresh copy of its plugin.
 *
 * Longer than other files: it creates and connects all parts of a sandbox.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the option, limit or budget
 * @example
 * await using sandbox = createSandbox({ limits: { cpuMs: 200 } });
 * const plugin = await sandbox.load(source, { slug: "echo" });
 * const { handled } = await plugin.handler(context);
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  return createSandboxWith(options, {});
}

/** {@link createSandbox} with other workers, for tests; not exported by the package. */
export function createSandboxWith(
  options: SandboxOptions,
  { workerFile, work = createHostWork() }: SandboxSeam,
): Sandbox {
  assertSandboxOptions(options);
  const { workers = Math.max(1, availableParallelism() - 1) } = options;
  const { logger = silentLogger, clock = systemClock } = options;
  const sandboxLimits = createLimits(DEFAULT_LIMITS, options.limits);
  const onEvent = safely(options.onEvent);
  const { memoryBytes } = sandboxLimits;
  const time: VirtualTime = { ms: 0 };
  const formatThread = createFormatThread({ time });
  const contention = createContention();
  const pool = createPool({
    workers,
    memoryBytes,
    workerFile,
    onEvent,
    contention,
    formatter: formatThread,
    time,
  });
  const quarantine = createQuarantine(clock, options.quarantine);
  const fetchThread =
    options.fetch === undefined
      ? createFetchThread({
          guard: NO_CAPS,
          onLost: (reason) => logger.warn("the thread that fetches was lost", { reason }),
        })
      : undefined;
  const running = new SlotMap<SandboxCall>();
  const accountBook = createAccountBook(
    contention.isContended,
    options.budgets ?? {},
    (plugin, budget, forMs) => {
      onEvent({ type: "plugin-slow", ...plugin, budget, untilMs: clock.now() + forMs });
    },
  );
  const images = createImageStore({
    maxBytes: options.imageBytes ?? 268_435_456,
    forget: pool.forget,
  });
  // A host does not report when it drops a plugin, for example at an update, so the garbage collector has to: when it
  // collects the watched object, which the handler and its running calls hold, the plugin's image is freed. Without
  // the registry each loaded image would stay in memory until all images reach their bound.
  const unreachable = new FinalizationRegistry<number>((id) => images.drop(id));
  const parts: SandboxServices = {
    pool,
    quarantine,
    suspendedMemory: createSuspendedMemoryBudget(options.waitingBytes ?? 268_435_456),
    bytes: createByteBudget({
      total: options.answerBytes ?? 134_217_728,
      perPlugin: options.pluginAnswerBytes ?? 50_331_648,
    }),
    formatThread,
    work,
    images,
    media: createMediaShare(),
    createSeed: createCallSeeds(clock),
    fetch: options.fetch ?? fetchThread?.fetch ?? false,
    running,
    isWatched: options.onEvent !== undefined,
    onEvent,
    clock,
    logger,
    assertOpen,
    strike,
  };
  let closing: Promise<void> | undefined;
  let lastPlugin = 0;

  async function load(source: string, info: PluginInfo = {}): Promise<Plugin> {
    assertOpen();
    assertSource(source);
    assertPluginInfo(info);
    const started = performance.now();
    const limits = createLimits(sandboxLimits, info.limits, sandboxLimits.memoryBytes);
    const size = Buffer.byteLength(source);
    if (size > LIMITS.plugin.sourceBytes) {
      const message = `the plugin has ${size} bytes, more than ${LIMITS.plugin.sourceBytes}`;
      throw new PluginError(message, { code: "PLUGIN_TOO_LARGE" });
    }
    const version = createHash("sha256").update(source).digest("hex");
    // The usage of the load must not count against another plugin, whatever name this file declares.
    const given = givenSlug(info);
    const provisional = given ?? `plugin-${version.slice(0, 8)}`;
    quarantine.check(version, provisional);
    const fetch = inGroup(info.fetch ?? parts.fetch, provisional);
    const own = { ...parts, fetch, logger: info.logger ?? logger };
    let slug = provisional;
    const accounts = accountBook.open(provisional, { slug, version });
    const account = accounts.plugin;
    const onStrike = (): void => strike({ slug, version });
    const loading = { pool, account, source, limits, onStrike };
    const outcome = await loadInWorker({ ...loading, kind: "load" });
    const errorsOf = (name: string): PluginErrors =>
      createPluginErrors({ code: source, file: info.file ?? `${name}.js` });
    const loadErrors = errorsOf(given ?? info.defaultSlug ?? slugOfFile());
    const loadLogger = observeLogger(own.logger, undefined, { plugin: provisional });
    // The file decides how long its output, its error and its declaration are, so each is read in steps.
    const inTurn = <Value>(step: () => Value): Promise<Value> =>
      runInTurn(parts.work, account, step);
    for (const lines of inSteps(outcome.logs)) {
      await inTurn(() => logLines(loadLogger, lines, loadErrors.showStacks));
    }
    if (!outcome.ok) {
      const { failure } = outcome;
      throw await inTurn(() => loadErrors.toPluginError(failure));
    }
    const { declaration, diff } = outcome;
    const imageBytes = diff.bytes.byteLength;
    const readGranted = async (): Promise<Pick<LoadedPlugin, "meta" | "hosts">> => {
      const read = await inTurn(() => readDeclaration(declaration));
      const declared = await inTurn(() => grantMeta(read, info));
      const meta = {
        ...declared,
        slug: given ?? declared.slug ?? info.defaultSlug ?? slugOfFile(),
      };
      await inTurn(() => {
        for (const { message } of findMetaWarnings(declared)) {
          own.logger.warn(message, { plugin: meta.slug });
        }
      });
      return { meta, hosts: await inTurn(() => hostMatcherOf(declared.permissions)) };
    };
    const { meta, hosts } = await readGranted().catch((error: unknown) => {
      // The image is garbage now, which the collectors of three threads have to free: the plugin is charged for it.
      account.chargeTransfer(0, imageBytes);
      countReleasedBytes(imageBytes);
      throw error;
    });
    slug = meta.slug;
    // The sandbox may have been closed during the waits above.
    assertOpen();
    const errors = errorsOf(slug);
    const loadMs = performance.now() - started;
    onEvent({ type: "plugin-loaded", slug, version, loadMs, imageBytes });
    lastPlugin++;
    const id = lastPlugin;
    images.add(id, account, diff);
    const reload = async (): Promise<MemoryDiff> => {
      const again = await loadInWorker({ ...loading, kind: "reload" });
      if (again.ok) return again.diff;
      const { failure } = again;
      throw await inTurn(() => errors.toPluginError(failure));
    };
    const loaded = { id, meta, hosts, version, limits, accounts, errors, reload };
    unreachable.register(loaded, id);
    return createPlugin(loaded, own);
  }

  function strike(plugin: PluginVersion): void {
    const { strikes, untilMs } = quarantine.strike(plugin.version);
    onEvent({ type: "plugin-struck", ...plugin, strikes });
    if (untilMs !== undefined) onEvent({ type: "plugin-quarantined", ...plugin, strikes, untilMs });
  }

  function assertOpen(): void {
    if (closing !== undefined) throw new PluginError(CLOSED.message, CLOSED);
  }

  async function closeNow(graceMs: number): Promise<void> {
    if (graceMs > 0 && running.size > 0) {
      const cutOff = Promise.withResolvers<void>();
      const cancel = clock.after(graceMs, cutOff.resolve);
      const ended = Promise.allSettled(running.entries().map(([, { result }]) => result));
      await Promise.race([ended, cutOff.promise]);
      cancel();
    }
    for (const [, call] of running.entries()) call.fail(CLOSED);
    await Promise.all([pool.close(), formatThread.close(), fetchThread?.close()]);
    work.close();
  }

  const close = ({ graceMs = 5000 }: CloseOptions = {}): Promise<void> =>
    (closing ??= closeNow(graceMs));
  return { start: () => pool.start(), load, close, [Symbol.asyncDispose]: () => close() };
}

/** Disables the guarded fetch's own bounds, because each call's limits (`fetchBytes`, `fetchMs`) apply instead. */
const NO_CAPS = {
  maxRequestBytes: Number.MAX_SAFE_INTEGER,
  maxResponseBytes: Number.MAX_SAFE_INTEGER,
  timeoutMs: 2 ** 31 - 1,
};

/**
 * Adds the name of the plugin's account to each fetch, so that the guarded fetch can share its capacity among
 * plugins. All versions of a slug that the host has given share one group: copies with different comments get no
 * second share.
 */
function inGroup(fetch: SandboxFetch | false, group: string): SandboxFetch | false {
  return fetch && ((url, init) => fetch(url, { ...init, group }));
}
