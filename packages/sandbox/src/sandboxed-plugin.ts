import type {
  CallStart,
  Clock,
  HandlerResult,
  Logger,
  Plugin,
  PluginCall,
  SingleHandlerContext,
} from "@botwright/core";
import { Call } from "./call.ts";
import { encodeFrame } from "./call-input.ts";
import { guestLimits } from "./call-messages.ts";
import type { CallMeter } from "./call-meter.ts";
import type { RunnablePlugin } from "./delivery.ts";
import type { Failure } from "./errors.ts";
import type { PluginVersion, SandboxEventListener } from "./events.ts";
import type { SandboxFetch } from "./fetch.ts";
import type { CallLimits } from "./limits.ts";
import type { MediaShare } from "./media.ts";
import { createPluginLane } from "./plugin-lane.ts";
import type { Pool } from "./pool.ts";
import type { Quarantine } from "./quarantine.ts";
import type { WaitingMemory } from "./waiting-memory.ts";

/** What all plugins of a sandbox share. */
export interface SandboxParts {
  readonly pool: Pool;
  readonly quarantine: Quarantine;
  readonly waiting: WaitingMemory;
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
  readonly delta: RunnablePlugin["delta"];
  readonly limits: CallLimits;
}

/** Makes a plugin whose handler runs in the sandbox's workers. */
export function createPlugin(loaded: LoadedPlugin, parts: SandboxParts): Plugin {
  const { id, meta, version, delta, limits } = loaded;
  const { pool, waiting, media, fetch, running, onEvent, clock, logger } = parts;
  const { slug, permissions } = meta;
  const identity = { slug, version };
  const lane = createPluginLane(clock, (untilMs) => {
    onEvent({ type: "plugin-slow", ...identity, untilMs });
  });
  const plugin: RunnablePlugin = { id, delta, lane: () => lane.lane() };
  const mayUseMedia = permissions === undefined || permissions.media === true;
  const common = { slug, permissions, pool, waiting, plugin, limits, fetch, clock, logger };

  function tellEnd(call: PluginCall | undefined, meter: CallMeter, failure?: Failure): void {
    if (call?.onUsage === undefined && !parts.isWatched) return;
    const usage = meter.usage();
    call?.onUsage?.(usage);
    const callId = call === undefined ? {} : { callId: call.id };
    const code = failure === undefined ? {} : { code: failure.code };
    onEvent({ type: "call-ended", ...identity, ...callId, ...code, usage });
  }

  async function start(context: SingleHandlerContext, call?: PluginCall): Promise<Call> {
    parts.requireOpen();
    parts.quarantine.check(version, slug);
    const begin =
      call?.intercept === undefined
        ? parts.drawStart()
        : await call.intercept("call.start", [], async () => parts.drawStart());
    const thread = await pool.take(plugin.lane());
    parts.requireOpen();
    const mediaBuffer = mayUseMedia ? context.mediaBuffer : null;
    const input = {
      frame: encodeFrame({ ...context, mediaBuffer }),
      start: begin,
      media: media.share(mediaBuffer),
      limits: guestLimits(limits),
    };
    const started: Call = new Call({
      ...common,
      input,
      context,
      call,
      events: {
        onSlice: (ms) => lane.addSlice(ms),
        onSlow: () => lane.becomeSlow(),
        onMoved: (reason) => onEvent({ type: "call-moved", ...identity, reason }),
        onStrike: () => parts.strike(identity),
        onEnd(meter, failure) {
          running.delete(started);
          tellEnd(call, meter, failure);
        },
      },
    });
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
