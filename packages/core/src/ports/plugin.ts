import type { HostCallInterceptor, HostCallLimits, HostCalls } from "../calls/host-calls.ts";
import type { HandlerContext } from "../types/context.ts";
import type { PluginMeta } from "../types/plugin-meta.ts";
import type { LogLine } from "./logger.ts";
import type { ErrorLocation } from "../types/errors.ts";
import type { CallUsage } from "../types/usage.ts";

/** The result of a handler: `true` ends the chain, `false` passes the message to the next plugin. */
export interface HandlerResult {
  handled: boolean;
}

/** What the host passes to a handler besides the context. Plugin code never sees it. */
export interface PluginCall {
  /** Identifies this call in journals and logs. */
  readonly id: string;
  /**
   * The pipeline for all host calls of the handler, opened by the dispatcher; the context's methods use it too. A
   * sandboxed plugin that is called without it opens its own, with `intercept` and `signal`.
   */
  readonly hostCalls?: HostCalls;
  /** Wraps every host call when there are no {@link hostCalls}. */
  readonly intercept?: HostCallInterceptor;
  /** Aborts when the call ends before its handler does; the reason is the error with which the call ends. */
  readonly signal?: AbortSignal;
  /**
   * Called by sandboxed plugins whenever the handler cannot continue or end before a host call or a timer is
   * answered.
   */
  readonly onWaiting?: () => void;
  /**
   * Called by sandboxed plugins when the call continues without an answer, because a host call that waited for memory
   * held by other calls begins.
   */
  readonly onResume?: () => void;
  /**
   * Called by sandboxed plugins when the handler has returned or thrown, while calls that it did not await may still
   * run. From then on its result is final, even if the call is aborted.
   */
  readonly onReturn?: () => void;
  /** Called with each line that the plugin logs, in addition to the sandbox's own logger. */
  readonly onLog?: (line: LogLine) => void;
  /** Called once by metered plugins, when the call has ended. */
  readonly onUsage?: (usage: CallUsage) => void;
}

/** Limits of one call that the host enforces. */
export interface PluginLimits extends HostCallLimits {
  /** Milliseconds from start to end of the call, including the time that it waits. */
  readonly wallMs: number;
}

/** A plugin that can run: trusted functions, sandboxed files and fakes all have this shape. */
export interface Plugin {
  readonly meta: PluginMeta & { readonly slug: string };
  /** SHA-256 of a file's source in hexadecimal digits; a trusted function has none. */
  readonly version?: string;
  /** The limits of an untrusted plugin. @default its host calls are counted and not limited */
  readonly limits?: PluginLimits;
  /** Runs the plugin on a message. In the single-platform variant the context is a `SingleHandlerContext`. */
  handler(context: HandlerContext, call?: PluginCall): Promise<HandlerResult>;
  /**
   * Whether a pattern in `meta.permissions.hosts` matches this host name, for a plugin that declares permissions.
   * @default the plugin's `fetch` itself decides, as for a trusted function
   */
  readonly permitsHost?: ((hostname: string) => boolean) | undefined;
  /**
   * Finds the place in the plugin's file at which an error was thrown by its handler. A sandboxed plugin does not
   * need it, because its `PluginError` has the position.
   */
  locate?(thrown: unknown): ErrorLocation | undefined;
}

/** A plugin as installed by an account: with its settings, and its priority if the account overrides it. */
export interface Installation {
  readonly plugin: Plugin;
  /** Overrides the plugin's own priority; 0 to 1000, smaller runs first. */
  readonly priority?: number;
  readonly config?: Record<string, unknown>;
}
