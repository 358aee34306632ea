import { invalidInput } from "@botwright/core";

/** For how many days rows are kept. */
export interface RetentionDays {
  /** Journals of runs, with their media, and the keys of their changes of storage. */
  readonly journals: number;
  /** Messages that were handled. Their ids tell a platform's repeats: 3 or more. */
  readonly messages: number;
  /** Messages that were set aside, with their journals. */
  readonly setAside: number;
  /** The log of uses of services, warnings of credits and events of the sandbox. */
  readonly uses: number;
}

/** The days where nothing else is wanted. */
export const RETENTION_DAYS: RetentionDays = { journals: 7, messages: 30, setAside: 90, uses: 90 };

/**
 * The row of a handled message is what recognises a repeat of it. Telegram repeats an update for at most 24
 * hours, Feishu for about 7, WeCom and DingTalk for minutes; a host that was restored from a backup of the
 * day before asks WeChat and Telegram again from that day's position. Three days are longer than each.
 */
const LEAST_MESSAGE_DAYS = 3;

/** A century: times beyond it are not dates. */
const MOST_DAYS = 36_500;

/**
 * Adds the defaults.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` when one is too short, or shorter than what it depends on
 */
export function toRetentionDays(given: Partial<RetentionDays>): RetentionDays {
  const days = { ...RETENTION_DAYS, ...given };
  for (const [name, value] of Object.entries(days)) {
    const least = name === "messages" ? LEAST_MESSAGE_DAYS : 1;
    if (typeof value === "number" && value >= least && value <= MOST_DAYS) continue;
    throw invalidInput(`the retention of ${name} must be ${least} to ${MOST_DAYS} days`);
  }
  if (days.messages < days.journals) {
    throw invalidInput("messages must be kept as long as journals, whose runs they belong to");
  }
  return days;
}
