import { FairQueue, type Queued, type VirtualTime } from "./fair-queue.ts";

/** Reloads in a row while a file waits to be loaded for the first time. */
const MAX_RELOADS = 3;

/** Files in a row that are loaded for a short time while one waits that takes longer. */
const MAX_SHORT = 20;

/** A file that is to be loaded. */
interface QueuedLoad extends Queued {
  /** `"reload"`: a call waits for it. */
  readonly kind: string;
  /** It has not loaded within a short time. */
  readonly isLong?: boolean;
}

/** A file whose turn it is. */
export interface LoadTurn<Load> {
  readonly slice: Load;
  /** Whether it has only a short time, because others load or wait; if that is not enough, it comes again as long. */
  readonly isShort: boolean;
}

/**
 * Decides which file is loaded next. Most files need some milliseconds, some a second, and nothing tells which is
 * which: while others load or wait, a file has a short time, and one that needs more is loaded again, from its
 * beginning, in a lane of its own. So those that take long wait for each other and keep nobody else waiting. Each lane
 * loads one file at a time.
 *
 * In both lanes a file is loaded again before others are loaded for the first time, because a call waits for it. After
 * {@link MAX_RELOADS} in a row it is the turn of a first load: plugins that evict each other's images could
 * otherwise keep files from being loaded at all.
 */
export class LoadLanes<Load extends QueuedLoad> {
  private readonly short: Lane<Load>;
  private readonly long: Lane<Load>;
  private shortInARow = 0;

  constructor(time: VirtualTime) {
    this.short = new Lane(time);
    this.long = new Lane(time);
  }

  /** Where a file waits that is to be loaded. */
  queueOf({ isLong = false }: Load): Pick<FairQueue<Load>, "push" | "remove"> {
    return isLong ? this.long : this.short;
  }

  /** The file that can be loaded now. */
  next(): LoadTurn<Load> | undefined {
    const { short, long } = this;
    const longOne = long.peek();
    const isLongDue = longOne !== undefined && this.shortInARow >= MAX_SHORT;
    const slice = isLongDue ? undefined : short.peek();
    if (slice !== undefined) {
      // With nothing beside it, a file has all its time, and counts as one that takes long.
      const isAlone = long.isFree && longOne === undefined && short.count === 1;
      return { slice, isShort: !isAlone };
    }
    return longOne === undefined ? undefined : { slice: longOne, isShort: false };
  }

  begin(thread: object, { slice, isShort }: LoadTurn<Load>): void {
    const lane = isShort ? this.short : this.long;
    this.shortInARow = isShort ? this.shortInARow + 1 : 0;
    lane.begin(thread, slice);
  }

  /** The file that the worker was loading is loaded or has failed. */
  end(thread: object): void {
    this.short.end(thread);
    this.long.end(thread);
  }

  items(): Load[] {
    return [...this.short.items(), ...this.long.items()];
  }
}

/** Files of which one is loaded at a time. */
class Lane<Load extends QueuedLoad> {
  /** Number of files that wait. */
  count = 0;
  private readonly first: FairQueue<Load>;
  private readonly again: FairQueue<Load>;
  private thread: object | undefined;
  private reloadsInARow = 0;

  constructor(time: VirtualTime) {
    this.first = new FairQueue(time);
    this.again = new FairQueue(time);
  }

  get isFree(): boolean {
    return this.thread === undefined;
  }

  /** The next file; undefined while one is being loaded. */
  peek(): Load | undefined {
    if (!this.isFree) return undefined;
    const [first, again] = [this.first.peek(), this.again.peek()];
    return first !== undefined && this.reloadsInARow >= MAX_RELOADS ? first : (again ?? first);
  }

  push(slice: Load): void {
    this.queueOf(slice).push(slice);
    this.count++;
  }

  remove(slice: Load): void {
    this.queueOf(slice).remove(slice);
    this.count--;
  }

  begin(thread: object, { kind }: Load): void {
    this.thread = thread;
    this.reloadsInARow = kind === "reload" ? this.reloadsInARow + 1 : 0;
  }

  end(thread: object): void {
    if (this.thread === thread) this.thread = undefined;
  }

  items(): Load[] {
    return [...this.first.items(), ...this.again.items()];
  }

  private queueOf({ kind }: Load): FairQueue<Load> {
    return kind === "reload" ? this.again : this.first;
  }
}
