/** What the names of all counters of free images begin with. */
export const IMAGE_COUNTER_PREFIX = "images/";

/** What the names of an account's counters begin with. */
export function imageCounterPrefixOf(userId: number): string {
  return `${IMAGE_COUNTER_PREFIX}${userId}/`;
}

/** The name of the counter of an account's images of a day, `YYYY-MM-DD`. */
export function imageCounterOf(userId: number, day: string): string {
  return `${imageCounterPrefixOf(userId)}${day}`;
}
