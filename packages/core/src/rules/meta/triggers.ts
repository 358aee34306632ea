import { InvalidInputError } from "../../types/errors.ts";
import { foldText } from "../content/fold-text.ts";
import { LIMITS } from "../limits.ts";
import { doAtOnce, doInSteps, STEP_CHARACTERS, type Steps } from "../steps.ts";

/** A plugin's declared trigger words. */
export interface DeclaredTriggers {
  slug: string;
  triggers?: readonly string[];
}

/** A trigger that several plugins declare. */
export interface TriggerConflict {
  /** The trigger, or `"<short>" ⊂ "<long>"` when one is a prefix of the other. */
  trigger: string;
  /** Slugs, sorted. */
  plugins: string[];
}

/** Options of {@link findTriggerConflicts}. */
export interface TriggerConflictOptions {
  /**
   * Maximum prefix pairs to report; triggers that share a prefix can form quadratically many pairs.
   * @default all
   */
  maxPrefixes?: number;
}

/** Which plugins react to the same trigger. */
export interface TriggerConflictReport {
  exact: TriggerConflict[];
  prefix: TriggerConflict[];
  /** Number of plugins that declare triggers. */
  total_plugins: number;
  /** Number of declared triggers, including repeated ones. */
  total_triggers: number;
}

/** Maximum characters that are compared, to limit the time of normalizing. */
const MAX_WORD_LENGTH = 200;

interface Word {
  /** As first written. */
  text: string;
  owners: Set<string>;
}

/**
 * The form in which triggers and texts are compared: trimmed, the first 200 characters, in Unicode form NFKC
 * and in lower case.
 *
 * @example
 * normalizeTrigger(" Ｈelp "); // "help"
 */
export function normalizeTrigger(text: string): string {
  // Cut again, because folding can turn one character into eighteen.
  return foldText(text.trim().slice(0, MAX_WORD_LENGTH)).slice(0, MAX_WORD_LENGTH);
}

/**
 * Finds triggers that conflict between different plugins. Triggers are compared trimmed, in Unicode form
 * NFKC and in lower case, by their first 200 characters, and reported as first written.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the path when a trigger is not a string.
 * @example
 * findTriggerConflicts([
 *   { slug: "a", triggers: ["help"] },
 *   { slug: "b", triggers: ["Help", "helper"] },
 * ]).exact; // [{ trigger: "help", plugins: ["a", "b"] }]
 */
export function findTriggerConflicts(
  plugins: readonly DeclaredTriggers[],
  options?: TriggerConflictOptions,
): TriggerConflictReport {
  return doAtOnce(conflictSteps(plugins, options));
}

/**
 * Like {@link findTriggerConflicts}, with turns of the event loop in between, because strangers may declare ten
 * thousand triggers of characters that take long to normalize.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the path when a trigger is not a string.
 */
export async function findTriggerConflictsInSteps(
  plugins: readonly DeclaredTriggers[],
  options?: TriggerConflictOptions,
): Promise<TriggerConflictReport> {
  return doInSteps(conflictSteps(plugins, options));
}

function* conflictSteps(
  plugins: readonly DeclaredTriggers[],
  { maxPrefixes = Number.POSITIVE_INFINITY }: TriggerConflictOptions = {},
): Steps<TriggerConflictReport> {
  const words = new Map<string, Word>();
  let totalPlugins = 0;
  let totalTriggers = 0;
  let characters = 0;
  for (const [index, { slug, triggers = [] }] of plugins.entries()) {
    let declared = 0;
    for (const [position, trigger] of triggers.entries()) {
      if (typeof trigger !== "string") throw invalidTrigger(index, position);
      const text = trigger.trim();
      if (text === "") continue;
      declared += 1;
      const key = normalizeTrigger(text);
      characters += key.length;
      if (characters >= STEP_CHARACTERS) {
        yield characters;
        characters = 0;
      }
      const word = words.get(key);
      if (word === undefined) words.set(key, { text, owners: new Set([slug]) });
      else word.owners.add(slug);
    }
    totalTriggers += declared;
    if (declared > 0) totalPlugins += 1;
  }
  return {
    exact: [...words.values()]
      .filter(({ owners }) => owners.size > 1)
      .map(({ text, owners }) => ({ trigger: text, plugins: [...owners].toSorted() }))
      .toSorted(byTrigger),
    prefix: (yield* findPrefixes(words, maxPrefixes)).toSorted(byTrigger),
    total_plugins: totalPlugins,
    total_triggers: totalTriggers,
  };
}

/** Finds all prefix pairs in one pass with a stack, because after sorting a word follows its prefixes. */
function* findPrefixes(words: Map<string, Word>, most: number): Steps<TriggerConflict[]> {
  const found: TriggerConflict[] = [];
  let characters = 0;
  const shorter: { key: string; word: Word }[] = [];
  for (const key of [...words.keys()].toSorted()) {
    const word = words.get(key);
    if (word === undefined) continue;
    while (shorter.length > 0 && !key.startsWith(shorter.at(-1)?.key ?? "")) shorter.pop();
    for (const { word: short } of shorter) {
      if (found.length >= most) return found;
      const plugins = ownersOf(short, word);
      if (plugins.size === 1) continue;
      found.push({
        trigger: `"${short.text}" ⊂ "${word.text}"`,
        plugins: [...plugins].toSorted(),
      });
      // The cost of a pair grows with the number of plugins that declare its words, which may be all of them.
      characters += plugins.size * LIMITS.plugin.slugMax;
      if (characters < STEP_CHARACTERS) continue;
      yield characters;
      characters = 0;
    }
    shorter.push({ key, word });
  }
  return found;
}

/** The plugins that declare one of both words. Mostly this is one plugin, and then no set is created. */
function ownersOf({ owners }: Word, { owners: others }: Word): ReadonlySet<string> {
  const [only] = owners;
  const isSame = owners.size === 1 && others.size === 1 && others.has(only ?? "");
  return isSame ? owners : new Set([...owners, ...others]);
}

function byTrigger(a: TriggerConflict, b: TriggerConflict): number {
  if (a.trigger === b.trigger) return 0;
  return a.trigger < b.trigger ? -1 : 1;
}

function invalidTrigger(plugin: number, position: number): InvalidInputError {
  return new InvalidInputError(`plugins[${plugin}].triggers[${position}] must be a string`, {
    code: "INVALID_INPUT",
  });
}
