import type { BotAdapter, BotScope } from "../ports/bot.ts";
import { type Clock, systemClock } from "../ports/clock.ts";
import type { HostCallEnd } from "../ports/journal.ts";
import type { PluginPermissions } from "../types/plugin-meta.ts";
import type { SingleHandlerContext } from "../types/context.ts";
import {
  BotwrightError,
  describeError,
  isDeliveryUnknown,
  isInfrastructureError,
  PluginError,
} from "../types/errors.ts";
import { assertArguments } from "./arguments.ts";
import {
  findOperation,
  type HostCallResults,
  type HostOperation,
  isContextOperation,
  isInternal,
  isSend,
  type OperationArguments,
} from "./operations.ts";
import { performOperation } from "./perform.ts";
import { assertPermission } from "./permissions.ts";

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
  /** From now on every host call is refused. Resolves when begun sends have ended. */
  end(): Promise<void>;
}

/** What {@link openHostCalls} needs to know of the call. */
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

/**
 * Opens the pipeline of one call: validate → permit → count → journal → perform.
 *
 * @example
 * const hostCalls = openHostCalls({ context, permissions: plugin.meta.permissions });
 * await plugin.handler(guardContext(context, hostCalls));
 * await hostCalls.end();
 */
export function openHostCalls(options: HostCallsOptions): HostCalls {
  const { permissions, limits, intercept, onBroken, onEvent, clock = systemClock } = options;
  // A trusted handler gets the message itself and may change it.
  const { from, contextToken } = options.context.msg;
  const counts: HostCallCounts = { hostCalls: 0, sends: 0, fetches: 0 };
  const bound = options.context.bot.forCall?.({
    from,
    onParts: countParts,
    onSent: () => (sent += 1),
  });
  let context: SingleHandlerContext =
    bound === undefined ? options.context : { ...options.context, bot: bound };
  let sent = 0;
  let nextSequence = 0;
  let ended = false;
  const sending = new Set<Promise<unknown>>();

  /** Reads, validates and permits; and counts whatever comes of it, for a refusal is work too. */
  function check<Operation extends HostOperation>(
    operation: Operation,
    given: GivenArguments,
  ): Checked<OperationArguments[Operation]> {
    let raw: readonly unknown[] = [];
    let checked: Checked<OperationArguments[Operation]>;
    try {
      raw = typeof given === "function" ? given() : given;
      const args = assertArguments(operation, raw);
      assertPermission(permissions, operation, raw, { from, contextToken });
      checked = { raw, args };
    } catch (error) {
      checked = { raw, error };
    }
    // What a sandbox asks for by itself is no host call of the author's.
    if (isInternal(operation)) return checked;
    try {
      count(operation);
      return checked;
    } catch (error) {
      return { raw, error };
    }
  }

  function count(operation: string): void {
    const limit = findOperation(operation)?.limit;
    counts.hostCalls++;
    if (limit !== undefined) counts[limit]++;
    assertLimits();
  }

  /** A text of several messages counts as so many sends; none of them is sent when that is too many. */
  function countParts(parts: number): void {
    counts.sends += parts - 1;
    assertLimits();
  }

  function assertLimits(): void {
    if (limits === undefined) return;
    for (const [limit, code] of LIMIT_CODES) {
      if (counts[limit] <= limits[limit]) continue;
      const message = `the plugin broke the limit ${limit} = ${limits[limit]} of one call`;
      const error = new PluginError(message, { code });
      onBroken?.(error);
      throw error;
    }
  }

  /** Counts what the bot did not: sends of a bot that cannot be bound, and those answered from a journal. */
  async function countSend(send: Promise<unknown>, isCounted: () => boolean): Promise<unknown> {
    try {
      const receipt = await send;
      if (!isCounted() && !isIgnored(receipt)) sent += 1;
      return receipt;
    } catch (error) {
      if (!isCounted() && isDeliveryUnknown(error)) sent += 1;
      throw error;
    }
  }

  async function begin<Operation extends HostOperation>(
    operation: Operation,
    given: GivenArguments,
    perform: (args: OperationArguments[Operation], isRepeat: boolean) => Promise<unknown>,
    onSettled: ((at: number) => void) | undefined,
  ): Promise<unknown> {
    if (ended) throw callEnded(operation);
    const sequence = nextSequence++;
    const checked = check(operation, given);
    let isPerformed = false;
    const execute = async (isRepeat = false): Promise<unknown> => {
      if ("error" in checked) throw checked.error;
      isPerformed = true;
      return perform(checked.args, isRepeat);
    };
    const begun = { sequence, operation, args: checked.raw };
    const result = observe(begun, () =>
      intercept === undefined ? execute() : intercept(operation, checked.raw, execute, onSettled),
    );
    if (!isSend(operation)) return result;
    const send = countSend(result, () => bound !== undefined && isPerformed);
    sending.add(send);
    try {
      return await send;
    } finally {
      sending.delete(send);
    }
  }

  /** Tells of a host call. A failure of the infrastructure is no outcome: the call ends with it. */
  async function observe(
    begun: Pick<HostCallEvent, "sequence" | "operation" | "args">,
    run: () => Promise<unknown>,
  ): Promise<unknown> {
    const started = clock.now();
    onEvent?.({ type: "host-call-begun", ...begun });
    const settled = (outcome: HostCallEnd): void => {
      const ms = clock.now() - started;
      onEvent?.({ type: "host-call-settled", ...begun, outcome, ms });
    };
    try {
      const value = await run();
      settled({ ok: true, value });
      return value;
    } catch (error) {
      if (isInfrastructureError(error)) onBroken?.(error);
      else settled({ ok: false, error: describeError(error) });
      throw error;
    }
  }

  /** The key of the host call that begins next, if it is an effect. */
  function keyOfNext(operation: HostOperation): string | undefined {
    const isKeyed = options.id !== undefined && findOperation(operation)?.kind !== "read";
    return isKeyed ? `${options.id}/${nextSequence}` : undefined;
  }

  async function refuseUnknown(operation: string): Promise<never> {
    count(operation);
    throw unknownOperation(operation);
  }

  return {
    get context() {
      return context;
    },
    counts,
    run(operation, given, onSettled) {
      if (!isContextOperation(operation)) return handOut(refuseUnknown(operation));
      const key = keyOfNext(operation);
      const perform = (args: readonly unknown[], isRepeat: boolean): Promise<unknown> =>
        performOperation(context, operation, args, key === undefined ? key : { key, isRepeat });
      return handOut(begin(operation, given, perform, onSettled));
    },
    runWith: (operation, given, perform, onSettled) =>
      handOut(begin(operation, given, perform, onSettled)),
    bindBot(scope) {
      const { bot }: { bot: BotAdapter } = context;
      if (bot.forCall !== undefined) context = { ...context, bot: bot.forCall(scope) };
    },
    sends: () => sent,
    async end() {
      ended = true;
      await Promise.allSettled(sending);
    },
  };
}

/** Arguments as they came, and as they were found: valid and permitted, or refused. */
type Checked<Args> =
  | { readonly raw: readonly unknown[]; readonly args: Args }
  | { readonly raw: readonly unknown[]; readonly error: unknown };

/** A plugin may drop the promise; its failure must not end the host's process. */
function handOut(result: Promise<unknown>): Promise<unknown> {
  result.catch(() => {});
  return result;
}

const LIMIT_CODES: readonly (readonly [limit: keyof HostCallLimits, code: string])[] = [
  ["hostCalls", "SANDBOX_HOST_CALL_LIMIT"],
  ["sends", "SANDBOX_SEND_LIMIT"],
  ["fetches", "SANDBOX_FETCH_LIMIT"],
];

function isIgnored(receipt: unknown): boolean {
  return (
    typeof receipt === "object" &&
    receipt !== null &&
    "status" in receipt &&
    receipt.status === "ignored"
  );
}

function callEnded(operation: string): PluginError {
  return new PluginError(`${operation} came after the handler had ended and was not done`, {
    code: "CALL_ENDED",
  });
}

function unknownOperation(operation: string): BotwrightError {
  return new BotwrightError(`there is no host call ${operation}`, { code: "UNKNOWN_OPERATION" });
}
