/**
 * After this many checks, this many milliseconds apart, the next host call begins although one is still running: a
 * test's own function may wait for an effect of the next one. It counts checks and not milliseconds, because between
 * two checks all ready work has a turn, even on a busy machine.
 */
const PATIENCE = { looks: 20, everyMs: 5 };

/**
 * Runs the host calls of one handler one after another, in the order in which the handler made them, each while the
 * handler waits. If they ran concurrently with each other and with the handler, their order would depend on the
 * machine and differ in each run.
 */
export interface HostCallLane {
  /** Resolves when it is the turn of the host call with this number; the returned function ends the turn. */
  enter(sequence: number): Promise<() => void>;
  /** Called when the handler waits: begins the next turn, unless one is running. */
  readonly serve: () => void;
  /** Called when the handler has ended: begins all remaining host calls, because the handler awaits none of them. */
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
  /** The turn that is running. */
  let current: Turn | undefined;
  /** The number of the host call that had the last turn. */
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
    // By then all host calls that the handler made have arrived: each takes some promise jobs to arrive.
    serve: () => void setImmediate(serve),
    open() {
      isOpen = true;
      while (waiting.size > 0) beginNext();
    },
    async enter(sequence) {
      const waiter = Promise.withResolvers<undefined>();
      const turn = { sequence, begin: () => waiter.resolve(undefined) };
      waiting.add(turn);
      // The same number enters again when a write met a conflict and is repeated: it begins at once, because the
      // handler has had no answer yet. In an open lane, host calls begin by the same steps as those that waited, so
      // that a new one does not overtake them.
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
