import { createHash, createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createSandbox } from "../src/index.ts";
import { createEvaluator, differences, sampleOf, source } from "./std-evaluator.ts";

const inside = await createEvaluator();

const HASHES = ["SHA-1", "SHA-256", "SHA-384", "SHA-512"];
const hash = fc.constantFrom(...HASHES);
const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Array.from(array));
const secret = fc.uint8Array({ minLength: 1, maxLength: 200 }).map((array) => Array.from(array));

test("digests and HMACs are those of node:crypto", async () => {
  const cases = fc.sample(fc.tuple(hash, secret, bytes), 60);
  const found = await inside(
    `Promise.all(input.map(async ([hash, secret, data]) => {
      const hex = (buffer) => Buffer.from(buffer).toString("hex");
      const algorithm = { name: "HMAC", hash };
      const key = await crypto.subtle.importKey("raw", Uint8Array.from(secret), algorithm, false, ["sign", "verify"]);
      const signature = await crypto.subtle.sign("HMAC", key, Uint8Array.from(data));
      const spoilt = signature.slice(0);
      new Uint8Array(spoilt)[0] ^= 1;
      const verified = await Promise.all([signature, spoilt, signature.slice(1), new Uint8Array()].map((each) => crypto.subtle.verify("HMAC", key, each, Uint8Array.from(data))));
      return [hex(await crypto.subtle.digest(hash, Uint8Array.from(data))), hex(signature), verified];
    }))`,
    cases,
  );
  expect(found).toEqual(
    cases.map(([name, key, data]) => {
      const node = name.replace("-", "").toLowerCase();
      const message = Buffer.from(data);
      return [
        createHash(node).update(message).digest("hex"),
        createHmac(node, Buffer.from(key)).update(message).digest("hex"),
        [true, false, false, false],
      ];
    }),
  );
});

/**
 * | deliberately unlike Node | why |
 * | --- | --- |
 * | only SHA-1, -256, -384, -512 and HMAC; no `generateKey`, `encrypt` … | what signing requests needs |
 * | `HMAC` keys are whole bytes, `length` in the algorithm is not read | no known plugin cuts keys by bits |
 * | `getRandomValues` and `randomUUID` throw while a file is loaded | the bytes would be in every call |
 */
test("keys are imported, exported and refused as in Node", async () => {
  const raw = `Uint8Array.of(1, 2, 3)`;
  const hmac = `{ name: "HMAC", hash: "SHA-256" }`;
  const use = `["sign", "verify"]`;
  const key = (usages: string, extractable = true): string =>
    `await crypto.subtle.importKey("raw", ${raw}, ${hmac}, ${extractable}, ${usages})`;
  const shown = `({ type, extractable, algorithm, usages }) => ({ type, extractable, algorithm: { ...algorithm, hash: { ...algorithm.hash } }, usages })`;
  expect(
    await differences(inside, [
      `(${shown})(${key(use)})`,
      `(${shown})(${key('["verify", "sign", "sign"]', false)})`,
      `(${shown})(await crypto.subtle.importKey("raw", ${raw}.buffer, { name: "hmac", hash: { name: "sha-1" } }, true, ["sign"]))`,
      `(${shown})(await crypto.subtle.importKey("jwk", { kty: "oct", k: "AQID", alg: "HS512" }, { name: "HMAC", hash: "SHA-512" }, true, ["sign"]))`,
      `crypto.subtle.exportKey("raw", ${key(use)})`,
      `crypto.subtle.exportKey("jwk", ${key(use)})`,
      `crypto.subtle.exportKey("raw", ${key(use, false)})`,
      `crypto.subtle.importKey("raw", ${raw}, ${hmac}, true, [])`,
      `crypto.subtle.importKey("raw", ${raw}, ${hmac}, true, ["encrypt"])`,
      `crypto.subtle.importKey("raw", new Uint8Array(), ${hmac}, true, ["sign"])`,
      `crypto.subtle.importKey("jwk", { kty: "oct", k: "AQID", alg: "HS256" }, { name: "HMAC", hash: "SHA-512" }, true, ["sign"])`,
      `crypto.subtle.importKey("jwk", { kty: "RSA" }, ${hmac}, true, ["sign"])`,
      `crypto.subtle.importKey("raw", ${raw}, { name: "HMAC", hash: "MD5" }, true, ["sign"])`,
      `crypto.subtle.sign("HMAC", ${key('["verify"]')}, ${raw})`,
      `crypto.subtle.verify("HMAC", ${key('["sign"]')}, ${raw}, ${raw})`,
      `crypto.subtle.digest("MD5", ${raw})`,
      `crypto.subtle.digest({ name: "sha-256" }, ${raw})`,
      `crypto.subtle.digest("SHA-256", new DataView(new ArrayBuffer(4), 1))`,
      `new CryptoKey()`,
      `[Object.prototype.toString.call(crypto), Object.prototype.toString.call(crypto.subtle), Object.prototype.toString.call(${key(use)}), ${key(use)} instanceof CryptoKey]`,
    ]),
  ).toEqual([]);
});

test("random values fill integers up to the quota", async () => {
  const views = [
    "Uint8Array",
    "Int8Array",
    "Uint8ClampedArray",
    "Uint16Array",
    "Int32Array",
    "BigUint64Array",
    "Float32Array",
    "Float64Array",
  ];
  expect(
    await differences(inside, [
      ...views.map(
        (view) =>
          `(() => { const a = new ${view}(8); return [crypto.getRandomValues(a) === a, new Uint8Array(a.buffer).some((x) => x !== 0)] })()`,
      ),
      "crypto.getRandomValues(new Uint8Array(65536)).length",
      "crypto.getRandomValues(new Uint8Array(65537))",
      "crypto.getRandomValues(new DataView(new ArrayBuffer(2)))",
      "crypto.getRandomValues([1])",
      "crypto.getRandomValues(new Uint8Array(0)).length",
      "(() => { const all = new Uint8Array(12); crypto.getRandomValues(all.subarray(4, 4)); return all })()",
      ...sampleOf(
        fc.nat({ max: 9 }).map((length) => source(length)),
        3,
      ).map((length) => `crypto.getRandomValues(new Uint8Array(${length})).length`),
    ]),
  ).toEqual([]);
  const value = await inside(
    `[Array.from({ length: 50 }, () => crypto.randomUUID()), (() => { const all = new Uint8Array(12); crypto.getRandomValues(all.subarray(4, 8)); return [...all.slice(0, 4), ...all.slice(8)] })()]`,
  );
  const [ids, untouched]: [string[], number[]] = JSON.parse(JSON.stringify(value));
  expect(new Set(ids).size).toBe(50);
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u);
  }
  expect(untouched).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
});

test("nothing random gets into the image of a file", async () => {
  await using sandbox = createSandbox({ workers: 1 });
  const file = `const id = crypto.randomUUID(); export const handler = () => id;`;
  await expect(sandbox.load(file)).rejects.toThrow(/only inside of a handler/u);
});
