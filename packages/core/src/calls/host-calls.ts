import type { BotScope } from "../ports/bot.ts";
import type { Clock } from "../ports/clock.ts";
import type { HostCallOutcome } from "../ports/journal.ts";
import type { JsonValue, RunInTurn } from "../ports/storage.ts";
import type { SingleHandlerContext } from "../types/context.ts";
import type { BotwrightError } from "../types/errors.ts";
import type { Platform } from "../types/platform.ts";
import type { PluginPermissions } from "../types/plugin-meta.ts";
import type { HostCallResults, OperationArguments } from "./operation-types.ts";
import type { HostOperation } from "./operations.ts";

/** The code of a host call that was still open when its run had to end. */
export const HOST_CALL_TIMEOUT = "HOST_CALL_TIMEOUT";

/** The limits of one sandboxed call. Exceeding one of the counts ends the call. */
export interface HostCallLimits {
  /** Host calls of any kind, including refused ones. */
  readonly hostCalls: number;
  /** Messages sent to the chat; each part of a long text is one. */
  readonly sends: number;
  readonly fetches: number;
  /** Bytes of the medium of one send; a larger one rejects with `MEDIA_TOO_LARGE`. @default no limit */
  readonly uploadBytes?: number;
}

/** Number of host calls made so far, by the limit that counts them. */
export type HostCallCounts = {
  -readonly [Limit in Exclude<keyof HostCallLimits, "uploadBytes">]: number;
};

/** What an interceptor gets about a host call besides its operation and arguments. */
export interface InterceptedCall {
  /** Whether the call is refused: then `execute` rejects, and nothing is performed. @default false */
  readonly isRefused?: boolean;
  /**
   * Called by an interceptor that controls the order and time of outcomes, when it is this outcome's turn and before
   * the call resolves.
   */
  readonly onSettled?: ((at: number) => void) | undefined;
  /** The sequence number of the call in its run: 0, 1, 2 … in the order in which the handler made its calls. */
  readonly sequence?: number;
}

/**
 * Wraps the performing of a host call: it may record the call, answer in its place or delay it. A refused call also
 * passes through, with an `execute` that rejects. Pass `isRepeat` to `execute` when an earlier process may already
 * have performed the call.
 */
export type HostCallInterceptor = (
  operation: HostOperation,
  args: readonly unknown[],
  execute: (isRepeat?: boolean) => Promise<unknown>,
  call?: InterceptedCall,
) => Promise<unknown>;

/** Reports a host call as it begins and as it settles; a refused call settles with its error. */
export type HostCallEvent = {
  /** The sequence number, as in the journal: 0, 1, 2 … in the order of the calls. */
  readonly sequence: number;
  readonly operation: HostOperation;
  readonly args: readonly unknown[];
} & (
  | { readonly type: "host-call-begun" }
  | {
      readonly type: "host-call-settled";
      readonly outcome: HostCallOutcome;
      /**
       * Credits that the call cost; absent when it cost none. An answer from the journal has the credits that the
       * call cost when it was performed.
       */
      readonly credits?: number;
      /** Milliseconds since the call began, by the host's clock. */
      readonly ms: number;
    }
);

/** The arguments of a host call, or a function that reads them; an error that it throws refuses the call. */
export type GivenArguments = readonly unknown[] | (() => readonly unknown[]);

/** How one host call is made. */
export interface HostCallOptions {
  /** See {@link InterceptedCall}; not called without an interceptor that orders outcomes. */
  readonly onSettled?: ((at: number) => void) | undefined;
  /**
   * Performs the call in a turn of the caller's choice. It is needed because a call that the journal has delayed is
   * performed in a later turn of the event loop than the one in which the plugin made it. @default at once
   */
  readonly inTurn?: RunInTurn;
  /** Whether the arguments were parsed from JSON, so that every value in them can be stored. @default false */
  readonly isFromJson?: boolean;
  /**
   * Reserves the resources (such as memory) that performing the call takes. Called before the call is performed, but
   * not when the journal has its outcome. The call waits for the promise; if it rejects, so does the call.
   * @default nothing
   */
  readonly reserve?: (() => Promise<void> | undefined) | undefined;
  /**
   * Called at once when the call exceeds a limit. A caller that passes it ends the run itself, at the time when the
   * handler would get the call's error. @default the run is aborted when it is the error's turn among the outcomes
   */
  readonly onLimit?: (() => void) | undefined;
}

