import { type RunTrace, shortenText } from "@botwright/core";
import type { MessageError } from "../messages/message-rows.ts";
import type { DryRunPlace } from "./dry-run-places.ts";
import type { TrialSentMessage } from "./trial-chat.ts";

/** What one plugin of the bot would do. */
export interface DryRunStep {
  readonly plugin_id: number;
  readonly slug: string;
  readonly name: string;
  /**
   * `"not_reached"`: the message would not come to it. Not run were also plugins that cannot be loaded
   * (`"not_loaded"`) and those of the host itself that a dry run cannot keep from acting (`"not_dry"`).
   */
  readonly state: "ran" | "not_reached" | "not_loaded" | "not_dry";
  readonly handled: boolean;
  /** What it would send, in order. */
  readonly sent: readonly TrialSentMessage[];
  /** How many messages are left out of `sent`, because there were too many. */
  readonly more_sent: number;
  /** Whether it asked for the network, which was refused: with an answer it may do something else. */
  readonly asked_network: boolean;
  /** Why it failed. */
  readonly error: MessageError | null;
  /** `null` when it did not run. */
  readonly ms: number | null;
}

/** What is known of the run of a plugin. */
interface StepRun {
  /** `undefined` when it did not run. */
  readonly run: RunTrace | undefined;
  readonly sent: readonly TrialSentMessage[];
  readonly askedNetwork: boolean;
}

/** Messages of one plugin that are shown, and characters of one of them, or of an error. */
const [MAX_SENT, MAX_LENGTH] = [20, 4096];

/** Says what a plugin did, cut to what is shown. */
export function toStep(
  { row, skipped }: DryRunPlace,
  { run, sent, askedNetwork }: StepRun,
): DryRunStep {
  return {
    plugin_id: row.plugin_id,
    slug: row.slug,
    name: row.record.name,
    state: skipped ?? (run === undefined ? "not_reached" : "ran"),
    handled: run?.status === "handled",
    sent: sent
      .slice(0, MAX_SENT)
      .map((one) => ({ ...one, text: shortenText(one.text, MAX_LENGTH) })),
    more_sent: Math.max(0, sent.length - MAX_SENT),
    asked_network: askedNetwork,
    error: errorOf(run),
    ms: run?.durationMs ?? null,
  };
}

function errorOf(run: RunTrace | undefined): MessageError | null {
  if (run?.status === "invalid") {
    return { code: "PLUGIN_INVALID_RESULT", message: "it does not return { handled: boolean }" };
  }
  return run?.error
    ? { code: run.error.code, message: shortenText(run.error.message, MAX_LENGTH) }
    : null;
}
