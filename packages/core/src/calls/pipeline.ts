import { isIgnored } from "../rules/content/is-ignored.ts";
import { isObject } from "../rules/is-object.ts";
import type { BotScope } from "../ports/bot.ts";
import { systemClock } from "../ports/clock.ts";
import type { HostCallOutcome } from "../ports/journal.ts";
import type { SingleHandlerContext } from "../types/context.ts";
import {
  InvalidInputError,
  isBotwrightError,
  isDeliveryUnknown,
  isInfrastructureError,
  PluginError,
} from "../types/errors.ts";
import { describeError } from "../rules/errors/describe-error.ts";
import { LIMITS } from "../rules/limits.ts";
import { atOnce } from "../rules/next-turn.ts";
import { assertArguments } from "./arguments/arguments.ts";
import { assertFetchAddress } from "./arguments/fetch-address.ts";
import { assertUploadSize } from "./arguments/upload-size.ts";
import { createCallCounter, isCallLimit } from "./call-counter.ts";
import { chargedCredits } from "./charged-credits.ts";
import {
  type GivenArguments,
  HOST_CALL_TIMEOUT,
  type HostCallEvent,
  type HostCallOptions,
  type HostCallInterceptor,
  type HostCalls,
  type HostCallsOptions,
} from "./host-calls.ts";
import {
  findOperation,
  isCharged,
  isContextOperation,
  isInternal,
  isSend,
} from "./find-operation.ts";
import type { OperationArguments } from "./operation-types.ts";
import type { HostOperation } from "./operations.ts";
import {
  isConditionalWrite,
  openConditionalWrites,
  PendingConflict,
} from "./storage/conditional-writes.ts";
import { createOpenCalls, trackIn } from "./open-calls.ts";
import { createRestart } from "./storage/restart.ts";
import { bindBot, mergeScopes } from "./bot-scope.ts";
import { performOperation, withTurns } from "./perform.ts";
import { assertPermission } from "./permissions.ts";

/**
 * Opens the host-call pipeline of one run: validate → permit → count → journal → perform.
 *
 * Arguments are validated and permitted before the journal sees the call. A refused call passes through the same
 * steps as a performed one (it is counted, numbered and journaled), because otherwise the calls after it would have
 * other sequence numbers in a replay.
 *
 * The file is longer than others because all steps share the state of one run.
 *
 * @example
 * const hostCalls = openHostCalls({ context, permissions: plugin.meta.permissions });
 * await plugin.handler(guardContext(context, hostCalls));
 * await hostCalls.end();
 */
