/**
 * Calls the method that a class has inherited. Acorn's plugins override methods that its types omit; if a later
 * acorn lacks the method, nothing is called.
 */
export function callInherited(
  Base: { readonly prototype: object },
  parser: object,
  method: string,
  args: readonly unknown[],
): unknown {
  const inherited: unknown = Reflect.get(Base.prototype, method);
  return typeof inherited === "function" ? Reflect.apply(inherited, parser, args) : undefined;
}
