import type { SecretForm } from "./secret-forms.ts";

/**
 * The automaton of Aho and Corasick: it searches a text for all forms at once, without going back in the text.
 *
 * Its states are the prefixes of the forms, as a tree (trie): each character leads one level down. While a text is
 * read, the state is the longest suffix of the text so far that is such a prefix. When no form continues with the
 * next character, the automaton follows the failure link (`fall`) to the next shorter such suffix. Each failure link
 * goes at least one level up, and each character goes one level down, so there are never more falls than characters.
 *
 * All forms of a run's secrets can have millions of characters, and most texts match none of them. Therefore a state
 * is created only when a text has reached its parent, and linked only when a text reaches the state itself. Creating
 * all states takes time in proportion to the forms' length, once.
 *
 * @see https://doi.org/10.1145/360825.360855
 */
export interface FormAutomaton {
  /** The state before the first character of a text. */
  readonly root: FormState;
  /** Returns the state after one more character. */
  advance(from: FormState, unit: number): FormState;
  /** Returns the number of states created so far. */
  size(): number;
}

/** A state of a {@link FormAutomaton}; only the automaton changes it. */
export interface FormState {
  /** The length of its prefix. */
  readonly depth: number;
  /** The first form that equals the prefix. */
  readonly form: SecretForm | undefined;
  /** The forms that begin with the prefix. */
  readonly alike: AlikeForms;
  isDivided: boolean;
  /** The children: a map, or `only` with its character `unit` when there is one. */
  children: Map<number, FormState> | undefined;
  only: FormState | undefined;
  unit: number;
  /**
   * The failure link: the state of the longest proper suffix of its prefix. `undefined` until the state is linked,
   * and for the root.
   */
  fall: FormState | undefined;
  /** The first state on its chain of failure links whose prefix is a form (output link). */
  shorter: FormState | undefined;
}

/** Forms that begin with the same characters. */
interface AlikeForms {
  readonly forms: readonly SecretForm[];
  /** Length of the known common prefix. A state within it has one child, found without looking at every form. */
  readonly shared: number;
}

/** Not a UTF-16 unit of any text. */
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

  /** Creates the children of a state. Most states have one child, because the prefixes of forms soon differ. */
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
   * Finds the failure link of a child: the child for the same character of the state to which its parent falls. That
   * state may have to be linked first, and so on; the last state of this chain falls to the root or to a linked
   * state.
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

/** The first form with this length. */
function formOf(length: number, forms: readonly SecretForm[]): SecretForm | undefined {
  return forms.find(({ text }) => text.length === length);
}

/** The forms that are longer than `place`, grouped by their character there. */
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

/** The length of the forms' common prefix, which is at least `known`. */
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
