import type {
  CallSeed,
  Clock,
  HandlerResult,
  Logger,
  Plugin,
  PluginCall,
  SingleHandlerContext,
} from "@botwright/core";
import { createAnswerSizes } from "./call/answer-sizes.ts";
import type { ByteBudget } from "./fairness/byte-budget.ts";
import { SandboxCall } from "./call/sandbox-call.ts";
import { encodeContext } from "./call/call-input.ts";
import { guestLimits } from "../protocol/call-messages.ts";
import type { CallMeter } from "./call/call-meter.ts";
import type { Contention } from "./fairness/contention.ts";
import { type Failure, isBrokenLimit } from "../protocol/errors.ts";
import type { PluginVersion, SandboxEventListener } from "./events.ts";
import type { SandboxFetch } from "./call/fetch.ts";
import type { FormatThread } from "./threads/format-thread.ts";
import type { HostWork } from "./fairness/host-work.ts";
import type { MemoryDiff } from "../machine/image.ts";
import type { ImageStore } from "./image-store.ts";
import type { CallLimits } from "./limits.ts";
import type { MediaShare } from "./call/media.ts";
import type { Pool } from "./threads/pool.ts";
import type { Quarantine } from "./fairness/quarantine.ts";
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
  readonly contention: Contention;
  readonly media: MediaShare;
  readonly createSeed: () => CallSeed;
  readonly fetch: SandboxFetch | false;
  readonly running: Set<SandboxCall>;
  /** Whether anybody listens to the events. */
  readonly isWatched: boolean;
  readonly onEvent: SandboxEventListener;
  readonly clock: Clock;
  readonly logger: Logger;
  /** @throws {PluginError} `SANDBOX_CLOSED` */
  requireOpen(): void;
  strike(plugin: PluginVersion): void;
}

/** A file that has been loaded. */
export interface LoadedPlugin {
  readonly id: number;
  readonly meta: Plugin["meta"];
  /** SHA-256 of the source. */
  readonly version: string;
  readonly limits: CallLimits;
  readonly accounts: PluginAccounts;
  /** Loads the file again, for the image that had to make room. */
  reload(): Promise<MemoryDiff>;
}

/** Makes a plugin whose handler runs in the sandbox's workers. */
export function createPlugin(loaded: LoadedPlugin, parts: SandboxServices): Plugin {
  const { id, meta, version, limits, accounts } = loaded;
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
  } = parts;
  const { slug, permissions } = meta;
  const identity = { slug, version };
  const mayUseMedia = permissions === undefined || permissions.media === true;
  const sizes = createAnswerSizes(limits);
  const shared = { pool, suspendedMemory, bytes, formatThread, work, sizes, fetch, clock, logger };
  const common = { ...shared, slug, permissions, limits };

  function tellEnd(call: PluginCall | undefined, meter: CallMeter, failure?: Failure): void {
    if (call?.onUsage === undefined && !parts.isWatched) return;
    const usage = meter.usage();
    call?.onUsage?.(usage);
    const callId = call === undefined ? {} : { callId: call.id };
    const code = failure === undefined ? {} : { code: failure.code };
    onEvent({ type: "call-ended", ...identity, ...callId, ...code, usage });
  }

  /** Everything that a call begins with. */
  async function prepare(
    call: PluginCall | undefined,
  ): Promise<{ begin: CallSeed; diff: MemoryDiff }> {
    parts.requireOpen();
    parts.quarantine.check(version, slug);
    parts.contention.seen(accounts.plugin);
    const begin =
      call?.intercept === undefined
        ? parts.createSeed()
        : await call.intercept("call.start", [], async () => parts.createSeed());
    await pool.start();
    const image = parts.images.get(id, () => loaded.reload());
    const diff = image instanceof Promise ? await image : image;
    parts.requireOpen();
    return { begin, diff };
  }

  async function run(context: SingleHandlerContext, call?: PluginCall): Promise<HandlerResult> {
    const account = accounts.installation(context.userId);
    const { begin, diff } = await prepare(call);
    const mediaBuffer = mayUseMedia ? context.mediaBuffer : null;
    const started: SandboxCall = new SandboxCall({
      ...common,
      account,
      plugin: { id, diff },
      input: {
        snapshot: encodeContext({ ...context, mediaBuffer }, limits),
        start: begin,
        media: media.share(mediaBuffer),
        limits: guestLimits(limits),
      },
      context,
      call,
      events: {
        onMoved: (reason) => onEvent({ type: "call-moved", ...identity, reason }),
        onStrike: () => parts.strike(identity),
        onEnd(meter, failure) {
          running.delete(started);
          if (failure !== undefined && isBrokenLimit(failure)) account.chargeBrokenLimit();
          tellEnd(call, meter, failure);
        },
      },
    });
    running.add(started);
    started.start();
    return started.result;
  }

  return { meta, intercepts: true, handler: run };
}
