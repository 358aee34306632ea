/** A position for people: both numbers start at 1, columns count UTF-16 units. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/** Finds the line and column of an offset; line ends are those of JavaScript. */
export function createLocator(source: string): (offset: number) => LineColumn {
  const starts = [0];
  for (const { 0: end, index } of source.matchAll(/\r\n|[\n\r\u2028\u2029]/gu)) {
    starts.push(index + end.length);
  }
  return (offset) => {
    const inside = Math.min(Math.max(offset, 0), source.length);
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= inside) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: inside - (starts[low] ?? 0) + 1 };
  };
}
