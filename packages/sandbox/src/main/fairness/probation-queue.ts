import { FairQueue, precedes, type Queued, type VirtualTime } from "./fair-queue.ts";

/**
 * A fair queue that can leave out the plugins on probation: those that have run little, or were slow a short while
 * ago (`UsageAccount.isProven`). Any of them may compute for a second, so they have to wait where nothing could replace
 * the worker that they would block.
 */
export class ProbationQueue<Item extends Queued> {
  private readonly proven: FairQueue<Item>;
  private readonly others: FairQueue<Item>;

  constructor(time: VirtualTime) {
    this.proven = new FairQueue(time);
    this.others = new FairQueue(time);
  }

  /**
   * Returns the item that is served next; undefined when there is none.
   *
   * @param admitsAll `false`: none of a plugin on probation, unless it is slow by now, and has to go elsewhere
   */
  peek(admitsAll = true): Item | undefined {
    const [one, other] = [this.proven.peek(), this.others.peek()];
    const isOut = !admitsAll && other?.account.schedulingClass === "normal";
    if (other === undefined || isOut) return one;
    return one === undefined || precedes(other.account, one.account) ? other : one;
  }

  push(item: Item): void {
    (item.account.isProven ? this.proven : this.others).push(item);
  }

  /** Removes an item that no longer needs a turn. */
  remove(item: Item): void {
    this.proven.remove(item);
    this.others.remove(item);
  }

  /** All items, those of each account in order. */
  items(): Item[] {
    return [...this.proven.items(), ...this.others.items()];
  }
}
