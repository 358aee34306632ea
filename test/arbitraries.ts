import fc from "fast-check";

const SURROGATES = { first: 0xd8_00, count: 0x8_00 };

/**
 * Any code point but surrogates, like `unit: "binary"`, which builds a map of all code points in each
 * process and takes half a second.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat(0x10_ff_ff - SURROGATES.count)
  .map(
    (nth) => String.fromCodePoint(nth < SURROGATES.first ? nth : nth + SURROGATES.count),
    placeOf,
  );

/** By this fast-check knows which of its dangerous strings, such as `__proto__`, can be made of them. */
function placeOf(text: unknown): number {
  const code = typeof text === "string" ? text.codePointAt(0) : undefined;
  if (code === undefined || String.fromCodePoint(code) !== text) throw new Error("no character");
  return code < SURROGATES.first ? code : code - SURROGATES.count;
}

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=:@";
const part = fc.string({
  unit: fc.oneof(
    { weight: 10, arbitrary: fc.constantFrom(...Array.from(LETTERS)) },
    { weight: 1, arbitrary: anyCharacter.map(encodeURIComponent) },
  ),
});
const tail = (mark: string): fc.Arbitrary<string> =>
  fc.option(part, { nil: undefined }).map((text) => (text === undefined ? "" : mark + text));

/** An address of the web with all its parts; `fc.webUrl` makes the map of all characters as well. */
export const anyUrl: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom("http://", "https://"),
    fc.webAuthority(),
    fc.array(part.map((segment) => `/${segment}`)).map((segments) => segments.join("")),
    tail("?"),
    tail("#"),
  )
  .map((parts) => parts.join(""));
