/**
 * Milliseconds of the machine's time after which the next host call begins although something is under way: a test's
 * own function may wait for what only the next one brings.
 */
const PATIENCE_MS = 50;

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

/** Makes a {@link HostCallLane}. `mayBegin` tells whether the handler waits. */
export function createHostCallLane(mayBegin: () => boolean): HostCallLane {
  const waiting = new Set<{ readonly sequence: number; readonly begin: () => void }>();
  /** Whose turn it is. */
  let current: object | undefined;
  let isOpen = false;
  /** Turns that have begun. */
  let begun = 0;

  function begin(): void {
    const [next] = [...waiting].toSorted((one, other) => one.sequence - other.sequence);
    if (next === undefined) return;
    waiting.delete(next);
    current = next;
    begun++;
    next.begin();
  }

  function serve(): void {
    if (current === undefined && mayBegin()) begin();
  }

  return {
    // Then all that the handler has asked for is here: each takes some promise jobs to come.
    serve: () => void setImmediate(serve),
    open() {
      isOpen = true;
      while (waiting.size > 0) begin();
    },
    async enter(sequence) {
      if (isOpen) return () => {};
      let before = begun;
      const waiter = Promise.withResolvers<undefined>();
      const turn = { sequence, begin: () => waiter.resolve(undefined) };
      waiting.add(turn);
      const impatience = setInterval(() => {
        if (!waiting.has(turn)) clearInterval(impatience);
        else if (before === begun) begin();
        before = begun;
      }, PATIENCE_MS);
      setImmediate(serve);
      await waiter.promise;
      clearInterval(impatience);
      return () => {
        if (current !== turn) return;
        current = undefined;
        setImmediate(serve);
      };
    },
  };
}
