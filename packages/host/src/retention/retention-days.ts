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
const MAX_DAYS = 36_500;

/**
 * Adds the defaults.
 *
 * @param nameOf how an error names a kind. @default "the retention of …"
 * @throws {InvalidInputError} `INVALID_INPUT` when one is too short, or longer than what it depends on
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

/** Before which times rows are deleted. */
export interface RetentionTimes {
  readonly now: number;
  /** The time this number of days before {@link now}. */
  readonly before: (days: number) => Date;
  readonly days: RetentionDays;
}
