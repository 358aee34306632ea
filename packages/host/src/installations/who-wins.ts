import { createPace, normalizeTrigger } from "@botwright/core";

/** A plugin in the order in which plugins run. */
export interface RunningPlugin {
  readonly plugin_id: number;
  readonly slug: string;
  readonly name: string;
  readonly priority: number;
  readonly triggers: readonly string[];
}

/** A plugin that a message reaches unless an earlier plugin has handled it. */
export interface Candidate extends Omit<RunningPlugin, "triggers"> {
  /**
   * Which declared trigger fits. `"exact"`: the text is a trigger; `"prefix"`: the text begins with a trigger; `"any"`:
   * the plugin declares no triggers, so it may react to every text.
   */
  readonly match: "exact" | "prefix" | "any";
  /** The trigger, as declared; `null` for `"any"`. */
  readonly trigger: string | null;
}

/**
 * Which plugins declare that they react to a text. A plugin sees every message that no plugin before it has handled,
 * and decides by its own code whether it handles it, so its behaviour may differ from its declaration.
 */
export interface WhoWins {
  /** In the order in which they run. */
  readonly candidates: readonly Candidate[];
  /** The first candidate with a trigger that fits; `null`: no plugin declares one. */
  readonly winner: Candidate | null;
  /** Plugins without triggers that run before the winner (all of them if there is no winner): they may win as well. */
  readonly may_win_too: readonly Candidate[];
}

/**
 * Compares a text with the triggers of plugins, in the order in which they run, without running them. The event loop
 * gets turns between plugins, because each may declare hundreds of triggers that take long to compare.
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
