import { type RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useKeptScroll } from "./use-kept-scroll.ts";

/** Which rows of a long list are rendered: the visible ones, and some before and after them. */
export interface RowWindow<E extends HTMLElement> {
  /** The element whose children are the rows, with a spacer before and after them if needed. */
  readonly ref: RefObject<E | null>;
  /** The index of the first rendered row, and the one after the last. */
  readonly start: number;
  readonly end: number;
  /** The heights in pixels of the rows that are not rendered; 0: there is no spacer. */
  readonly before: number;
  readonly after: number;
  /** Whether the end of the list is visible, or nearly. */
  readonly isAtEnd: boolean;
}

/** How many rows are rendered together: whole lines of a list with up to four rows in a line. */
const CHUNK = 24;
/** How many pixels beyond the window's edges rows are rendered. */
const MARGIN = 800;
/** The assumed height of a row in pixels, until one is measured. */
const ROW_HEIGHT = 40;

/** Chunks from `first` to before `last`. */
interface Range {
  readonly first: number;
  readonly last: number;
  readonly before: number;
  readonly after: number;
}

/**
 * Renders only the visible rows of a list, so that lists of any length scroll. Rows may have any
 * height: each chunk of rows is measured when it is rendered, and a spacer of that height replaces it later.
 */
export function useWindow<E extends HTMLElement>(count: number): RowWindow<E> {
  const ref = useRef<E>(null);
  const heights = useRef<number[]>([]);
  const [range, setRange] = useState<Range>({ first: 0, last: 4, before: 0, after: 0 });
  const chunks = Math.ceil(count / CHUNK);
  const last = Math.min(range.last, chunks);
  const first = Math.min(range.first, Math.max(last - 1, 0));
  // After the list has become shorter, its spacers are estimated until the next measurement.
  const before = first === range.first ? range.before : 0;
  const after = range.after;
  const latest = useRef({ count, first, last, before });
  latest.current = { count, first, last, before };

  useLayoutEffect(() => {
    let frame = 0;
    const look = (): void => {
      frame = 0;
      const list = ref.current;
      if (list === null) return;
      const { count: rows, ...drawn } = latest.current;
      measure(list, drawn, heights.current);
      const next = choose(list.getBoundingClientRect().top, rows, heights.current);
      setRange((old) => (isSame(old, next) ? old : next));
    };
    const later = (): void => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    addEventListener("scroll", later, { passive: true });
    addEventListener("resize", later);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("scroll", later);
      removeEventListener("resize", later);
    };
  }, [count, first, last, before]);

  // Restores the position when the list has its full height.
  const hasHeight = useRef(false);
  hasHeight.current ||= count > 0 && (after > 0 || last === chunks);
  useKeptScroll(hasHeight.current);

  return {
    ref,
    start: first * CHUNK,
    end: Math.min(last * CHUNK, count),
    before,
    after: last === chunks ? 0 : after,
    isAtEnd: last === chunks,
  };
}

/** Measures the rendered chunks. */
function measure(
  list: HTMLElement,
  { first, last, before }: { first: number; last: number; before: number },
  heights: number[],
): void {
  const rows = [...list.children].slice(before > 0 ? 1 : 0);
  for (let chunk = first; chunk < last; chunk += 1) {
    const at = (chunk - first) * CHUNK;
    const top = topOf(rows[at]);
    const end = topOf(rows[at + CHUNK]) ?? rows.at(-1)?.getBoundingClientRect().bottom;
    if (top !== undefined && end !== undefined && end > top) heights[chunk] = end - top;
  }
}

function topOf(row: Element | undefined): number | undefined {
  return row?.getBoundingClientRect().top;
}

/** Chooses the chunks near the window's edges; `top` is the position of the list in the window. */
function choose(top: number, count: number, heights: readonly number[]): Range {
  const chunks = Math.ceil(count / CHUNK);
  const rowHeight = usualRowHeight(count, heights);
  const heightOf = (chunk: number): number => {
    return heights[chunk] ?? rowHeight * rowsOf(chunk, count);
  };
  let first = 0;
  let last = 0;
  let before = 0;
  let after = 0;
  let at = top;
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    const height = heightOf(chunk);
    if (at + height < -MARGIN) {
      first = chunk + 1;
      before += height;
    } else if (at < innerHeight + MARGIN) last = chunk + 1;
    else after += height;
    at += height;
  }
  // If the list was scrolled past its end, the last chunk stays.
  if (first >= chunks && chunks > 0) {
    first = chunks - 1;
    before -= heightOf(first);
  }
  return { first, last: Math.max(last, first + 1), before: Math.max(before, 0), after };
}

/**
 * The average height of the measured rows. It is computed per row, because the last chunk has fewer rows: the average
 * of chunks would change when the last one is measured, and all spacers with it.
 */
function usualRowHeight(count: number, heights: readonly number[]): number {
  let rows = 0;
  let sum = 0;
  // The list is sparse: only what was measured is visited.
  heights.forEach((height, chunk) => {
    rows += rowsOf(chunk, count);
    sum += height;
  });
  return rows === 0 ? ROW_HEIGHT : sum / rows;
}

function rowsOf(chunk: number, count: number): number {
  return Math.max(0, Math.min(CHUNK, count - chunk * CHUNK));
}

function isSame(a: Range, b: Range): boolean {
  return (
    a.first === b.first &&
    a.last === b.last &&
    Math.abs(a.before - b.before) < 1 &&
    Math.abs(a.after - b.after) < 1
  );
}
