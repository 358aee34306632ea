/** The lines before the difference, the removed and the added lines, and the lines after it. */
export interface LineDiff {
  readonly before: readonly string[];
  readonly removed: readonly string[];
  readonly added: readonly string[];
  readonly after: readonly string[];
}

/** The single region in which two texts differ, with some common lines around it. */
export function diffLines(old: string, now: string, around = 3): LineDiff {
  const [a, b] = [old.split("\n"), now.split("\n")];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  const most = Math.min(a.length, b.length) - head;
  while (tail < most && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const end = a.length - tail;
  return {
    before: a.slice(Math.max(0, head - around), head),
    removed: a.slice(head, end),
    added: b.slice(head, b.length - tail),
    after: a.slice(end, end + around),
  };
}
