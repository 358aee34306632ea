import type { HandlerContext } from "../types/context.ts";
import type { HostCallInterceptor } from "../calls/operations.ts";
import type { PluginMeta } from "../types/plugin-meta.ts";
import type { CallUsage } from "../types/usage.ts";

/** What a handler returns: `true` stops the chain, `false` passes the message on. */
export interface HandlerResult {
  handled: boolean;
}

/** What the dispatcher gives to one call beside the context. Plugin code never sees it. */
export interface PluginCall {
  /** Identifies this call in journals and logs. */
  readonly id: string;
  /** Goes around every host call: journal, permission, replay. */
  readonly intercept?: HostCallInterceptor;
  /** Aborted when the call's time is up. */
  readonly signal?: AbortSignal;
  /**
   * Told by sandboxed plugins whenever the handler can go on, or end, only after a host call or a
   * timer is answered.
   */
  readonly onWaiting?: () => void;
  /** Told once, when the call has ended, by plugins that are metered. */
  readonly onUsage?: (usage: CallUsage) => void;
}

/** A plugin ready to run: a trusted function, a sandboxed file and a fake all have this shape. */
export interface Plugin {
  readonly meta: PluginMeta & { readonly slug: string };
  /**
   * Whether the handler itself sends every host call through `call.intercept`. Else whoever calls it
   * wraps the context.
   */
  readonly intercepts?: boolean;
  /** In the single-platform variant it is called with a `SingleHandlerContext`. */
  handler(context: HandlerContext, call?: PluginCall): Promise<HandlerResult>;
}

/** A plugin as an account has it: with its settings, and its priority if overridden. */
export interface Installation {
  readonly plugin: Plugin;
  /** Overrides the plugin's own priority; 0 to 1000, smaller runs first. */
  readonly priority?: number;
  readonly config?: Record<string, unknown>;
}
