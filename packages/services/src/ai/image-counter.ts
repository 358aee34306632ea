/** The common prefix of the names of all counters of free images. */
export const IMAGE_COUNTER_PREFIX = "images/";

/** The common prefix of the names of an account's counters. */
export function imageCounterPrefixOf(userId: number): string {
  return `${IMAGE_COUNTER_PREFIX}${userId}/`;
}

/** The name of the counter of an account's images on a day, `YYYY-MM-DD`. */
export function imageCounterOf(userId: number, day: string): string {
  return `${imageCounterPrefixOf(userId)}${day}`;
}
