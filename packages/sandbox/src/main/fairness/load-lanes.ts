import { FairQueue, type Queued, type VirtualTime } from "./fair-queue.ts";

/** Most consecutive reloads while a file waits for its first load. */
const MAX_RELOADS = 3;

/** Most consecutive short loads while a long load waits. */
const MAX_SHORT = 20;

/** A file that is to be loaded. */
interface QueuedLoad extends Queued {
  /** `"reload"`: a call waits for the file. */
  readonly kind: string;
  /** A short load of the file did not suffice. */
  readonly isLong?: boolean;
}

/** A file whose turn it is. */
export interface LoadTurn<Load> {
  readonly slice: Load;
  /** Whether the load is cut off after a short time, because others load or wait; the file is then queued as long. */
  readonly isShort: boolean;
}

/**
 * Decides which file is loaded next. Most files load within some milliseconds, some take a second, and the host cannot
 * know in advance. So while others load or wait, a file gets a short time only. A file that needs more is loaded
 * again, from its beginning, in a separate lane for long loads: these wait for each other and do not delay short
 * ones. Each lane loads one file at a time.
 *
 * In both lanes reloads come before first loads, because a call waits for each reload. After {@link MAX_RELOADS}
 * consecutive reloads a first load has its turn: otherwise plugins that evict each other's images could keep other
 * files from being loaded at all.
 */
export class LoadLanes<Load extends QueuedLoad> {
  private readonly short: Lane<Load>;
  private readonly long: Lane<Load>;
  private shortInARow = 0;

  constructor(time: VirtualTime) {
    this.short = new Lane(time);
    this.long = new Lane(time);
  }

  /** Returns the lane in which a file waits. */
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
      // A file that loads alone gets the full time limit and occupies the lane of long loads.
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

/** A queue of files of which one is loaded at a time. */
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
