import { createCipheriv, randomBytes } from "node:crypto";
import { encrypt, getSignature } from "@wecom/crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createCallbackCrypto } from "../src/wire/crypto.ts";

const CORP = "wwbotwright00001";
const TOKEN = "BwToken01";
const KEY = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG";
const crypto = createCallbackCrypto(TOKEN, KEY, CORP);

/** A text encrypted and signed by WeCom's published library. */
function signed(message: string, { token = TOKEN, key = KEY, corp = CORP } = {}) {
  const encrypted = encrypt(key, message, corp);
  const [timestamp, nonce] = ["1800000000", randomBytes(4).toString("hex")];
  return {
    encrypted,
    timestamp,
    nonce,
    signature: getSignature(token, timestamp, nonce, encrypted),
  };
}

/** What is encrypted: random bytes, the length, the text, the receiver. */
function letter(text: string, length: number = text.length): Buffer {
  const head = Buffer.alloc(20, "random bytes");
  head.writeUInt32BE(length, 16);
  return Buffer.concat([head, Buffer.from(text + CORP)]);
}

function pad(count: number, byte: number = count): Buffer {
  return Buffer.alloc(count, byte);
}

/** Encrypts whole blocks as they are. */
function seal(plain: Buffer): string {
  const key = Buffer.from(`${KEY}=`, "base64");
  const cipher = createCipheriv("aes-256-cbc", key, key.subarray(0, 16)).setAutoPadding(false);
  return Buffer.concat([cipher.update(plain), cipher.final()]).toString("base64");
}

describe("callback crypto, against @wecom/crypto", () => {
  test("reads every text that the library has encrypted and signed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (message) => {
        const given = signed(message);
        expect(crypto.isSigned(given)).toBe(true);
        expect(crypto.decrypt(given.encrypted)).toBe(message);
      }),
    );
  });

  test("knows the published example", () => {
    const encrypted =
      "eCyIe0+uiijGBq44XutxnubA9kSgiuBtU5T14hB5BJ3CnmrnSwPUJDbJhenrCUasVv13QJU0o00B9vyU0Z4NGg==";
    const signature = "2083c3539fae8d3e2bf1fcf9cb827e704dacfce8";
    expect(crypto.isSigned({ encrypted, signature, timestamp: "1800000000", nonce: "n0nce" })).toBe(
      true,
    );
    expect(crypto.decrypt(encrypted)).toBe("<xml><a>你好</a></xml>");
  });

  test("refuses another Token, and every part that was changed", () => {
    const given = signed("hello");
    expect(crypto.isSigned(signed("hello", { token: "other" }))).toBe(false);
    expect(crypto.isSigned({ ...given, nonce: `${given.nonce}1` })).toBe(false);
    expect(crypto.isSigned({ ...given, timestamp: "1800000001" })).toBe(false);
    expect(crypto.isSigned({ ...given, signature: "" })).toBe(false);
    expect(crypto.isSigned({ ...given, encrypted: `${given.encrypted}A` })).toBe(false);
  });

  test("refuses another key, another corp, and what is cut or no ciphertext", () => {
    const otherKey = KEY.split("").toReversed().join("");
    expect(crypto.decrypt(signed("hello", { key: otherKey }).encrypted)).toBeUndefined();
    expect(crypto.decrypt(signed("hello", { corp: "wwother" }).encrypted)).toBeUndefined();
    expect(crypto.decrypt(signed("hello", { corp: `${CORP}1` }).encrypted)).toBeUndefined();
    const { encrypted } = signed("hello");
    expect(crypto.decrypt(encrypted.slice(0, 20))).toBeUndefined();
    expect(crypto.decrypt(`${encrypted} `)).toBeUndefined();
    expect(crypto.decrypt("")).toBeUndefined();
  });

  test.each([
    { what: "a padding of its own length", plain: [letter("hello"), pad(23)], text: "hello" },
    {
      what: "a full block of padding",
      plain: [letter("a".repeat(28)), pad(32)],
      text: "a".repeat(28),
    },
    { what: "no padding", plain: [letter("a".repeat(28))] },
    { what: "padding of 0", plain: [letter("hello"), pad(23, 0)] },
    { what: "padding above 32", plain: [letter("hello"), pad(55)] },
    { what: "padding of unlike bytes", plain: [letter("hello"), pad(22, 1), pad(1, 23)] },
    { what: "less than a head", plain: [Buffer.alloc(19), pad(13)] },
    { what: "a length above what is there", plain: [letter("hello", 5000), pad(23)] },
    { what: "a length below the text's", plain: [letter("hello", 4), pad(23)] },
  ])("with the right key and $what: $text", ({ plain, text }) => {
    expect(crypto.decrypt(seal(Buffer.concat(plain)))).toBe(text);
  });

  test("never throws on any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(crypto.decrypt(Buffer.from(bytes).toString("base64"))).toBeUndefined();
      }),
    );
  });

  test("wants a key of 43 letters and digits, and does not repeat a wrong one", () => {
    expect(() => createCallbackCrypto(TOKEN, "too-short", CORP)).toThrow(/43 letters/);
    expect(() => createCallbackCrypto(TOKEN, "too-short", CORP)).not.toThrow(/too-short/);
  });
});
