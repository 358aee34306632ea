import type {
  CallStart,
  Clock,
  HandlerResult,
  Logger,
  Plugin,
  PluginCall,
  SingleHandlerContext,
} from "@botwright/core";
import { createAnswerSizes } from "./answer-sizes.ts";
import type { ByteBudget } from "./byte-budget.ts";
import { Call } from "./call.ts";
import { encodeFrame } from "./call-input.ts";
import { guestLimits } from "./call-messages.ts";
import type { CallMeter } from "./call-meter.ts";
import type { Contention } from "./contention.ts";
import { type Failure, isBrokenLimit } from "./errors.ts";
import type { PluginVersion, SandboxEventListener } from "./events.ts";
import type { SandboxFetch } from "./fetch.ts";
import type { FormatThread } from "./format-thread.ts";
import type { HostWork } from "./host-work.ts";
import type { Delta } from "./image.ts";
import type { ImageStore } from "./image-store.ts";
import type { CallLimits } from "./limits.ts";
import type { MediaShare } from "./media.ts";
import type { Pool } from "./pool.ts";
import type { Quarantine } from "./quarantine.ts";
import type { SuspendedMemoryBudget } from "./suspended-memory.ts";
import type { PluginAccounts } from "./usage-account.ts";

/** What all plugins of a sandbox share. */
export interface SandboxParts {
  readonly pool: Pool;
  readonly quarantine: Quarantine;
  readonly suspended: SuspendedMemoryBudget;
  readonly bytes: ByteBudget;
  readonly formatThread: FormatThread;
  readonly work: HostWork;
  readonly images: ImageStore;
  readonly contention: Contention;
  readonly media: MediaShare;
  readonly drawStart: () => CallStart;
  readonly fetch: SandboxFetch | false;
  readonly running: Set<Call>;
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
  reload(): Promise<Delta>;
}

/** Makes a plugin whose handler runs in the sandbox's workers. */
export function createPlugin(loaded: LoadedPlugin, parts: SandboxParts): Plugin {
  const { id, meta, version, limits, accounts } = loaded;
  const {
    pool,
    suspended,
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
  const shared = { pool, suspended, bytes, formatThread, work, sizes, fetch, clock, logger };
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
  ): Promise<{ begin: CallStart; delta: Delta }> {
    parts.requireOpen();
    parts.quarantine.check(version, slug);
    parts.contention.seen(accounts.plugin);
    const begin =
      call?.intercept === undefined
        ? parts.drawStart()
        : await call.intercept("call.start", [], async () => parts.drawStart());
    await pool.start();
    const image = parts.images.get(id, () => loaded.reload());
    const delta = image instanceof Promise ? await image : image;
    parts.requireOpen();
    return { begin, delta };
  }

  async function run(context: SingleHandlerContext, call?: PluginCall): Promise<HandlerResult> {
    const account = accounts.installation(context.userId);
    const { begin, delta } = await prepare(call);
    const mediaBuffer = mayUseMedia ? context.mediaBuffer : null;
    const started: Call = new Call({
      ...common,
      account,
      plugin: { id, delta },
      input: {
        frame: encodeFrame({ ...context, mediaBuffer }, limits),
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
