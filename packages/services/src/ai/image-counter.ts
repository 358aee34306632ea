/** What the names of all counters of free images begin with. */
export const IMAGE_COUNTERS = "images/";

/** What the names of an account's counters begin with. */
export function imageCountersOf(userId: number): string {
  return `${IMAGE_COUNTERS}${userId}/`;
}

/** The name of the counter of an account's images of a day, `YYYY-MM-DD`. */
export function imageCounterOf(userId: number, day: string): string {
  return `${imageCountersOf(userId)}${day}`;
}
