import { InfrastructureError, type Journal } from "@botwright/core";
import type { NodeLease } from "../node-lease.ts";

/**
 * A journal that takes entries only while the node has its lease. Every effect is written ahead, so a node
 * that was paused in the middle of a run, whose message another node has handled since, performs no effect
 * any more: it stops where it next writes.
 */
export function createLeasedJournal(journal: Journal, lease: Pick<NodeLease, "isHeld">): Journal {
  function assertHeld(): void {
    if (lease.isHeld()) return;
    throw new InfrastructureError("this node has lost its lease: the message goes on elsewhere");
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
