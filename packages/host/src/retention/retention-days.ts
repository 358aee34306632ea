import { invalidInput } from "@botwright/core";

/** The number of days for which rows are kept, by kind. */
export interface RetentionDays {
  /** Journals of runs with their media, traces of handled messages, and the effect keys of changes of storage. */
  readonly journals: number;
  /** Handled messages, at least 3 days: by their ids the inbox recognises what a platform sends again. */
  readonly messages: number;
  /** Messages that were set aside, with their journals. */
  readonly setAside: number;
  /** The log of uses of services, warnings of credits and events of the sandbox. */
  readonly uses: number;
}

/** The default numbers of days. */
export const RETENTION_DAYS: RetentionDays = { journals: 7, messages: 30, setAside: 90, uses: 90 };

/**
 * The least days for handled messages. The inbox recognises by the row of a handled message that a platform sends the
 * message again. Telegram repeats an update for at most 24 hours, Feishu for about 7 hours, WeCom and DingTalk for
 * minutes. A host that was restored from the backup of the day before polls WeChat and Telegram again from the position
 * of that day. Three days are longer than each of these.
 */
const LEAST_MESSAGE_DAYS = 3;

/** The most days: a century, so that the times that are computed from it are valid dates. */
const MAX_DAYS = 36_500;

/**
 * Adds the defaults, and checks the numbers.
 *
 * @param nameOf how an error names a kind. @default "the retention of …"
 * @throws {InvalidInputError} `INVALID_INPUT` when a number is too small or too large, or journals would be kept longer
 * than messages
 */
export function toRetentionDays(
  given: Partial<RetentionDays>,
  nameOf: (kind: keyof RetentionDays) => string = (kind) => `the retention of ${kind}`,
): RetentionDays {
  const days = { ...RETENTION_DAYS, ...given };
  for (const kind of KINDS) {
    const least = kind === "messages" ? LEAST_MESSAGE_DAYS : 1;
    const value = days[kind];
    if (typeof value === "number" && value >= least && value <= MAX_DAYS) continue;
    throw invalidInput(`${nameOf(kind)} must be ${least} to ${MAX_DAYS} days`);
  }
  if (days.journals > days.messages) {
    throw invalidInput(
      `${nameOf("journals")} must be at most ${days.messages} days, ${nameOf("messages")}: they belong to messages`,
    );
  }
  return days;
}

const KINDS = ["journals", "messages", "setAside", "uses"] as const;

/** The times before which rows are deleted. */
export interface RetentionTimes {
  readonly now: number;
  /** The time this number of days before {@link now}. */
  readonly before: (days: number) => Date;
  readonly days: RetentionDays;
}
