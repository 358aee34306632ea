import {
  assertValid,
  type CallSeed,
  type Clock,
  type HandlerResult,
  type HostCalls,
  type Logger,
  openPluginCall,
  operationResultValidators,
  type Plugin,
  type PluginCall,
  type SingleHandlerContext,
} from "@botwright/core";
import type { HostMatcher } from "@botwright/guarded-fetch";
import { createAnswerSizes } from "./call/answer-sizes.ts";
import { createBoundWatch } from "./fairness/bound-watch.ts";
import type { ByteBudget } from "./fairness/byte-budget.ts";
import { SandboxCall } from "./call/sandbox-call.ts";
import { encodeContext } from "./call/encode-context.ts";
import { guestLimits } from "../protocol/call-messages.ts";
import type { CallMeter } from "./call/call-meter.ts";
import { isBrokenLimit } from "../protocol/errors.ts";
import type { PluginVersion, SandboxEventListener } from "./events.ts";
import type { SandboxFetch } from "./call/fetch.ts";
import type { FormatThread } from "./threads/format-thread.ts";
import { type HostWork, runInTurn } from "./fairness/host-work.ts";
import type { MemoryDiff } from "../protocol/memory-image.ts";
import type { ImageStore } from "./image-store.ts";
import type { CallLimits } from "../protocol/call-limits.ts";
import type { MediaShare } from "./call/media.ts";
import type { PluginErrors } from "./plugin-error.ts";
import type { Pool } from "./threads/pool.ts";
import type { Quarantine } from "./fairness/quarantine.ts";
import type { SlotMap } from "./slot-map.ts";
import type { SuspendedMemoryBudget } from "./fairness/suspended-memory.ts";
import type { PluginAccounts } from "./fairness/usage-account.ts";

/** What all plugins of a sandbox share. */
export interface SandboxServices {
  readonly pool: Pool;
  readonly quarantine: Quarantine;
  readonly suspendedMemory: SuspendedMemoryBudget;
  readonly bytes: ByteBudget;
  readonly formatThread: FormatThread;
  readonly work: HostWork;
  readonly images: ImageStore;
  readonly media: MediaShare;
  readonly createSeed: () => CallSeed;
  readonly fetch: SandboxFetch | false;
  readonly running: SlotMap<SandboxCall>;
  /** Whether a listener for events exists. */
  readonly isWatched: boolean;
  readonly onEvent: SandboxEventListener;
  readonly clock: Clock;
  readonly logger: Logger;
  /** @throws {PluginError} `SANDBOX_CLOSED` */
  assertOpen(): void;
  strike(plugin: PluginVersion): void;
}

/** A loaded file. */
export interface LoadedPlugin {
  readonly id: number;
  readonly meta: Plugin["meta"];
  /** The hosts that it may reach; `undefined`: any. */
  readonly hosts: HostMatcher | undefined;
  /** SHA-256 of the source. */
  readonly version: string;
  readonly limits: CallLimits;
  readonly accounts: PluginAccounts;
  readonly errors: PluginErrors;
  /** Loads the file again after its image was evicted. */
  reload(): Promise<MemoryDiff>;
}

/**
 * Creates a plugin whose handler runs in the sandbox's workers.
 *
 * A call passes through three stages: `prepare` (quarantine, seed, image), a {@link SandboxCall} in the
 * main thread that performs its host calls, and its slices in a worker. Everything that is the same for all calls of
 * the plugin is created once, here.
 */
