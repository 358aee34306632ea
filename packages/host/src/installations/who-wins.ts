import { createPace, normalizeTrigger } from "@botwright/core";

/** A plugin in the order in which plugins run. */
export interface RunningPlugin {
  readonly plugin_id: number;
  readonly slug: string;
  readonly name: string;
  readonly priority: number;
  readonly triggers: readonly string[];
}

/** A plugin that a message reaches, unless an earlier one has handled it. */
export interface Candidate extends Omit<RunningPlugin, "triggers"> {
  /**
   * How it declares that it reacts: `"exact"`: a trigger is the text; `"prefix"`: the text begins with one;
   * `"any"`: it declares no triggers, and may react to every text.
   */
  readonly match: "exact" | "prefix" | "any";
  /** The trigger, as declared; `null` for `"any"`. */
  readonly trigger: string | null;
}

/**
 * Which plugins declare that they react to a text. Plugins decide themselves what they handle, and a plugin
 * sees every message that none before it has handled: so this is what they declare, not what they will do.
 */
export interface WhoWins {
  /** In the order in which they run. */
  readonly candidates: readonly Candidate[];
  /** The first one with a trigger that fits; `null`: none declares one. */
  readonly winner: Candidate | null;
  /** Plugins without triggers that run before the winner, or at all if there is none: they may win as well. */
  readonly may_win_too: readonly Candidate[];
}

/**
 * Goes through the plugins in the order in which they run, without running them. Each may declare hundreds of triggers
 * that take long to compare, so the event loop has turns between plugins.
 *
 * @example
 * await whoWins([{ plugin_id: 1, slug: "dice", name: "Dice", priority: 70, triggers: ["roll"] }], "Roll 2d6");
 * // winner: { slug: "dice", match: "prefix", trigger: "roll", … }
 */
export async function whoWins(plugins: readonly RunningPlugin[], text: string): Promise<WhoWins> {
  const said = normalizeTrigger(text);
  const pace = createPace();
  const candidates: Candidate[] = [];
  for (const { triggers, ...plugin } of plugins) {
    const words = triggers
      .filter((trigger) => trigger.trim() !== "")
      .map((trigger) => ({ trigger, word: normalizeTrigger(trigger) }));
    const exact = words.find(({ word }) => word === said);
    const prefix = exact ?? words.find(({ word }) => said.startsWith(word));
    if (words.length === 0) candidates.push({ ...plugin, match: "any", trigger: null });
    else if (prefix !== undefined) {
      const match = exact === undefined ? "prefix" : "exact";
      candidates.push({ ...plugin, match, trigger: prefix.trigger });
    }
    await pace(words.length);
  }
  const place = candidates.findIndex(({ match }) => match !== "any");
  return {
    candidates,
    winner: candidates[place] ?? null,
    may_win_too: place < 0 ? candidates : candidates.slice(0, place),
  };
}
