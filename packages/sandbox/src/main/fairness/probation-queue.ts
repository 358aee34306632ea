import { FairQueue, precedes, type Queued, type VirtualTime } from "./fair-queue.ts";
import type { Standing } from "./slowness.ts";

/** Which plugins are served: only proven ones, also new ones, or all. */
export type Admission = "proven" | "new" | "all";

const ADMITTED: Readonly<Record<Admission, readonly Standing[]>> = {
  proven: ["proven"],
  new: ["proven", "new"],
  all: ["proven", "new", "suspect"],
};

/**
 * A fair queue that can skip plugins that are not proven (see `UsageAccount.standing`). Any of them may compute for a
 * second, so they have to wait while no spare worker could replace the worker that they would block.
 */
export class ProbationQueue<Item extends Queued> {
  private readonly queues: Readonly<Record<Standing, FairQueue<Item>>>;

  constructor(time: VirtualTime) {
    this.queues = {
      proven: new FairQueue(time),
      new: new FairQueue(time),
      suspect: new FairQueue(time),
    };
  }

  /**
   * Returns the item that is served next, if any. It may belong to a plugin that has become slow since it was queued,
   * whatever the admission: the caller has to move such an item to another queue.
   */
  peek(admission: Admission = "all"): Item | undefined {
    let best: Item | undefined;
    for (const standing of ADMITTED.all) {
      const item = this.queues[standing].peek();
      if (item === undefined) continue;
      const isAdmitted = ADMITTED[admission].includes(standing);
      if (!isAdmitted && item.account.schedulingClass === "normal") continue;
      if (best === undefined || precedes(item.account, best.account)) best = item;
    }
    return best;
  }

  push(item: Item): void {
    this.queues[item.account.standing].push(item);
  }

  /** Removes an item that no longer needs a turn. */
  remove(item: Item): void {
    for (const queue of Object.values(this.queues)) queue.remove(item);
  }

  /** All items, those of each account in order. */
  items(): Item[] {
    return Object.values(this.queues).flatMap((queue) => queue.items());
  }
}
