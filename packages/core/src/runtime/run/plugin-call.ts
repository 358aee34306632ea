import { guardContext } from "../../calls/guard-context.ts";
import type {
  ConflictHandling,
  HostCallEvent,
  HostCallInterceptor,
  HostCalls,
} from "../../calls/host-calls.ts";
import { isPermitted } from "../../calls/permissions.ts";
import { openHostCalls } from "../../calls/pipeline.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Plugin, PluginCall } from "../../ports/plugin.ts";
import { LIMITS } from "../../rules/limits.ts";
import { isBotwrightError, isInfrastructureError, PluginError } from "../../types/errors.ts";
import type { SingleHandlerContext } from "../../types/context.ts";
import type { CallUsage } from "../../types/usage.ts";

/** Options of {@link openPluginCall}. */
export interface PluginCallOptions {
  readonly id: string;
  readonly plugin: Pick<Plugin, "meta" | "limits" | "permitsHost">;
  /** Longest time in milliseconds; the plugin's own limit may be shorter. */
  readonly wallMs: number;
  /**
   * Milliseconds that the run may take beyond `wallMs`, for calls that have begun. @default
   * LIMITS.call.graceMs
   */
  readonly graceMs?: number | undefined;
  readonly clock: Clock;
  /** When the time of the run began to count, in milliseconds since 1970. @default now */
  readonly startedAt?: number;
  /** Handles writes to keys that another run has changed. @default the writes are done */
  readonly conflicts?: Omit<ConflictHandling, "restart">;
  /** Wraps every host call: the journal's interceptor. */
  readonly intercept?: HostCallInterceptor | undefined;
  /** Wraps the performing of a host call, inside of {@link intercept}. */
  readonly around?: HostCallInterceptor | undefined;
  /** Ends the call from outside. @default only its deadline and its limits end it */
  readonly signal?: AbortSignal | undefined;
  readonly onWaiting?: (() => void) | undefined;
  readonly onResume?: (() => void) | undefined;
  /** Called when a host call starts and when it settles. */
  readonly onHostCall?: ((event: HostCallEvent) => void) | undefined;
  readonly onLog?: PluginCall["onLog"];
  readonly onUsage?: (usage: CallUsage) => void;
}

/** One call of a handler, as the code that runs the handler sees it. */
export interface OpenPluginCall<Context> {
  /** The context; `mediaBuffer` is `null` when the plugin does not have the permission for media. */
  readonly permitted: Context;
  /**
   * Creates the context of a trusted handler: `permitted`, with its methods as host calls. A sandbox makes host
   * calls by name and does not need these wrappers of about 10 kB. It is a function, because V8 keeps a getter of a
   * single object, and everything that it refers to, until the next full collection.
   */
  readonly context: () => Context;
  readonly call: PluginCall & { readonly hostCalls: HostCalls; readonly signal: AbortSignal };
  readonly hostCalls: HostCalls;
  /** The key whose change has aborted the call, so that its run starts again; undefined otherwise. */
  readonly restartedBy: () => string | undefined;
  /** Rejects when the call ends before its handler does, because its time is up or it has exceeded a limit. */
  readonly aborted: Promise<never>;
  /**
   * Refuses further host calls. Resolves when the open sends, writes and charged calls have settled, at the latest
   * `graceMs` milliseconds after the wall limit.
   */
  end(): Promise<void>;
}

/**
 * Opens a call: its host calls, its deadline and the context that its handler gets.
 *
 * @example
 * const { context: guarded, call, aborted, end } = openPluginCall(context, options);
 * const result = await Promise.race([plugin.handler(guarded(), call), aborted]);
 * await end();
 */
export function openPluginCall<Context extends SingleHandlerContext>(
  context: Context,
  options: PluginCallOptions,
): OpenPluginCall<Context> {
  const { id, plugin, clock, conflicts, intercept, around, onWaiting, onResume, onLog, onUsage } =
    options;
  const { graceMs = LIMITS.call.graceMs } = options;
  const { meta, limits } = plugin;
  const wallMs = Math.min(options.wallMs, limits?.wallMs ?? Infinity);
  const maxMs = wallMs + graceMs;
  const { startedAt = clock.now() } = options;
  const aborter = new AbortController();
  const { signal } = aborter;
  let hasReturned = false;
  const aborted = new Promise<never>((_resolve, reject) => {
    const onEnd = (): void => {
      if (!hasReturned || isInfrastructureError(signal.reason)) reject(signal.reason);
    };
    signal.addEventListener("abort", onEnd, { once: true });
  });
  // Prevents an unhandled rejection when the call has ended before the caller awaits `aborted`.
  aborted.catch(() => {});
  const cancelTimer = clock.after(Math.max(0, startedAt + wallMs - clock.now()), () =>
    aborter.abort(timedOut(meta.slug, wallMs)),
  );
  const onAbort = (): void => aborter.abort(endedFromOutside(options.signal?.reason));
  if (options.signal?.aborted === true) onAbort();
  options.signal?.addEventListener("abort", onAbort);
  let restartedBy: string | undefined;
  const restart = (key: string): boolean => {
    if (!signal.aborted) restartedBy = key;
    aborter.abort(new PluginError("the run starts again", { code: "ABORTED" }));
    return restartedBy !== undefined;
  };
  const hostCalls = openHostCalls({
    ...(id !== "" && { id }),
    context,
    permissions: meta.permissions,
    permitsHost: plugin.permitsHost,
    limits,
    intercept,
    around,
    conflicts: conflicts && { ...conflicts, restart },
    clock,
    onEvent: options.onHostCall,
    onBroken: (error) => aborter.abort(error),
  });
  const permitted = isPermitted(meta.permissions, "media")
    ? context
    : { ...context, mediaBuffer: null };
  const call = {
    id,
    hostCalls,
    signal,
    ...(onWaiting !== undefined && { onWaiting }),
    ...(onResume !== undefined && { onResume }),
    onReturn: () => void (hasReturned = true),
    ...(onLog !== undefined && { onLog }),
    ...(onUsage !== undefined && { onUsage }),
  };
  return {
    permitted,
    context: () => guardContext(permitted, hostCalls),
    call,
    hostCalls,
    restartedBy: () => restartedBy,
    aborted,
    async end() {
      cancelTimer();
      options.signal?.removeEventListener("abort", onAbort);
      await hostCalls.end(Math.max(0, startedAt + maxMs - clock.now()));
    },
  };
}

function endedFromOutside(reason: unknown): Error {
  if (isBotwrightError(reason)) return reason;
  const isTimeout = reason instanceof Error && reason.name === "TimeoutError";
  return isTimeout
    ? new PluginError("the plugin's time was up", { code: "PLUGIN_TIMEOUT" })
    : new PluginError("the call was aborted", { code: "ABORTED" });
}

function timedOut(slug: string, wallMs: number): PluginError {
  return new PluginError(`plugin ${slug} did not finish within ${wallMs} ms`, {
    code: "PLUGIN_TIMEOUT",
  });
}
