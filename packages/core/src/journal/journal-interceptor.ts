import { isDeepStrictEqual } from "node:util";
import { type Clock, systemClock } from "../ports/clock.ts";
import { BotwrightError, describeError } from "../types/errors.ts";
import type { HostCallInterceptor } from "../calls/host-calls.ts";
import type { HostOperation } from "../calls/operations.ts";
import { operationResultValidators } from "../generated/operations.ts";
import type { HostCallOutcome, Journal, JournalEntry } from "../ports/journal.ts";
import { createSequencer } from "./sequencer.ts";
import { assertValid } from "../rules/validation.ts";

/**
 * Records each host call of one run. What the journal already holds of this run is answered from
 * it instead, in the recorded order: a message that was half done is finished without doing
 * anything twice, and a finished run is replayed.
 *
 * The interceptor rejects with `JOURNAL_MISMATCH` when the run asks for something else than it did
 * before.
 *
 * @example
 * const intercept = await createJournalInterceptor(journal, "call-1");
 * await plugin.handler(context, { id: "call-1", intercept });
 */
export async function createJournalInterceptor(
  journal: Journal,
  callId: string,
  clock: Clock = systemClock,
): Promise<HostCallInterceptor> {
  const recorded = await journal.read(callId);
  const ended = recorded.flatMap(({ sequence: number, outcome }) =>
    outcome === undefined ? [] : [{ number, order: outcome.order }],
  );
  ended.sort((a, b) => a.order - b.order);
  const sequencer = createSequencer();
  let sequence = 0;
  let nextOrder = ended.length;

  /** Keeps the outcome before anybody acts on it, one after another. */
  async function settle(
    number: number,
    how: { ok: true; value: unknown } | { ok: false; error: { code: string; message: string } },
    onSettled: ((at: number) => void) | undefined,
  ): Promise<void> {
    const order = nextOrder++;
    await sequencer.wait(order);
    const at = clock.now();
    try {
      await journal.settle(callId, number, { order, at, ...how });
      onSettled?.(at);
    } finally {
      sequencer.pass(order);
    }
  }

  return async (operation, args, execute, onSettled) => {
    const number = sequence++;
    const entry = recorded[number];
    if (entry?.outcome !== undefined) {
      const turn = ended.findIndex((one) => one.number === number);
      try {
        assertSameCall(entry, operation, args);
        await sequencer.wait(turn);
        onSettled?.(entry.outcome.at);
      } finally {
        sequencer.pass(turn);
      }
      return replay(operation, entry.outcome);
    }
    if (entry !== undefined) assertSameCall(entry, operation, args);
    await journal.begin({ callId, sequence: number, operation, args });
    let value: unknown;
    try {
      value = await execute();
    } catch (error) {
      await settle(number, { ok: false, error: describeError(error) }, onSettled);
      throw error;
    }
    await settle(number, { ok: true, value }, onSettled);
    return value;
  };
}

/** The record may come from a file or a database: its shape is checked like any other input. */
function replay(operation: HostOperation, outcome: HostCallOutcome): unknown {
  if (!outcome.ok) throw new BotwrightError(outcome.error.message, { code: outcome.error.code });
  return assertValid<unknown>(operation, operationResultValidators[operation](outcome.value));
}

function assertSameCall(entry: JournalEntry, operation: string, args: readonly unknown[]): void {
  const sameOperation = entry.operation === operation;
  if (sameOperation && isDeepStrictEqual(plain(entry.args), plain(args))) return;
  const difference = sameOperation
    ? `asked ${operation} for something else when it was recorded`
    : `was ${entry.operation} when it was recorded and is ${operation} now`;
  throw new BotwrightError(
    `host call ${entry.sequence} ${difference}; the plugin or its input has changed`,
    { code: "JOURNAL_MISMATCH" },
  );
}

/** Arguments as any journal keeps them: JSON, and bytes as text. */
function plain(args: readonly unknown[]): unknown {
  const json = JSON.stringify(args, function (this: Record<string, unknown>, key, value: unknown) {
    // A Buffer has turned itself into an object by now.
    const original = this[key];
    if (!(original instanceof Uint8Array)) return value;
    return { base64: Buffer.from(original).toString("base64") };
  });
  return JSON.parse(json);
}
