/**
 * Calls the method that a class has inherited. Acorn's plugins override methods that its types leave out; one
 * that a later acorn does not have any more is no call.
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
