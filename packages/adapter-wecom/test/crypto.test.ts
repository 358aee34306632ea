import { randomBytes } from "node:crypto";
import { encrypt, getSignature } from "@wecom/crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createCallbackCrypto } from "../src/wire-crypto.ts";

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