export function createPlugin(loaded: LoadedPlugin, services: SandboxServices): Plugin {
  const { id, meta, hosts, version, limits, accounts, errors } = loaded;
  const {
    pool,
    suspendedMemory,
    bytes,
    formatThread,
    work,
    media,
    fetch,
    running,
    onEvent,
    clock,
    logger,
  } = services;
  const { slug } = meta;
  const identity = { slug, version };
  const sizes = createAnswerSizes(limits);
  const waits = createBoundWatch((budget, forMs) =>
    onEvent({ type: "plugin-slow", ...identity, budget, untilMs: clock.now() + forMs }),
  );
  const shared = { pool, suspendedMemory, bytes, formatThread, work, sizes, fetch, clock, logger };
  const common = { ...shared, waits, slug, hosts, limits, errors };

  /** Reports a call's usage to its caller and to the sandbox's listener; skipped when neither listens. */
  function reportEnd(call: PluginCall, meter: CallMeter, failureCode: string | undefined): void {
    if (call.onUsage === undefined && !services.isWatched) return;
    const usage = meter.usage();
    call.onUsage?.(usage);
    const code = failureCode === undefined ? {} : { code: failureCode };
    onEvent({ type: "call-ended", ...identity, callId: call.id, ...code, usage });
  }

  /**
   * Checks whether the plugin may run, draws the seed, and waits for a worker and the plugin's image. The
   * seed is a host call (`call.start`), so that it is the first entry of the journal.
   */
  async function prepare(hostCalls: HostCalls): Promise<{ begin: CallSeed; diff: MemoryDiff }> {
    services.assertOpen();
    services.quarantine.check(version, slug);
    const drawn = await hostCalls.runWith("call.start", [], async () => services.createSeed());
    // The journal may have answered with the recorded seed.
    const begin = assertValid("call.start", operationResultValidators["call.start"](drawn));
    await pool.start();
    const image = services.images.get(id, accounts.plugin, () => loaded.reload());
    const diff = image instanceof Promise ? await image : image;
    return { begin, diff };
  }

  /** Runs the handler for one message; the dispatcher has opened the call and ends it. */
  async function run(context: SingleHandlerContext, call: RunningCall): Promise<HandlerResult> {
    const account = accounts.installation(context.userId);
    const { begin, diff } = await prepare(call.hostCalls);
    const { mediaBuffer } = context;
    const { platform } = call.hostCalls;
    const given = { context, platform, hasMedia: mediaBuffer !== null };
    // Settings and a message may be large.
    const snapshot = await runInTurn(work, account, () => encodeContext(given, limits));
    const medium = mediaBuffer === null ? undefined : await media.share(mediaBuffer);
    // The sandbox may have been closed during the waits.
    try {
      services.assertOpen();
    } catch (error) {
      medium?.release(true);
      throw error;
    }
    let isCharged = false;
    /** Charges a call that broke a limit or ended its worker; only once if it did both. */
    const chargeOnce = (): void => {
      if (!isCharged) account.chargeBrokenLimit();
      isCharged = true;
    };
    const started: SandboxCall = new SandboxCall({
      ...common,
      account,
      plugin: { id, diff },
      input: {
        snapshot,
        start: begin,
        media: medium?.bytes,
        limits: guestLimits(limits),
      },
      call,
      events: {
        onMoved: (reason) => onEvent({ type: "call-moved", ...identity, reason }),
        onStrike() {
          chargeOnce();
          services.strike(identity);
        },
        onDiscarded: chargeOnce,
        onEnd(meter, failureCode, hasFinished) {
          running.delete(number);
          medium?.release(hasFinished);
          if (failureCode !== undefined && isBrokenLimit(failureCode)) chargeOnce();
          reportEnd(call, meter, failureCode);
        },
      },
    });
    const number = running.add(started);
    started.start();
    return started.result;
  }

  /** Opens the host-call pipeline for a host that calls the handler without a dispatcher. */
  async function runAlone(
    context: SingleHandlerContext,
    call: Partial<PluginCall>,
  ): Promise<HandlerResult> {
    const { id: callId = "", ...rest } = call;
    const plugin = { meta, limits, permitsHost: hosts?.matches };
    const opened = openPluginCall(context, {
      ...rest,
      id: callId,
      plugin,
      wallMs: limits.wallMs,
      clock,
    });
    try {
      return await run(opened.permitted, opened.call);
    } finally {
      // Without a dispatcher there is no next plugin that would have to wait for pending sends.
      void opened.end();
    }
  }

  return {
    meta,
    version,
    limits,
    permitsHost: hosts?.matches,
    handler: (context, call = { id: "" }) =>
      isRunning(call) ? run(context, call) : runAlone(context, call),
  };
}

/** Whether a dispatcher has opened the call. */
type RunningCall = PluginCall & { readonly hostCalls: HostCalls; readonly signal: AbortSignal };

function isRunning(call: PluginCall): call is RunningCall {
  return call.hostCalls !== undefined && call.signal !== undefined;
}
