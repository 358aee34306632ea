/**
 * Creates a value on demand and holds it weakly: the garbage collector may free it, and it is created again at the
 * next call. For values that can be derived from a source at any time and are larger than the source.
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
