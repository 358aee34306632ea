import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter } from "../../../test/arbitraries.ts";
import { encodingOf, toBytes, toText } from "../src/evaluate/bytes.ts";

const ENCODINGS = [
  "ascii",
  "base64",
  "base64url",
  "binary",
  "hex",
  "latin1",
  "UTF-8",
  "utf16le",
  "ucs-2",
] as const satisfies readonly (BufferEncoding | "UTF-8")[];

test.each(ENCODINGS)("texts become bytes, and bytes texts, as Buffer does it: %s", (name) => {
  const encoding = encodingOf(name);
  const isDigits = /base64|hex/u.test(name);
  const texts = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.base64String(),
    fc.stringMatching(/^[\da-f]*$/u),
  );
  fc.assert(
    fc.property(texts, fc.uint8Array(), (text, bytes) => {
      const given = isDigits ? Buffer.from(text).toString(encoding) : text;
      expect([...toBytes(given, encoding)]).toEqual([...Buffer.from(given, encoding)]);
      expect(toText(bytes, encoding)).toBe(Buffer.from(bytes).toString(encoding));
    }),
  );
});

test("what is no Base64 or hex is left out", () => {
  for (const text of ["YWJj ZGVm\n", "YWJjZ", "a-_b", "!"]) {
    expect([...toBytes(text, "base64")]).toEqual([...Buffer.from(text, "base64")]);
  }
  for (const text of ["6162zz63", "616", "x"]) {
    expect([...toBytes(text, "hex")]).toEqual([...Buffer.from(text, "hex")]);
  }
});

test("no other name is an encoding", () => {
  for (const name of ["utf7", "", 7, undefined]) expect(encodingOf(name)).toBe("utf8");
});
