/**
 * Returns the entered fields whose values differ from those that the form has shown. The host keeps the fields that
 * are not sent, so that a change that was made elsewhere is not reverted.
 *
 * @example
 * changedFields({ name: "new", price: "1" }, { name: "old", price: "1" }); // { name: "new" }
 */
export function changedFields<Entered extends object>(
  entered: Entered,
  shown: { readonly [Name in keyof Entered]?: unknown },
): Partial<Entered> {
  const changed: Partial<Entered> = {};
  for (const name in entered) {
    if (entered[name] !== shown[name]) changed[name] = entered[name];
  }
  return changed;
}