export function openHostCalls(options: HostCallsOptions): HostCalls {
  const {
    permissions,
    permitsHost,
    limits,
    intercept,
    onBroken,
    onEvent,
    clock = systemClock,
  } = options;
  const { around = performDirectly, conflicts } = options;
  // Copied now: a trusted handler receives the message object itself and may change it.
  const { from, contextToken } = options.context.msg;
  const { counts, count, countParts } = createCallCounter(limits);
  /** Whether the bot itself reports what it has sent. */
  const isCounting = options.context.bot.forCall !== undefined;
  const openCalls = createOpenCalls(clock);
  let scope: BotScope = {
    from,
    onParts: countParts,
    onSent: () => (sent += 1),
    signal: openCalls.signal,
  };
  /** The context, with its bot bound to `scope`; created by the first call that needs it. */
  let context: SingleHandlerContext | undefined;
  let sent = 0;
  let nextSequence = 0;
  let ended = false;
  let credits = 0;
  const sending = new Set<Promise<unknown>>();
  /** Open writes and charged calls; `end` waits for them. */
  const writing = new Set<Promise<unknown>>();
  const restart = createRestart({
    hasSent: () => sent > 0 || sending.size > 0,
    conflicts,
    refusal: callEnded,
  });
  const writesOf = openConditionalWrites(
    conflicts && { context: contextOfCall, draftOf: conflicts.draftOf },
  );

  function contextOfCall(): SingleHandlerContext {
    return (context ??= bindBot(options.context, scope));
  }

  /**
   * Reads, validates and permits a call, and counts it even when it is refused, because a refusal also costs the
   * host work.
   */
  function check<Operation extends HostOperation>(
    operation: Operation,
    given: GivenArguments,
    { isFromJson, onLimit }: HostCallOptions,
  ): Checked<OperationArguments[Operation]> {
    let raw: readonly unknown[] = [];
    let checked: Checked<OperationArguments[Operation]>;
    try {
      raw = typeof given === "function" ? given() : given;
      const args = assertArguments(operation, raw, {
        ownerId: options.context.userId,
        isFromJson,
      });
      assertFetchAddress(operation, args);
      assertPermission(permissions, operation, raw, { from, contextToken }, permitsHost);
      assertUploadSize(operation, args, limits?.uploadBytes);
      checked = { raw, args };
    } catch (error) {
      checked = { raw, error };
    }
    // Operations that the sandbox itself requests do not count.
    if (isInternal(operation)) return checked;
    try {
      count(operation);
      return checked;
    } catch (error) {
      onLimit?.();
      return { raw, error };
    }
  }

  /**
   * Counts the sends that the bot has not counted: every send of a bot without `forCall`, and every send whose
   * outcome came from the journal.
   */
  async function countSend(send: Promise<unknown>, isCounted: () => boolean): Promise<unknown> {
    try {
      const receipt = await send;
      if (!isCounted() && !isIgnored(receipt)) sent += 1;
      return receipt;
    } catch (error) {
      // The bot counts a send when it settles, so it has not counted a send that the run gave up.
      const isUncounted = !isCounted() || describeError(error).code === HOST_CALL_TIMEOUT;
      if (isUncounted && isDeliveryUnknown(error)) sent += 1;
      throw error;
    }
  }

  /**
   * Runs one host call through the pipeline. It draws the sequence number before its first `await`, so that
   * concurrent calls are numbered in the order in which the plugin made them.
   */
  async function begin<Operation extends HostOperation>(
    operation: Operation,
    given: GivenArguments,
    perform: (args: OperationArguments[Operation], isRepeat: boolean) => Promise<unknown>,
    how: HostCallOptions = {},
  ): Promise<unknown> {
    const { onSettled, inTurn = atOnce, reserve } = how;
    if (ended) throw callEnded(operation);
    // When a conflict is about to restart the run, a new call waits until this attempt has ended, and then rejects.
    // It draws no sequence number, so the journal has no entry for it.
    const held = restart.untilOver(operation);
    if (held !== undefined) await held;
    const sequence = nextSequence++;
    const checked = check(operation, given, how);
    let isPerformed = false;
    let isGivenUp = false;
    const open = restart.open(findOperation(operation)?.kind, sequence);
    const writer = isConditionalWrite(operation) ? writesOf(operation) : undefined;
    // The innermost step, run only when the journal has no outcome. A refusal is thrown here, inside the interceptor,
    // so that the interceptor records it like any other outcome.
    const performChecked = async (isRepeat: boolean): Promise<unknown> => {
      if ("error" in checked) throw checked.error;
      const { args } = checked;
      return inTurn(async () => {
        if (isGivenUp) throw callEnded(operation);
        restart.assertOpen(operation);
        isPerformed = true;
        open?.begin();
        return perform(args, isRepeat);
      });
    };
    const performAround = (run: () => Promise<unknown>): Promise<unknown> =>
      around(operation, checked.raw, run, { sequence });
    const execute = async (isRepeat = false): Promise<unknown> => {
      // Writes to one key run one after another, because each write compares with the value of the write before it.
      if (writer !== undefined && open !== undefined) {
        const earlier = writer.enter(checked.raw, open.settled());
        if (earlier !== undefined) open.queue();
        await earlier;
      }
      const reserved = "error" in checked ? undefined : reserve?.();
      if (reserved !== undefined) {
        open?.queue();
        await reserved;
      }
      const result = await performAround(() => performChecked(isRepeat));
      if (!(result instanceof PendingConflict)) return result;
      // Another run has changed the key since this run read it; nothing is written yet. `decide` rejects when the run
      // starts again, and resolves when this write must overwrite the other value.
      await restart.decide(result, open);
      restart.assertOpen(operation);
      if (isGivenUp) throw callEnded(operation);
      const written = await performAround(() => inTurn(result.overwrite));
      conflicts?.onOverwrite(result.key);
      return written;
    };
    const begun = { sequence, operation, args: checked.raw };
    const call = { isRefused: "error" in checked, onSettled };
    const go = (): Promise<unknown> =>
      intercept === undefined ? execute() : intercept(operation, checked.raw, execute, call);
    const run = (): Promise<unknown> =>
      isInternal(operation) ? go() : openCalls.track(operation, go, () => (isGivenUp = true));
    const result = observe(begun, run, how);
    if (open !== undefined) void result.then(open.settle, open.settle);
    if (writer !== undefined || isCharged(operation)) return trackIn(writing, result);
    if (!isSend(operation)) return result;
    return trackIn(
      sending,
      countSend(result, () => isCounting && isPerformed),
    );
  }

  /**
   * Reports a host call to `onEvent`. An infrastructure failure ends the run and is not an outcome. A broken limit
   * is an outcome that ends the run as well: outcomes before it may end the run first, and a replay must decide the
   * same.
   */
  async function observe(
    begun: Pick<HostCallEvent, "sequence" | "operation" | "args">,
    run: () => Promise<unknown>,
    { inTurn = atOnce, onLimit }: HostCallOptions,
  ): Promise<unknown> {
    const started = clock.now();
    onEvent?.({ type: "host-call-begun", ...begun });
    const settled = (outcome: HostCallOutcome): void => {
      const ms = clock.now() - started;
      const charged = chargedCredits(begun.operation, outcome);
      credits += charged;
      onEvent?.({
        type: "host-call-settled",
        ...begun,
        outcome,
        ms,
        ...(charged > 0 && { credits: charged }),
      });
    };
    try {
      const value = await run();
      const writes = writesOf(begun.operation);
      const note = async (): Promise<void> => writes?.note({ ...begun, value });
      // The value that was read or written may be large, and copying it takes time in proportion to its size.
      const isLong = isObject(value) || begun.args.some(isObject);
      if (writes !== undefined) await (isLong ? inTurn(note) : note());
      settled({ ok: true, value });
      return value;
    } catch (error) {
      if (isInfrastructureError(error)) {
        onBroken?.(error);
        throw error;
      }
      settled({ ok: false, error: describeError(error) });
      const isEnd = onLimit === undefined && isBotwrightError(error) && isCallLimit(error.code);
      if (isEnd) onBroken?.(error);
      throw error;
    }
  }

  /**
   * The idempotency key of the next host call, `<run id>/<sequence>`; undefined for a read or a run without an id.
   */
  function keyOfNext(operation: HostOperation): string | undefined {
    const isKeyed = options.id !== undefined && findOperation(operation)?.kind !== "read";
    return isKeyed ? `${options.id}/${nextSequence}` : undefined;
  }

  async function refuseUnknown(operation: string): Promise<never> {
    count(operation);
    throw unknownOperation(operation);
  }

  return {
    platform: options.context.bot.platform,
    counts,
    run(operation, given, how) {
      if (!isContextOperation(operation)) return ignoreRejection(refuseUnknown(operation));
      const key = keyOfNext(operation);
      const inTurn = how?.inTurn;
      const perform = (args: readonly unknown[], isRepeat: boolean): Promise<unknown> => {
        const effect = key === undefined ? undefined : { key, isRepeat };
        const writer = isConditionalWrite(operation) ? writesOf(operation) : undefined;
        if (writer !== undefined) return writer.perform({ operation, args, effect, inTurn });
        const all = withTurns(operation, args, inTurn);
        return performOperation(contextOfCall(), operation, all, effect);
      };
      return ignoreRejection(begin(operation, given, perform, how));
    },
    runWith: (operation, given, perform, how) =>
      ignoreRejection(begin(operation, given, perform, how)),
    bindBot(more) {
      scope = mergeScopes(scope, more);
      context = undefined;
    },
    sends: () => sent,
    credits: () => credits,
    async end(graceMs = LIMITS.call.graceMs) {
      ended = true;
      openCalls.giveUpAfter(graceMs);
      restart.end();
      await Promise.allSettled([...sending, ...writing]);
    },
  };
}

const performDirectly: HostCallInterceptor = (_operation, _args, execute) => execute();

/** The raw arguments of a call, with the validated arguments or the error that refuses the call. */
type Checked<Args> =
  | { readonly raw: readonly unknown[]; readonly args: Args }
  | { readonly raw: readonly unknown[]; readonly error: unknown };

/** Prevents an unhandled rejection when a plugin drops the promise. */
function ignoreRejection(result: Promise<unknown>): Promise<unknown> {
  result.catch(() => {});
  return result;
}

function callEnded(operation: string): PluginError {
  return new PluginError(`${operation} came after the handler had ended and was not done`, {
    code: "CALL_ENDED",
  });
}

function unknownOperation(operation: string): InvalidInputError {
  return new InvalidInputError(`there is no host call ${operation}`, { code: "UNKNOWN_OPERATION" });
}