/** The host calls of one run of a handler: the only way from a plugin to the host's services. */
export interface HostCalls {
  /** The platform of the bot. */
  readonly platform: Platform;
  readonly counts: Readonly<HostCallCounts>;
  /**
   * Validates, permits, counts, journals and performs one host call. A refusal is an outcome like any other: it has
   * its place in the order of outcomes and in the journal. Rejects with `INVALID_ARGUMENT`, `PERMISSION_DENIED`, a
   * limit's code, `CALL_ENDED`, `UNKNOWN_OPERATION`, or the error of performing the call.
   */
  run(operation: string, args: GivenArguments, options?: HostCallOptions): Promise<unknown>;
  /** Like `run`, for operations that no service of the context performs: a sandbox's `fetch` and timers. */
  runWith<Operation extends HostOperation>(
    operation: Operation,
    args: GivenArguments,
    perform: (args: OperationArguments[Operation]) => Promise<HostCallResults[Operation]>,
    options?: HostCallOptions,
  ): Promise<unknown>;
  /** Adds options of this call to the scope of the bot; the person who is answered stays the same. */
  bindBot(scope: BotScope): void;
  /** Number of messages that may have reached the chat; each part of a text counts. */
  sends(): number;
  /** Sum of the credits that the host calls cost. */
  credits(): number;
  /**
   * Refuses every further host call. Resolves when the open sends, writes and charged calls have settled, at the
   * latest after `graceMs` milliseconds: a call that is still open then rejects with `HOST_CALL_TIMEOUT`, and a send
   * among them counts as one that may have arrived.
   *
   * @param graceMs @default LIMITS.call.graceMs
   */
  end(graceMs?: number): Promise<void>;
}

/** The effects of an attempt that have no outcome yet. */
export interface OpenEffects {
  /** Resolves when each of them is being performed, or waits for something that may take long. */
  readonly begun: () => Promise<void>;
  /** Whether the effect with this sequence number is being performed: the run starts again only when it has settled. */
  readonly isPerforming: (sequence: number) => boolean;
}

/** How a run handles a write conflict: a write to a key that another run has changed since this run read it. */
export interface ConflictHandling {
  /** Whether the host lets the run start again. */
  readonly mayRestart: (effects: OpenEffects) => Promise<boolean>;
  /**
   * Ends the attempt. By then every effect that has begun has settled, and no other effect begins.
   *
   * @returns whether the run starts again; false when its time is up
   */
  readonly restart: (key: string) => boolean;
  /** Called when the attempt begins to wait for its open effects before it ends. */
  readonly onWaiting?: (() => void) | undefined;
  /** Called when the write has replaced a value that the run did not know. */
  readonly onOverwrite: (key: string) => void;
  /** See `ReusableOutcomes`. */
  readonly draftOf: (key: string) => JsonValue | undefined;
}

/** Options of `openHostCalls`. */
export interface HostCallsOptions {
  /** Identifies the run; the keys of its effects are derived from it. @default effects have no keys */
  readonly id?: string;
  readonly context: SingleHandlerContext;
  readonly permissions: PluginPermissions | undefined;
  /** See `Plugin`. */
  readonly permitsHost?: ((hostname: string) => boolean) | undefined;
  /** @default calls are counted and not limited, as for trusted plugins */
  readonly limits?: HostCallLimits | undefined;
  /** The journal's interceptor; wraps performed and refused calls. */
  readonly intercept?: HostCallInterceptor | undefined;
  /** Wraps the performing of a call, inside of `intercept`; a test host uses it for virtual time. */
  readonly around?: HostCallInterceptor | undefined;
  /** Called when a host call begins and when it settles. */
  readonly onEvent?: ((event: HostCallEvent) => void) | undefined;
  /** @default writes are unconditional */
  readonly conflicts?: ConflictHandling | undefined;
  /** @default systemClock */
  readonly clock?: Clock;
  /**
   * Called when the run must end, because the host's infrastructure has failed or a call without `onLimit` has
   * exceeded a limit.
   */
  readonly onBroken?: (error: BotwrightError) => void;
}
