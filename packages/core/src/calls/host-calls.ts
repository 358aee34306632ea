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

/** What a sandboxed call may ask of its host. Breaking one of the counts ends the call. */
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

/** What an interceptor learns of a host call beside its operation and arguments. */
export interface InterceptedCall {
  /** The call is refused: `execute` rejects, and nothing is performed. @default false */
  readonly isRefused?: boolean;
  /**
   * An interceptor that controls the order and time of outcomes calls it when this outcome's turn has come,
   * before it resolves.
   */
  readonly onSettled?: ((at: number) => void) | undefined;
  /** Its number in the run, in the order in which the handler made its host calls, from 0 on. */
  readonly sequence?: number;
}

/**
 * Wraps the performing of a host call: it may record it, answer in its place or delay it. A refused call
 * passes through as well, with an `execute` that rejects. `isRepeat` tells `execute` that an earlier
 * process may have performed the call already.
 */
export type HostCallInterceptor = (
  operation: HostOperation,
  args: readonly unknown[],
  execute: (isRepeat?: boolean) => Promise<unknown>,
  call?: InterceptedCall,
) => Promise<unknown>;

/** Reports a host call as it begins and as it settles; a refused call settles with its error. */
export type HostCallEvent = {
  /** 0, 1, 2 … in the order of the requests, the same as in the journal. */
  readonly sequence: number;
  readonly operation: HostOperation;
  readonly args: readonly unknown[];
} & (
  | { readonly type: "host-call-begun" }
  | {
      readonly type: "host-call-settled";
      readonly outcome: HostCallOutcome;
      /**
       * Credits that it was charged, where it was charged any. An answer from the journal has what was
       * charged when it was given for the first time.
       */
      readonly credits?: number;
      /** Milliseconds since it was begun, by the host's clock. */
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
   * Runs the performing when the caller has a turn for it: a call that a journal has delayed is performed in
   * a later turn of the event loop than the one in which it was made. @default at once
   */
  readonly inTurn?: RunInTurn;
  /** Whether the arguments are parsed from JSON, so that each value of theirs can be stored. @default false */
  readonly isFromJson?: boolean;
  /**
   * Called before the call is performed, and not where the journal has its outcome: sets aside what performing it
   * takes. The call waits for the promise, and ends with its error. @default nothing
   */
  readonly reserve?: (() => Promise<void> | undefined) | undefined;
  /**
   * Called at once when the call breaks a limit. Who has it ends the run itself, when the handler would get the
   * call's error. @default the run is aborted when the error has its turn among the outcomes
   */
  readonly onLimit?: (() => void) | undefined;
}

/** The host calls of one run of a handler: the only way from a plugin to the host's services. */
export interface HostCalls {
  /** The platform of the bot. */
  readonly platform: Platform;
  readonly counts: Readonly<HostCallCounts>;
  /**
   * Validates, permits, counts, journals and performs one host call. A refusal is an outcome like any
   * other: it has its position among the answers and in the journal. Rejects with `INVALID_ARGUMENT`,
   * `PERMISSION_DENIED`, a limit's code, `CALL_ENDED`, `UNKNOWN_OPERATION`, or the error of performing it.
   */
  run(operation: string, args: GivenArguments, options?: HostCallOptions): Promise<unknown>;
  /** The same for operations that no service of the context performs: a sandbox's `fetch` and timers. */
  runWith<Operation extends HostOperation>(
    operation: Operation,
    args: GivenArguments,
    perform: (args: OperationArguments[Operation]) => Promise<HostCallResults[Operation]>,
    options?: HostCallOptions,
  ): Promise<unknown>;
  /** Binds the bot to further options of this call, beside the person who is answered. */
  bindBot(scope: BotScope): void;
  /** Number of messages that may have reached the chat; each part of a text counts. */
  sends(): number;
  /** Credits that the host calls were charged in sum. */
  credits(): number;
  /**
   * From now on every host call is refused. Resolves when begun sends, writes and charged calls have ended, at
   * the latest after `graceMs` milliseconds: what is still open then rejects with `HOST_CALL_TIMEOUT`, and a
   * send counts as one that may have arrived.
   *
   * @param graceMs @default LIMITS.call.graceMs
   */
  end(graceMs?: number): Promise<void>;
}

/** What a run does about writes over keys that have changed since it read them. */
export interface ConflictHandling {
  /** Whether the run may start again, as far as its host is concerned, because of the write with this number. */
  readonly mayRestart: (sequence: number) => Promise<boolean>;
  /**
   * Ends the attempt: every effect that had begun has settled, and no other one begins.
   *
   * @returns whether the run starts again; not when its time is up
   */
  readonly restart: (key: string) => boolean;
  /** Called when the attempt waits for its effects before it ends. */
  readonly onWaiting?: (() => void) | undefined;
  /** The write was done over a value that the run did not know. */
  readonly onOverwrite: (key: string) => void;
  /** See `ReusableOutcomes`. */
  readonly draftOf: (key: string) => JsonValue | undefined;
}

/** What `openHostCalls` needs to know of the run. */
export interface HostCallsOptions {
  /** Identifies the run; the keys of its effects are derived from it. @default effects have no keys */
  readonly id?: string;
  readonly context: SingleHandlerContext;
  readonly permissions: PluginPermissions | undefined;
  /** See `Plugin`. */
  readonly permitsHost?: ((hostname: string) => boolean) | undefined;
  /** @default calls are counted and not limited, as for trusted plugins */
  readonly limits?: HostCallLimits | undefined;
  /** Wraps what is performed or refused: the journal. */
  readonly intercept?: HostCallInterceptor | undefined;
  /** Goes around the performing, inside of `intercept`: a test host's virtual time. */
  readonly around?: HostCallInterceptor | undefined;
  /** Called when a host call begins and when it settles. */
  readonly onEvent?: ((event: HostCallEvent) => void) | undefined;
  /** @default a write is done whatever the key holds */
  readonly conflicts?: ConflictHandling | undefined;
  /** @default systemClock */
  readonly clock?: Clock;
  /**
   * Called when the host's infrastructure has failed, or a limit was broken in a call without `onLimit`: the run is
   * over.
   */
  readonly onBroken?: (error: BotwrightError) => void;
}
