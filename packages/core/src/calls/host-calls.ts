import type { BotScope } from "../ports/bot.ts";
import type { Clock } from "../ports/clock.ts";
import type { HostCallEnd } from "../ports/journal.ts";
import type { SingleHandlerContext } from "../types/context.ts";
import type { BotwrightError } from "../types/errors.ts";
import type { PluginPermissions } from "../types/plugin-meta.ts";
import type { HostCallResults, HostOperation, OperationArguments } from "./operations.ts";

/** The code of a host call that was still open when its run had to end. */
export const HOST_CALL_TIMEOUT = "HOST_CALL_TIMEOUT";

/** What a sandboxed call may ask of its host in all. Breaking one ends the call. */
export interface HostCallLimits {
  /** Host calls of any kind, refused ones included. */
  readonly hostCalls: number;
  /** Messages into the chat; each part of a long text is one. */
  readonly sends: number;
  readonly fetches: number;
}

/** Host calls that were made, by the limit that counts them. */
export type HostCallCounts = { -readonly [Limit in keyof HostCallLimits]: number };

/**
 * Goes around the performing of a host call: records it, answers in its place, or lets time pass. What is
 * refused comes here too, with an `execute` that rejects; `isRepeat` tells it that it may have been
 * performed before, by a process that has ended. One that keeps the order and time of outcomes
 * calls `onSettled` when this one's turn has come, before it resolves.
 */
export type HostCallInterceptor = (
  operation: HostOperation,
  args: readonly unknown[],
  execute: (isRepeat?: boolean) => Promise<unknown>,
  onSettled?: (at: number) => void,
) => Promise<unknown>;

/** What a host call does, as it happens; one that is refused settles like any other. */
export type HostCallEvent = {
  /** 0, 1, 2 … in the order of the requests, as in a journal. */
  readonly sequence: number;
  readonly operation: HostOperation;
  readonly args: readonly unknown[];
} & (
  | { readonly type: "host-call-begun" }
  | {
      readonly type: "host-call-settled";
      readonly outcome: HostCallEnd;
      /**
       * Credits that it was charged, where it was charged any. An answer from the journal has what was
       * charged when it was given for the first time.
       */
      readonly credits?: number;
      /** Milliseconds since it was begun, by the host's clock. */
      readonly ms: number;
    }
);

/** The arguments of a host call, or what reads them: what that throws is a refusal like any other. */
export type GivenArguments = readonly unknown[] | (() => readonly unknown[]);

/** The host calls of one call of a handler: the one way from a plugin to what its host does for it. */
export interface HostCalls {
  /** What operations are performed on. Its bot counts what it sends. */
  readonly context: SingleHandlerContext;
  readonly counts: Readonly<HostCallCounts>;
  /**
   * Validates, permits, counts, journals and performs one host call. A refusal is an outcome like any
   * other: it has its place among the answers, and in the journal. Rejects with `INVALID_ARGUMENT`,
   * `PERMISSION_DENIED`, a limit's code, `CALL_ENDED`, `UNKNOWN_OPERATION`, or what performing it
   * rejects with.
   *
   * @param onSettled see {@link HostCallInterceptor}; not called where nothing keeps an order
   */
  run(operation: string, args: GivenArguments, onSettled?: (at: number) => void): Promise<unknown>;
  /** The same for what the services of the context do not have: a sandbox's `fetch`, its timers. */
  runWith<Operation extends HostOperation>(
    operation: Operation,
    args: GivenArguments,
    perform: (args: OperationArguments[Operation]) => Promise<HostCallResults[Operation]>,
    onSettled?: (at: number) => void,
  ): Promise<unknown>;
  /** Ties the bot to more than the person who is answered. */
  bindBot(scope: BotScope): void;
  /** Messages that may have reached the chat: each part of a text is one. */
  sends(): number;
  /** Credits that the host calls were charged in sum. */
  credits(): number;
  /**
   * From now on every host call is refused. Resolves when begun sends have ended, at the latest after
   * so many milliseconds: what is still open then rejects with `HOST_CALL_TIMEOUT`, and a send counts
   * as one that may have arrived.
   *
   * @param graceMs @default LIMITS.call.graceMs
   */
  end(graceMs?: number): Promise<void>;
}

/** What `openHostCalls` needs to know of the call. */
export interface HostCallsOptions {
  /** Names the call: with it each effect has a key. @default effects have none */
  readonly id?: string;
  readonly context: SingleHandlerContext;
  readonly permissions: PluginPermissions | undefined;
  /** @default counted and not limited: trusted plugins */
  readonly limits?: HostCallLimits | undefined;
  /** Goes around what is performed or refused: the journal. */
  readonly intercept?: HostCallInterceptor | undefined;
  /** Called when a host call is begun and when it is settled. */
  readonly onEvent?: ((event: HostCallEvent) => void) | undefined;
  /** @default systemClock */
  readonly clock?: Clock;
  /** A limit is broken, or something of the host's own has failed: the call is over. */
  readonly onBroken?: (error: BotwrightError) => void;
}
