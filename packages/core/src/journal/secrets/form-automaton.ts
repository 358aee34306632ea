import type { SecretForm } from "./secret-forms.ts";

/**
 * The automaton of Aho and Corasick: it searches a text for all forms at once and never goes back in it.
 *
 * Its states are the beginnings of forms, as a tree: each character leads one level down. While a text is read,
 * the state is the longest end of what was read that is such a beginning. Where no form goes on with the next
 * character, it falls to the next shorter one (`fall`). A fall goes at least one level up and a character one
 * level down, so that there are no more falls than characters, however many forms there are.
 *
 * All forms of a run's secrets can have millions of characters, and most texts meet none of them. A state is
 * therefore made when a text has led to its parent, and linked when one leads to itself. All states together
 * cost time in proportion to the forms' length, once.
 *
 * @see https://doi.org/10.1145/360825.360855
 */
export interface FormAutomaton {
  /** The state before anything is read. */
  readonly root: FormState;
  /** The state after one more character. */
  advance(from: FormState, unit: number): FormState;
  /** The states that were made so far. */
  size(): number;
}

/** A state of a {@link FormAutomaton}, which alone changes it. */
export interface FormState {
  /** The number of its characters. */
  readonly depth: number;
  /** The form that has these characters and no more; of several the first. */
  readonly form: SecretForm | undefined;
  /** The forms that begin with its characters. */
  readonly alike: AlikeForms;
  isDivided: boolean;
  /** The children: a map, or the only one with its character. */
  children: Map<number, FormState> | undefined;
  only: FormState | undefined;
  unit: number;
  /** The longest proper end of its characters that is a state; `undefined` until it is linked, and for the root. */
  fall: FormState | undefined;
  /** The longest of the states that it falls to, one after another, that are a form. */
  shorter: FormState | undefined;
}

/** Forms that begin with the same characters. */
interface AlikeForms {
  readonly forms: readonly SecretForm[];
  /** How many of these are known. The states within them have one child each, without a look at every form. */
  readonly shared: number;
}

/** No unit of a text. */
const NONE = -1;

/** Creates a {@link FormAutomaton}. */
export function createAutomaton(forms: readonly SecretForm[]): FormAutomaton {
  let made = 0;
  const root = make(0, { forms, shared: 0 });

  function make(depth: number, alike: AlikeForms): FormState {
    made++;
    return {
      depth,
      form: depth < alike.shared ? undefined : formOf(depth, alike.forms),
      alike,
      isDivided: false,
      children: undefined,
      only: undefined,
      unit: NONE,
      fall: undefined,
      shorter: undefined,
    };
  }

  function childOf(state: FormState, unit: number): FormState | undefined {
    if (!state.isDivided) divide(state);
    return state.unit === unit ? state.only : state.children?.get(unit);
  }

  /** Makes the children. Most states have one at most: the beginnings of forms soon differ. */
  function divide(state: FormState): void {
    const { depth, alike } = state;
    state.isDivided = true;
    if (depth < alike.shared) {
      setOnly(state, alike);
      return;
    }
    const groups = groupByUnit(alike.forms, depth);
    if (groups.size > 1) {
      state.children = new Map();
      for (const [unit, group] of groups) {
        state.children.set(unit, make(depth + 1, { forms: group, shared: depth + 1 }));
      }
    }
    const [all] = groups.size === 1 ? groups.values() : [];
    if (all !== undefined) setOnly(state, { forms: all, shared: sharedLength(all, depth + 1) });
  }

  function setOnly(state: FormState, alike: AlikeForms): void {
    state.unit = alike.forms[0]?.text.charCodeAt(state.depth) ?? NONE;
    state.only = make(state.depth + 1, alike);
  }

  /**
   * Finds what a child falls to: the child, with the same character, of what its parent falls to. That one may
   * have to be linked first, and so on: the last one of these falls to the root, or to one that is linked.
   */
  function link(parent: FormState, child: FormState, unit: number): void {
    const before: FormState[] = [];
    let state = child;
    for (let at = parent.fall; at !== undefined && state.fall === undefined; at = at.fall) {
      const next = childOf(at, unit);
      if (next === undefined) continue;
      state.fall = next;
      if (next.fall !== undefined) break;
      before.push(state);
      state = next;
    }
    state.fall ??= root;
    for (let at: FormState | undefined = state; at?.fall !== undefined; at = before.pop()) {
      at.shorter = at.fall.form === undefined ? at.fall.shorter : at.fall;
    }
  }

  return {
    root,
    advance(from: FormState, unit) {
      for (let at: FormState | undefined = from; at !== undefined; at = at.fall) {
        const next = childOf(at, unit);
        if (next === undefined) continue;
        if (next.fall === undefined) link(at, next, unit);
        return next;
      }
      return root;
    },
    size: () => made,
  };
}

/** The first form of a length. */
function formOf(length: number, forms: readonly SecretForm[]): SecretForm | undefined {
  return forms.find(({ text }) => text.length === length);
}

/** The forms that reach beyond a place, by their character at it. */
function groupByUnit(forms: readonly SecretForm[], place: number): Map<number, SecretForm[]> {
  const groups = new Map<number, SecretForm[]>();
  for (const form of forms) {
    if (form.text.length === place) continue;
    const unit = form.text.charCodeAt(place);
    const group = groups.get(unit);
    if (group === undefined) groups.set(unit, [form]);
    else group.push(form);
  }
  return groups;
}

/** How many characters all forms share, when they share the first `known`. */
function sharedLength(forms: readonly SecretForm[], known: number): number {
  const first = forms[0]?.text ?? "";
  let shared = first.length;
  for (const { text } of forms.slice(1)) {
    let at = known;
    while (at < shared && at < text.length && text.charCodeAt(at) === first.charCodeAt(at)) at++;
    shared = at;
  }
  return shared;
}
