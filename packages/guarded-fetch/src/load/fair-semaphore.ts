import { onAbort } from "../abort.ts";
import { overloaded } from "../errors.ts";

/** How many entries may run at once, and how many may wait. */
export interface FairSemaphoreOptions {
  /** Names the queued work in the error of a full queue. */
  readonly what: string;
  readonly maxActive: number;
  readonly maxActivePerGroup: number;
  readonly maxWaiting: number;
  readonly maxWaitingPerGroup: number;
}

/** Callbacks of one entry. */
export interface EntryEvents {
  /** Called with true when the entry has to wait, and with false when its turn has come. */
  readonly onWaiting?: ((isWaiting: boolean) => void) | undefined;
  /** Ends the entry early, because its group holds most slots while another group has none. @default never ended */
  readonly preempt?: () => void;
}

/** The right to run; `release` has an effect once. */
export interface Slot {
  release(): void;
}

/** An entry that runs. */
interface Running {
  readonly since: number;
  readonly preempt: (() => void) | undefined;
}

/** The work of one group, for example of one plugin. */
interface Group {
  readonly key: string | undefined;
  /** Oldest first. */
  readonly running: Set<Running>;
  /** In order of arrival. */
  readonly waiting: Set<() => void>;
}

/** Milliseconds that a group without a slot waits, and that an entry has at least run, before it is ended for that. */
const MAX_STARVATION_MS = 1000;

/**
 * Grants a bounded number of slots. Within a group the order is first come, first served; groups take turns
 * (round robin), so that a group with slow work delays only itself. Work without a group is subject to the
 * common bounds only.
 *
 * The share of a group that holds slots is `maxActivePerGroup`, and never more than the number of free slots, so there
 * is always a slot left for one more group. A group that holds none has no such bound. When many groups have taken all
 * slots, a group without one waits at most about {@link MAX_STARVATION_MS} for the next one: then the group that
 * holds most slots gives up its oldest entry.
 *
 * @see https://doi.org/10.1109/90.664262 Choudhury, Hahne: Dynamic queue length thresholds for shared-memory
 *   packet switches
 */
export class FairSemaphore {
  readonly #options: FairSemaphoreOptions;
  /** Groups that run or wait; the waiting ones are in the order of their next turn. */
  readonly #groups = new Map<string | undefined, Group>();
  #active = 0;
  #waiting = 0;

  constructor(options: FairSemaphoreOptions) {
    this.#options = options;
  }

  /** Number of running and of waiting entries. */
  get counts(): { readonly active: number; readonly waiting: number } {
    return { active: this.#active, waiting: this.#waiting };
  }

  /**
   * Resolves when the group's turn has come.
   *
   * @throws {@link GuardedFetchError} `FETCH_OVERLOADED`; the signal's reason
   */
  async acquire(
    key: string | undefined,
    signal: AbortSignal,
    { onWaiting, preempt }: EntryEvents = {},
  ): Promise<Slot> {
    signal.throwIfAborted();
    const group = this.#groups.get(key) ?? { key, running: new Set(), waiting: new Set() };
    if (group.waiting.size === 0 && this.#mayStart(group)) return this.#start(group, preempt);
    const { what, maxWaiting, maxWaitingPerGroup } = this.#options;
    const isGroupFull = key !== undefined && group.waiting.size >= maxWaitingPerGroup;
    if (this.#waiting >= maxWaiting || isGroupFull) throw overloaded(what);
    onWaiting?.(true);
    const { promise, resolve, reject } = Promise.withResolvers<Slot>();
    const starvationTimer = setInterval(() => this.#makeRoomFor(group), MAX_STARVATION_MS);
    const start = (): void => {
      clearInterval(starvationTimer);
      onWaiting?.(false);
      resolve(this.#start(group, preempt));
    };
    group.waiting.add(start);
    this.#groups.set(key, group);
    this.#waiting++;
    using _ = onAbort(signal, () => {
      if (!group.waiting.delete(start)) return;
      clearInterval(starvationTimer);
      this.#waiting--;
      this.#forget(group);
      reject(signal.reason);
    });
    return await promise;
  }

  #mayStart({ key, running }: Group): boolean {
    const { maxActive, maxActivePerGroup } = this.#options;
    const free = maxActive - this.#active;
    if (key === undefined || running.size === 0) return free > 0;
    return running.size < Math.min(maxActivePerGroup, free);
  }

  #start(group: Group, preempt: (() => void) | undefined): Slot {
    const entry: Running = { since: performance.now(), preempt };
    this.#active++;
    group.running.add(entry);
    this.#groups.set(group.key, group);
    let isReleased = false;
    const release = (): void => {
      if (isReleased) return;
      isReleased = true;
      this.#active--;
      group.running.delete(entry);
      this.#forget(group);
      // The free slot raises the share of every group, so more than one entry may start.
      while (this.#startNext());
    };
    return { release };
  }

  /** Ends the oldest entry of the group that holds most slots, if another group has waited too long for its first. */
  #makeRoomFor(group: Group): void {
    if (group.running.size > 0 || this.#active < this.#options.maxActive) return;
    let most: Group | undefined;
    for (const one of this.#groups.values()) {
      const isMore = one.running.size > (most?.running.size ?? 1);
      // Work without a group is skipped, because it does not have a single owner.
      if (isMore && one.key !== undefined) most = one;
    }
    const [oldest] = most?.running ?? [];
    if (oldest !== undefined && performance.now() - oldest.since >= MAX_STARVATION_MS)
      oldest.preempt?.();
  }

  /** Starts the first waiting entry of the group whose turn it is; returns whether there was one. */
  #startNext(): boolean {
    for (const group of this.#groups.values()) {
      const [start] = group.waiting;
      if (start === undefined || !this.#mayStart(group)) continue;
      group.waiting.delete(start);
      this.#waiting--;
      // Moves the group to the end, so that other groups are next.
      this.#groups.delete(group.key);
      start();
      return true;
    }
    return false;
  }

  #forget(group: Group): void {
    if (group.running.size === 0 && group.waiting.size === 0) this.#groups.delete(group.key);
  }
}
