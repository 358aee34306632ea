import { useRef, useState } from "preact/hooks";
import { type Loaded, useData } from "./use-data.ts";

/** A part of a list: `next` leads to the following part. */
export interface ListPart<T, Next> {
  readonly items: readonly T[];
  readonly next: Next | null;
}

/** The parts of a list that were loaded, in one. */
export interface LoadedPages<T> {
  readonly loaded: Loaded<readonly T[]>;
  /** Loads the following part; `undefined` at the end of the list. */
  readonly more: (() => Promise<void>) | undefined;
}

/** Loads a list part by part; from its beginning when `keys` change. */
export function usePages<T, Next>(
  load: (after: Next | undefined) => Promise<ListPart<T, Next>>,
  keys: readonly unknown[],
): LoadedPages<T> {
  const [next, setNext] = useState<Next | null>(null);
  const turn = useRef(0);
  const loaded = useData(async () => {
    turn.current += 1;
    const part = await load(undefined);
    setNext(part.next);
    return part.items;
  }, keys);
  const { data = [], set } = loaded;
  if (next === null) return { loaded, more: undefined };
  return {
    loaded,
    async more() {
      const asked = turn.current;
      const part = await load(next);
      // The list has begun anew in the meantime.
      if (asked !== turn.current) return;
      setNext(part.next);
      set([...data, ...part.items]);
    },
  };
}
