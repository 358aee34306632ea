import { createAutomaton, type FormState } from "./form-automaton.ts";
import { skipFrom, skipsOf } from "./form-skips.ts";
import type { SecretForm } from "./secret-forms.ts";

/** A range of a text, from `start` to before `end`, that contains a form of a secret. */
export interface FoundForm {
  readonly start: number;
  readonly end: number;
  readonly form: SecretForm;
}

/**
 * Finds all ranges of a text that contain secrets, in order. Overlapping ranges are joined under the name of the
 * longest, so that no byte of either secret remains. Of overlapping occurrences of the same form only the first
 * counts.
 */
export type FindForms = (text: string) => FoundForm[];

/**
 * Creates a {@link FindForms}. Its time grows with the text's length and with the number of occurrences in it, not
 * with the number of forms. This holds for any forms, because a user may choose secrets that nearly match a text
 * everywhere.
 *
 * @param forms forms of at least two characters
 * @param maxStates maximum states of the automaton that are kept, of some hundred bytes each. @default 50,000
 * @example
 * const find = createFinder(formsOf("config.key", "k/1?"));
 * find("key=k%2F1%3F"); // [{ start: 4, end: 12, form: { text: "k%2F1%3F", name: "config.key", … } }]
 */
export function createFinder(forms: readonly SecretForm[], maxStates = 50_000): FindForms {
  const skips = skipsOf(forms);
  let automaton = createAutomaton(forms);
  let mostStates = maxStates;

  /** Starts a new automaton to free the states, and goes to the state that corresponds to the current one. */
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

/** Collects the occurrences of forms; call `add` in the order of the text, with the state at which a form ends. */
function createPlaces(): { add(state: FormState, end: number): void; joined(): FoundForm[] } {
  /** The occurrences that lie within no other one; both their starts and their ends are in ascending order. */
  const outer: FoundForm[] = [];
  /** The end of the last occurrence of each form. */
  const ends = new Map<SecretForm, number>();
  return {
    add(state, end) {
      for (let at: FormState | undefined = state; at !== undefined; at = at.shorter) {
        const { form } = at;
        const start = end - at.depth;
        if (form === undefined || start < (ends.get(form) ?? 0)) continue;
        ends.set(form, end);
        // A longer form that ends here was added before, and contains this one.
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
