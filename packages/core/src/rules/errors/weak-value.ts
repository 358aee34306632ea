/**
 * Makes a value when it is asked for, and holds it weakly: the garbage collector may take it, and it is made
 * again. For what can be read of a source at any time, and is larger than the source.
 *
 * @example
 * const lines = createWeakValue(() => indexLines(code));
 * lines().count;
 */
export function createWeakValue<Value extends object>(make: () => Value): () => Value {
  let held: WeakRef<Value> | undefined;
  return () => {
    const known = held?.deref();
    if (known !== undefined) return known;
    const made = make();
    held = new WeakRef(made);
    return made;
  };
}
