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
   * `"not_reached"`: an earlier plugin ended the handling, or the time was up. `"not_loaded"`: the plugin cannot be
   * loaded. `"not_dry"`: a built-in plugin whose effects a dry run cannot prevent.
   */
  readonly state: "ran" | "not_reached" | "not_loaded" | "not_dry";
  readonly handled: boolean;
  /** The messages that the plugin would send, in order; at most 20. */
  readonly sent: readonly TrialSentMessage[];
  /** The number of further messages that are left out of `sent`. */
  readonly more_sent: number;
  /** Whether it called `fetch`, which a dry run refuses: with an answer of the network, it might act differently. */
  readonly asked_network: boolean;
  /** Why it failed. */
  readonly error: MessageError | null;
  /** `null` when it did not run. */
  readonly ms: number | null;
}

/** What a dry run has observed of a plugin. */
interface StepRun {
  /** `undefined` when the plugin did not run. */
  readonly run: RunTrace | undefined;
  readonly sent: readonly TrialSentMessage[];
  readonly askedNetwork: boolean;
}

/** The most messages of a step, and the most characters of a message or an error. */
const [MAX_SENT, MAX_LENGTH] = [20, 4096];

/** Makes the step of a plugin, with its messages and errors cut to these limits. */
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
