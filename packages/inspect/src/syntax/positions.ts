/** Whether one of the ascending numbers is in `[start, end)`. */
export function hasBetween(numbers: readonly number[], start: number, end: number): boolean {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return (numbers[low] ?? end) < end;
}
