import type {
  CallUsage,
  ErrorReport,
  HandlerResult,
  JournalEntry,
  PluginRun,
} from "@botwright/core";
import type { SentMessage } from "@botwright/simulators";

/** A line that plugin or host have logged. */
export interface LogLine {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly text: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A message that a person got. */
export interface TurnSend extends SentMessage {
  /** The file itself. */
  readonly bytes?: Buffer;
}

/** The result of one message. */
export interface Turn {
  /** Whether any plugin has handled it. */
  readonly handled: HandlerResult["handled"];
  /** Slug of the plugin that has, or `null`. */
  readonly handledBy: string | null;
  /** The texts that the person got, as the chat shows them. */
  readonly replies: readonly string[];
  /** All messages that the person got. */
  readonly sends: readonly TurnSend[];
  /** How often "is typing …" was shown. */
  readonly typings: number;
  /** Credits that were charged. */
  readonly credits: number;
  /** What was logged, by the plugin's `console` too. */
  readonly logs: readonly LogLine[];
  /** The host calls of the plugin under test, in order. */
  readonly calls: readonly JournalEntry[];
  /** The plugins that had a turn, in order. */
  readonly runs: readonly PluginRun[];
  /** What the plugin under test has used; only in the sandbox. */
  readonly usage: CallUsage | undefined;
  /**
   * Why the plugin under test has failed, with the position in its file and the lines around it;
   * `formatError` of core makes one text of it.
   */
  readonly error: ErrorReport | undefined;
}
