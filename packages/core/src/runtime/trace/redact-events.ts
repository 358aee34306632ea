import { createRedactor, type Redactor } from "../../journal/secrets/secrets.ts";
import { shortenText } from "../../rules/content/cut-text.ts";
import { shortenRedacted } from "../../journal/secrets/shorten-redacted.ts";
import type { HostCallOutcome } from "../../ports/journal.ts";
import type { MessageIdentity, RunIdentity } from "../../types/run-identity.ts";
import type { LogLine } from "../../ports/logger.ts";
import type { BotEvent } from "../events.ts";

/** Options of {@link createEventRedactor}. */
export interface EventRedactorOptions {
  /**
   * Converts an argument or an answer to what is shown of it, without the secrets that the redactor knows. Redacting
   * takes time in proportion to a value's size, so a host that shows only the beginning of a value should redact only
   * that.
   * @default `redactor.redactValue`
   */
  readonly show?: (value: unknown, redactor: Redactor) => unknown;
  /**
   * Maximum characters that are shown of a log line, and of each text among its fields; `…` replaces the rest,
   * which is not searched for secrets.
   * @default all are shown
   */
  readonly maxLineLength?: number;
}

/** Maximum characters of a log line in a trace and in the log of a process. */
export const MAX_LOG_LENGTH = 4000;

/** Maximum messages whose secrets are kept; needed because a dispatcher without a runtime emits no `message-done`. */
const MAX_MESSAGES = 10_000;

/** The redactors of the runs of one message, by plugin. */
type MessageRedactors = Map<string, Redactor>;

type RunStart = Extract<BotEvent, { readonly type: "plugin-started" }>;

/**
 * The redactors of runs, by their `plugin-started` event. A host passes one event to its log, its traces and other
 * listeners. They share a redactor, because creating the forms of a secret takes time. Each of them adds the same
 * secrets to it, and adding a secret again has no effect.
 */
const redactorsOfRuns = new WeakMap<RunStart, Redactor>();

function redactorSince(event: RunStart): Redactor {
  const redactor = redactorsOfRuns.get(event) ?? createRedactor();
  redactorsOfRuns.set(event, redactor);
  return redactor;
}

/**
 * Creates a function that removes secrets from the events of a bot before they are shown: the values of password
 * settings and of secret answers (`getPlatformCreds`) become placeholders in arguments, answers, log lines and
 * errors. Pass all events of the bot to it, in order. The secrets of a run are forgotten when its message is done or
 * set aside, or when 10,000 other messages have begun: a host call that settles later loses its arguments and
 * answer, and a log line its text and fields. The `context` of a run is not changed: do not show it.
 *
 * @example
 * const redact = createEventRedactor();
 * createBotRuntime({ adapter, plugins, onEvent: (event) => show(redact(event)) });
 */
export function createEventRedactor(
  options: EventRedactorOptions = {},
): (event: BotEvent) => BotEvent {
  const { show = (value, redactor) => redactor.redactValue(value), maxLineLength } = options;
  const messages = new Map<string, MessageRedactors>();

  const redactorOf = (run: RunIdentity): Redactor | undefined =>
    messages.get(keyOf(run))?.get(run.plugin);

  function open(run: RunStart): Redactor {
    const key = keyOf(run);
    const ofMessage = messages.get(key) ?? new Map<string, Redactor>();
    // A failed message is handled again, and a log line of its first handling may come late.
    const redactor = ofMessage.get(run.plugin) ?? redactorSince(run);
    messages.set(key, ofMessage.set(run.plugin, redactor));
    const [oldest] = messages.size > MAX_MESSAGES ? messages.keys() : [];
    if (oldest !== undefined) messages.delete(oldest);
    return redactor;
  }

  return (event) => {
    switch (event.type) {
      case "plugin-started":
        open(event).addConfig(event.meta, event.context.config);
        return event;
      case "host-call-begun": {
        const redactor = redactorOf(event);
        return {
          ...event,
          args: redactor === undefined ? [] : event.args.map((arg) => show(arg, redactor)),
        };
      }
      case "host-call-settled": {
        const redactor = redactorOf(event);
        if (redactor === undefined)
          return { ...event, args: [], outcome: withoutValue(event.outcome) };
        redactor.addOutcome(event, event.outcome);
        const { args, outcome } = event;
        return {
          ...event,
          args: args.map((arg) => show(arg, redactor)),
          outcome: outcome.ok
            ? { ok: true, value: show(outcome.value, redactor) }
            : redactor.redactOutcome(outcome),
        };
      }
      case "log": {
        const { messageId, plugin, botDbId } = event;
        if (messageId === undefined || plugin === undefined) return shortLine(event, maxLineLength);
        const redactor = redactorOf({ botDbId, messageId, plugin });
        return { ...event, ...lineWithout(redactor, event, maxLineLength) };
      }
      case "storage-conflict":
        return { ...event, key: redactorOf(event)?.redact(event.key) ?? "" };
      case "plugin-ended":
        return { ...event, run: redactorOf(event)?.redactEnd(event.run) ?? event.run };
      case "message-done": {
        const ofMessage = messages.get(keyOf(event));
        messages.delete(keyOf(event));
        const runs = event.result.runs.map(
          (run) => ofMessage?.get(run.plugin)?.redactEnd(run) ?? run,
        );
        return { ...event, result: { ...event.result, runs } };
      }
      case "message-set-aside":
        messages.delete(keyOf(event));
        return event;
      default:
        return event;
    }
  };
}

/** Shortens a line that belongs to no run; the host itself has written its fields, so they contain no secrets. */
function shortLine<Line extends Pick<LogLine, "message">>(line: Line, max = Infinity): Line {
  return { ...line, message: shortenText(line.message, max) };
}

function lineWithout(
  redactor: Redactor | undefined,
  { message, fields }: Pick<LogLine, "message" | "fields">,
  max: number | undefined,
): Pick<LogLine, "message" | "fields"> {
  if (redactor === undefined) return { message: LATE_LINE, fields: {} };
  const show = (text: string): string =>
    max === undefined ? redactor.redact(text) : shortenRedacted(text, max, redactor);
  const shown = Object.entries(fields).map(
    ([name, value]) =>
      [show(name), typeof value === "string" ? show(value) : redactor.redactValue(value)] as const,
  );
  return { message: show(message), fields: Object.fromEntries(shown) };
}

/**
 * Replaces a line that comes after the secrets are forgotten. That happens when the sandbox writes a plugin's lines
 * in steps, or when a service reports on a call that the handler did not await.
 */
const LATE_LINE =
  "a line came after its message was done: its text is left out, it may hold secrets";

function keyOf({ botDbId, messageId }: MessageIdentity): string {
  return JSON.stringify([botDbId, messageId]);
}

/** The outcome of a host call without its value. */
export function withoutValue(outcome: HostCallOutcome): HostCallOutcome {
  return outcome.ok ? { ok: true, value: undefined } : outcome;
}
