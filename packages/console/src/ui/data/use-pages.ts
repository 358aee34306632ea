import { useEffect, useRef, useState } from "preact/hooks";
import { type Loaded, useData } from "./use-data.ts";
import { useQuery } from "../use-query.ts";

/** A part of a list: `next` leads to the following part. */
export interface ListPart<T, Next> {
  readonly items: readonly T[];
  readonly next: Next | null;
}

/** The loaded parts of a list, concatenated. */
export interface LoadedPages<T> {
  /** `reload` loads as many rows as were loaded before. */
  readonly loaded: Loaded<readonly T[]>;
  /** Loads the following part; `undefined` at the end of the list. */
  readonly more: (() => Promise<void>) | undefined;
  /** Adds new rows in front, for a list that has the newest row first and whose rows do not change. */
  readonly refresh: () => Promise<void>;
}

/**
 * Loads a list part by part; from its beginning when `keys` change. The URL contains the number of rows that were
 * loaded beyond the first part, so that a reload and "back" restore the position. So a page can have one such list.
 */
export function usePages<T extends { readonly id: number }, Next>(
  load: (after: Next | undefined) => Promise<ListPart<T, Next>>,
  keys: readonly unknown[],
): LoadedPages<T> {
  const [{ rows }, change] = useQuery();
  const [next, setNext] = useState<Next | null>(null);
  /** Counts how often the list was loaded from its beginning. */
  const turn = useRef(0);
  /** The value of `turn` to which the shown rows belong. */
  const ended = useRef(0);
  const key = JSON.stringify(keys);
  /** The keys and the number of the shown rows. */
  const shown = useRef({ key, count: Number(rows ?? 0) });
  const firstPart = useRef(0);
  const loaded = useData<readonly T[]>(async () => {
    turn.current += 1;
    const own = turn.current;
    const count = shown.current.key === key ? shown.current.count : 0;
    let part = await load(undefined);
    const first = part.items.length;
    const items = [...part.items];
    while (items.length < count && part.next !== null) {
      part = await load(part.next);
      items.push(...part.items);
    }
    // The list was started again in the meantime.
    if (own !== turn.current) return items;
    ended.current = own;
    firstPart.current = first;
    shown.current.key = key;
    setNext(part.next);
    return items;
  }, keys);
  const { data = [], update, isLoading } = loaded;
  const count = data.length;
  if (loaded.data !== undefined) shown.current.count = count;
  useEffect(() => {
    if (isLoading) return;
    const kept = count > firstPart.current ? String(count) : undefined;
    if (kept !== rows) change({ rows: kept });
  }, [count, isLoading]);

  async function more(): Promise<void> {
    if (next === null) return;
    const [asked, after] = [turn.current, ended.current];
    const part = await load(next);
    // The list has begun anew meanwhile, or has been loaded anew and may be shorter than that to which this part belongs.
    if (asked !== turn.current || after !== ended.current) return;
    setNext(part.next);
    update((before) => [...before, ...withoutKnown(part.items, before)]);
  }

  async function refresh(): Promise<void> {
    if (loaded.data === undefined) return;
    const asked = turn.current;
    const part = await load(undefined);
    if (asked !== turn.current) return;
    const added = withoutKnown(part.items, data);
    const isGap = data.length > 0 && added.length === part.items.length;
    if (isGap) loaded.reload();
    else update((before) => [...withoutKnown(part.items, before), ...before]);
  }

  return { loaded, more: next === null ? undefined : more, refresh };
}

/** A part of a list without the rows that are already shown, because another request may have loaded them. */
function withoutKnown<T extends { readonly id: number }>(
  part: readonly T[],
  rows: readonly T[],
): readonly T[] {
  const known = new Set(rows.map(({ id }) => id));
  return part.filter(({ id }) => !known.has(id));
}
