import { AGAIN_MS, isPassing } from "./try-again.ts";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";

/** Data that is loaded: not yet, not, or the newest that is known. */
export interface Loaded<T> {
  readonly data: T | undefined;
  readonly error: Error | undefined;
  readonly isLoading: boolean;
  /** Loads again; what is shown stays until it is there. */
  readonly reload: () => void;
  /** Shows something else at once, as after a change that was saved. */
  readonly set: (data: T) => void;
  /** As `set`, of what is shown by then: changes that overlap keep each other. */
  readonly update: (change: (data: T) => T) => void;
}

/**
 * Loads data for a component, again when `keys` change, and a little later when the host could not answer.
 * An answer that comes after the next question was asked is dropped. What cannot be loaded again stays; the
 * data of other keys goes.
 */
export function useData<T>(load: () => Promise<T>, keys: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<{ data?: T; error?: Error; isLoading: boolean }>({
    isLoading: true,
  });
  const [turn, setTurn] = useState(0);
  const lastTurn = useRef(turn);
  useEffect(() => {
    let isCurrent = true;
    const isAgain = turn !== lastTurn.current;
    lastTurn.current = turn;
    let again: ReturnType<typeof setTimeout> | undefined;
    setState((before) => ({ ...before, isLoading: true }));
    load().then(
      (data) => isCurrent && setState({ data, isLoading: false }),
      (error: unknown) => {
        if (!isCurrent) return;
        setState((before) => ({
          ...(isAgain && before),
          error: error instanceof Error ? error : new Error(String(error)),
          isLoading: false,
        }));
        if (isPassing(error)) again = setTimeout(() => setTurn((before) => before + 1), AGAIN_MS);
      },
    );
    return () => {
      isCurrent = false;
      clearTimeout(again);
    };
  }, [...keys, turn]);
  return {
    data: state.data,
    error: state.error,
    isLoading: state.isLoading,
    reload: useCallback(() => setTurn((before) => before + 1), []),
    set: useCallback((data: T) => setState({ data, isLoading: false }), []),
    update: useCallback((change: (data: T) => T) => {
      setState((before) =>
        before.data === undefined ? before : { data: change(before.data), isLoading: false },
      );
    }, []),
  };
}
