/**
 * After so many looks, so many milliseconds apart, the next host call begins although one is being done: a test's own
 * function may wait for what only the next one brings. Looks are counted and not milliseconds, because on a busy machine
 * a moment may last longer: between two looks whatever can go on has a turn.
 */
const PATIENCE = { looks: 20, everyMs: 5 };

/**
 * Does the host calls of one handler one after another, in the order in which the handler made them, each when the handler
 * waits for it. Side by side with each other, and with the handler, they would end in the order of the machine, which is
 * another one in each run.
 */
export interface HostCallLane {
  /** Resolves when it is the turn of the host call with this number; the returned function ends the turn. */
  enter(sequence: number): Promise<() => void>;
  /** The handler waits: begins the next turn, unless one is under way. */
  readonly serve: () => void;
  /** The handler has ended: nobody waits for what is left, and all of it begins. */
  open(): void;
}

/** A host call that waits for its turn. */
interface Turn {
  readonly sequence: number;
  readonly begin: () => void;
}

/** Makes a {@link HostCallLane}. `mayBegin` tells whether the handler waits. */
export function createHostCallLane(mayBegin: () => boolean): HostCallLane {
  const waiting = new Set<Turn>();
  /** Whose turn it is. */
  let current: Turn | undefined;
  /** The number of the host call that was done last. */
  let last: number | undefined;
  let isOpen = false;

  function begin(turn: Turn): void {
    waiting.delete(turn);
    current = turn;
    turn.begin();
  }

  function beginNext(): void {
    const [next] = [...waiting].toSorted((one, other) => one.sequence - other.sequence);
    if (next !== undefined) begin(next);
  }

  function serve(): void {
    if (current === undefined && mayBegin()) beginNext();
  }

  return {
    // Then all that the handler has asked for is here: each takes some promise jobs to come.
    serve: () => void setImmediate(serve),
    open() {
      isOpen = true;
      while (waiting.size > 0) beginNext();
    },
    async enter(sequence) {
      const waiter = Promise.withResolvers<undefined>();
      const turn = { sequence, begin: () => waiter.resolve(undefined) };
      waiting.add(turn);
      // A write that has met a conflict, and is done nevertheless: the handler has had no answer yet. In an open lane
      // each begins as those began that were waiting, so that it does not overtake them.
      if (isOpen || sequence === last) begin(turn);
      let seen = current;
      let looks = 0;
      const impatience = setInterval(() => {
        if (seen !== current) looks = 0;
        seen = current;
        if (current !== undefined && ++looks === PATIENCE.looks) beginNext();
      }, PATIENCE.everyMs);
      setImmediate(serve);
      await waiter.promise;
      clearInterval(impatience);
      return () => {
        if (current !== turn) return;
        current = undefined;
        last = sequence;
        setImmediate(serve);
      };
    },
  };
}
