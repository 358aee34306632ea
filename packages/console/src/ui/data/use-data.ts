import { AGAIN_MS, isPassing } from "./try-again.ts";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";

/** The state of loaded data: not loaded yet, failed, or the newest known data. */
export interface Loaded<T> {
  readonly data: T | undefined;
  readonly error: Error | undefined;
  readonly isLoading: boolean;
  /** Loads again; the shown data stays until the answer arrives. */
  readonly reload: () => void;
  /** Shows other data at once, for example after a change was saved. */
  readonly set: (data: T) => void;
  /** Like `set`, based on the data shown at that time, so that overlapping changes are all kept. */
  readonly update: (change: (data: T) => T) => void;
}

/**
 * Loads data for a component, again when `keys` change, and again after a while when the host could not answer.
 * It ignores an answer that arrives after a newer request. If a reload fails, the old data stays; when the keys
 * change, it is removed.
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
