import type { Journal } from "@botwright/core";
import { leaseLost, type NodeLease } from "../node-lease.ts";

/**
 * A journal that takes entries only while the node has its lease. Every effect is written ahead, so a node
 * that was paused in the middle of a run, whose message another node has handled since, performs no effect
 * any more: it stops where it next writes.
 *
 * It asks the clock of this process, which stands still while the machine is suspended. The `lease` of the
 * journal below has the database ask its own.
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
      // The pause may have come while the database wrote.
      assertHeld();
    },
  };
}
