import { createCipheriv } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decryptAes, encryptAes } from "../src/index.ts";

const bytes = (length: number): fc.Arbitrary<Uint8Array> =>
  fc.uint8Array({ minLength: length, maxLength: length });
const text = fc.uint8Array({ maxLength: 100 });

test("is what Node does with its own padding, in both modes", () => {
  fc.assert(
    fc.property(text, bytes(16), bytes(32), bytes(16), (plain, short, long, iv) => {
      const ecb = createCipheriv("aes-128-ecb", short, null);
      expect(encryptAes(plain, { key: short })).toEqual(
        Buffer.concat([ecb.update(plain), ecb.final()]),
      );
      const cbc = createCipheriv("aes-256-cbc", long, iv);
      expect(encryptAes(plain, { key: long, iv })).toEqual(
        Buffer.concat([cbc.update(plain), cbc.final()]),
      );
    }),
  );
});

test("comes back, also with wider padding", () => {
  fc.assert(
    fc.property(text, bytes(32), bytes(16), fc.constantFrom(16, 32), (plain, key, iv, padTo) => {
      const encrypted = encryptAes(plain, { key, iv, padTo });
      expect(encrypted.length % padTo).toBe(0);
      expect(decryptAes(encrypted, { key, iv, padTo })).toEqual(Buffer.from(plain));
    }),
  );
});

test("what is cut off or padded wrongly is refused", () => {
  const key = Buffer.alloc(16, 1);
  const encrypted = encryptAes(Buffer.from("hello"), { key });
  for (const broken of [Buffer.alloc(0), encrypted.subarray(0, 15), Buffer.alloc(32, 7)]) {
    expect(() => decryptAes(broken, { key })).toThrow(RangeError);
  }
});
