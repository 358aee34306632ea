import { BotwrightError, describeError } from "./errors.ts";
import { hostResultValidators } from "./generated/validators.ts";
import type { HostCallInterceptor, HostCallResults, HostOperation } from "./host-calls.ts";
import type { HostCallOutcome, Journal, JournalEntry } from "./journal.ts";
import { requireValid } from "./validation.ts";

/**
 * Records each host call of one run. What the journal already holds of this run is answered from
 * it instead: a message that was half done is finished without doing anything twice.
 *
 * The interceptor rejects with `JOURNAL_MISMATCH` when the run asks for something else than it did
 * before.
 */
export async function journalCalls(journal: Journal, callId: string): Promise<HostCallInterceptor> {
  const recorded = await journal.read(callId);
  let next = 0;
  return async (operation, args, execute) => {
    const sequence = next++;
    const entry = recorded[sequence];
    if (entry !== undefined && entry.operation !== operation) throw mismatch(entry, operation);
    if (entry?.outcome !== undefined) return replay(operation, entry.outcome);
    await journal.begin({ callId, sequence, operation, args });
    try {
      const value = await execute();
      await journal.settle(callId, sequence, { ok: true, value });
      return value;
    } catch (error) {
      await journal.settle(callId, sequence, { ok: false, error: describeError(error) });
      throw error;
    }
  };
}

/** The record may come from a file or a database: its shape is checked like any other input. */
function replay<Operation extends HostOperation>(
  operation: Operation,
  outcome: HostCallOutcome,
): HostCallResults[Operation] {
  if (outcome.ok) return requireValid(operation, hostResultValidators[operation](outcome.value));
  throw new BotwrightError(outcome.error.message, { code: outcome.error.code });
}

function mismatch(entry: JournalEntry, operation: string): BotwrightError {
  return new BotwrightError(
    `host call ${entry.sequence} was ${entry.operation} when it was recorded and is ${operation} now; the plugin or its input has changed`,
    { code: "JOURNAL_MISMATCH" },
  );
}
