import type { Journal } from "@botwright/core";
import { leaseLost, type NodeLease } from "../node-lease.ts";

/**
 * Creates a journal that accepts entries only while the node has its lease. Every effect is written to the journal
 * first. So if a node was paused in the middle of a run and another node has handled the message since, its next write
 * fails and it performs no further effect.
 *
 * This check uses the clock of the process, which stands still while the machine is suspended. The option `lease` of
 * the wrapped journal makes the database check with its own clock.
 */
export function createLeasedJournal(journal: Journal, lease: Pick<NodeLease, "isHeld">): Journal {
  function assertHeld(): void {
    if (!lease.isHeld()) throw leaseLost();
  }
  return {
    read: (callId) => journal.read(callId),
    async write(entries) {
      assertHeld();
      await journal.write(entries);
      // The process may have been paused while the database wrote.
      assertHeld();
    },
  };
}
