import { createAutomaton, type FormState } from "./form-automaton.ts";
import { skipFrom, skipsOf } from "./form-skips.ts";
import type { SecretForm } from "./secret-forms.ts";

/** A range of a text that holds a secret. */
export interface FoundForm {
  readonly start: number;
  readonly end: number;
  readonly form: SecretForm;
}

/**
 * Finds all places of secrets in a text, in order. Those that overlap are one, by the name of the longest, so
 * that no byte of either secret remains. Of places of one form that overlap each other the first counts.
 */
export type FindForms = (text: string) => FoundForm[];

/**
 * Makes a {@link FindForms}. Its time grows with the text's length and the number of the forms' places in it, not
 * with the number of forms, whatever they are: a person may choose secrets that nearly match a text everywhere.
 *
 * @param forms of two characters or more
 * @param maxStates states of the automaton that are kept, of some hundred bytes each. @default 50,000
 * @example
 * const find = createFinder(formsOf("config.key", "k/1?"));
 * find("key=k%2F1%3F"); // [{ start: 4, end: 12, form: { text: "k%2F1%3F", name: "config.key", … } }]
 */
export function createFinder(forms: readonly SecretForm[], maxStates = 50_000): FindForms {
  const skips = skipsOf(forms);
  let automaton = createAutomaton(forms);
  let mostStates = maxStates;

  /** Forgets the states but for the one that the text has led to. */
  function renew(text: string, end: number, { depth }: FormState): FormState {
    automaton = createAutomaton(forms);
    let state = automaton.root;
    for (let at = end - depth; at < end; at++)
      state = automaton.advance(state, text.charCodeAt(at));
    mostStates = automaton.size() + maxStates;
    return state;
  }

  return (text) => {
    const places = createPlaces();
    let { root } = automaton;
    let state = root;
    for (let at = 0; at < text.length;) {
      if (state === root) {
        at = skipFrom(at, text, skips);
        if (at === text.length) break;
      }
      state = automaton.advance(state, text.charCodeAt(at));
      at++;
      if (state.form !== undefined || state.shorter !== undefined) places.add(state, at);
      if (automaton.size() <= mostStates) continue;
      state = renew(text, at, state);
      ({ root } = automaton);
    }
    return places.joined();
  };
}

/** Takes the states at which forms end, in the order of the text. */
function createPlaces(): { add(state: FormState, end: number): void; joined(): FoundForm[] } {
  /** Those that lie within no other: both their starts and their ends are in order. */
  const outer: FoundForm[] = [];
  /** Where the last place of each form ends. */
  const ends = new Map<SecretForm, number>();
  return {
    add(state, end) {
      for (let at: FormState | undefined = state; at !== undefined; at = at.shorter) {
        const { form } = at;
        const start = end - at.depth;
        if (form === undefined || start < (ends.get(form) ?? 0)) continue;
        ends.set(form, end);
        // The longer ones that end here came before.
        if (outer.at(-1)?.end === end) continue;
        while ((outer.at(-1)?.start ?? -1) >= start) outer.pop();
        outer.push({ start, end, form });
      }
    },
    joined: () => join(outer),
  };
}

function join(places: readonly FoundForm[]): FoundForm[] {
  const apart: FoundForm[] = [];
  for (const found of places) {
    const last = apart.at(-1);
    if (last === undefined || found.start >= last.end) {
      apart.push(found);
    } else {
      const { form } = found.end - found.start > last.end - last.start ? found : last;
      apart[apart.length - 1] = { start: last.start, end: found.end, form };
    }
  }
  return apart;
}
