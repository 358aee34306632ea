import fc from "fast-check";
import { expect, test } from "vitest";
import { compute } from "../src/guest-services/compute.ts";

const KINDS = [
  "text-to-bytes",
  "bytes-to-text",
  "byte-length",
  "encode-into",
  "encoding-name",
  "decode-text",
  "url-parse",
  "url-set",
  "params-parse",
  "params-serialize",
  "digest",
  "hmac",
  "format-date",
  "format-number",
  "guest-source",
  "constructor",
  "",
];

const argument = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(
    "utf8",
    "hex",
    "utf-8",
    "gbk",
    "SHA-256",
    "href",
    "toLocaleString",
    "https://a.example/",
  ),
);

test("whatever the guest sends, the host answers with text, bytes or nothing", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...KINDS),
      fc.oneof(
        fc.array(argument, { maxLength: 5 }).map((args) => JSON.stringify(args)),
        fc.string(),
        fc.json(),
      ),
      fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 3 }),
      (kind, json, bytes) => {
        const answer = compute(kind, json, bytes);
        const isPlain = answer === undefined || answer instanceof Uint8Array;
        expect(isPlain || typeof JSON.parse(answer) !== "undefined").toBe(true);
      },
    ),
    { numRuns: 2000 },
  );
});

test("inputs that would take long are refused", () => {
  expect(
    compute("url-parse", JSON.stringify([`https://a.example/${"x".repeat(2 ** 21)}`]), []),
  ).toBeUndefined();
  expect(compute("params-parse", JSON.stringify(["a&".repeat(2 ** 20)]), [])).toBeUndefined();
  expect(
    compute("format-number", JSON.stringify(["9".repeat(10_001), "bigint"]), []),
  ).toBeUndefined();
  const json = JSON.stringify(["utf8"]);
  expect(compute("bytes-to-text", json, [new Uint8Array(10)])).toBe(
    JSON.stringify("\0".repeat(10)),
  );
  expect(compute("bytes-to-text", json, [new Uint8Array(2 ** 26)])).toBeUndefined();
});
