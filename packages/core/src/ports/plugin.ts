import type { HostCallInterceptor, HostCallLimits, HostCalls } from "../calls/host-calls.ts";
import type { HandlerContext } from "../types/context.ts";
import type { PluginMeta } from "../types/plugin-meta.ts";
import type { LogLine } from "./logger.ts";
import type { ErrorLocation } from "../types/errors.ts";
import type { CallUsage } from "../types/usage.ts";

/** What a handler returns: `true` stops the chain, `false` passes the message on. */
export interface HandlerResult {
  handled: boolean;
}

/** What a handler is called with beside the context, by its host. Plugin code never sees it. */
export interface PluginCall {
  /** Identifies this call in journals and logs. */
  readonly id: string;
  /**
   * Where every host call of the handler goes, as the dispatcher opens it; the context's methods lead
   * there too. A sandboxed plugin that is called without opens its own, with `intercept` and `signal`.
   */
  readonly hostCalls?: HostCalls;
  /** Goes around every host call, where there are no {@link hostCalls}. */
  readonly intercept?: HostCallInterceptor;
  /** Aborted when the call is over before its handler is; the reason is the error that it ends with. */
  readonly signal?: AbortSignal;
  /**
   * Called by sandboxed plugins whenever the handler can go on, or end, only after a host call or a
   * timer is answered.
   */
  readonly onWaiting?: () => void;
  /**
   * Called by sandboxed plugins when the call goes on without an answer: a host call that had to wait for memory
   * which others held begins.
   */
  readonly onResume?: () => void;
  /**
   * Called by sandboxed plugins when the handler has returned or thrown, while what it did not await may still go on:
   * how it has ended stands from then on, also where the call is aborted.
   */
  readonly onReturn?: () => void;
  /** Called with each line that the plugin logs, beside the sandbox's own logger. */
  readonly onLog?: (line: LogLine) => void;
  /** Called once, when the call has ended, by plugins that are metered. */
  readonly onUsage?: (usage: CallUsage) => void;
}

/** Limits of one call that the host's side keeps. */
export interface PluginLimits extends HostCallLimits {
  /** Milliseconds from start to end, waits included. */
  readonly wallMs: number;
}

/** A plugin ready to run: a trusted function, a sandboxed file and a fake all have this shape. */
export interface Plugin {
  readonly meta: PluginMeta & { readonly slug: string };
  /** SHA-256 of a file's source in hexadecimal digits; a trusted function has none. */
  readonly version?: string;
  /** Of a plugin that is not trusted. @default what it asks for is counted and not limited */
  readonly limits?: PluginLimits;
  /** In the single-platform variant it is called with a `SingleHandlerContext`. */
  handler(context: HandlerContext, call?: PluginCall): Promise<HandlerResult>;
  /**
   * Whether a pattern of `meta.permissions.hosts` fits this host, for a plugin that declares permissions.
   * @default its `fetch` decides alone, as that of a trusted function
   */
  readonly permitsHost?: ((hostname: string) => boolean) | undefined;
  /**
   * Finds where in the plugin's file an error that its handler threw happened. A sandboxed plugin needs none:
   * its `PluginError` has the position.
   */
  locate?(thrown: unknown): ErrorLocation | undefined;
}

/** A plugin as an account has it: with its settings, and its priority if overridden. */
export interface Installation {
  readonly plugin: Plugin;
  /** Overrides the plugin's own priority; 0 to 1000, smaller runs first. */
  readonly priority?: number;
  readonly config?: Record<string, unknown>;
}
