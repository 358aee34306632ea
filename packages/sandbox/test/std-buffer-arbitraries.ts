import fc from "fast-check";
import { anyText, source } from "./std-evaluator.ts";

/** Encodings as authors write them. */
export const ENCODINGS: readonly string[] = [
  "utf8",
  "UTF-8",
  "hex",
  "base64",
  "base64url",
  "latin1",
  "binary",
  "ascii",
  "utf16le",
  "ucs2",
];

/** An encoding, as source. */
export const encoding: fc.Arbitrary<string> = fc.constantFrom(...ENCODINGS).map(source);
/** An encoding, or what is none. */
export const anyEncoding: fc.Arbitrary<string> = fc.oneof(
  encoding,
  fc.constantFrom("undefined", '"no"', "null", '""', "1"),
);
/** A text, also of the kinds that encodings read. */
export const text: fc.Arbitrary<string> = fc.oneof(
  anyText,
  fc.base64String({ maxLength: 16 }),
  fc.string({ unit: fc.constantFrom(...Array.from("0123456789abcdefABCg")), maxLength: 9 }),
);
/** A buffer, as source. */
export const buffer: fc.Arbitrary<string> = fc.oneof(
  fc.uint8Array({ maxLength: 12 }).map((array) => `Buffer.from([${array.join()}])`),
  fc
    .uint8Array({ maxLength: 12 })
    .map((array) => `Buffer.from([9, ${[...array, 8].join()}]).subarray(1, -1)`),
  anyText.map((value) => `Buffer.from(${source(value)})`),
);
/** An offset or length, also beyond the bounds or of another type. */
export const offset: fc.Arbitrary<string> = fc.oneof(
  fc.integer({ min: -15, max: 15 }).map(String),
  fc.constantFrom(
    "undefined",
    "NaN",
    "Infinity",
    "-Infinity",
    "1.5",
    "-0.5",
    "null",
    '"2"',
    "{}",
    "2 ** 32",
  ),
);
/** A number to be written. */
export const number: fc.Arbitrary<string> = fc.oneof(
  fc.integer({ min: -300, max: 300 }).map(String),
  fc.integer().map(String),
  fc.double().map((value) => (Object.is(value, -0) ? "-0" : String(value))),
  fc.constantFrom(
    "undefined",
    "null",
    '"7"',
    "2 ** 31",
    "2 ** 32",
    "2 ** 47",
    "-(2 ** 47)",
    "65536",
    "-129",
    "true",
  ),
);
/** A big one. */
export const bigint: fc.Arbitrary<string> = fc.oneof(
  fc.bigInt({ min: -(2n ** 65n), max: 2n ** 65n }).map((value) => `${value}n`),
  fc.constantFrom("0n", "2n ** 64n - 1n", "2n ** 63n", "-(2n ** 63n)", "-1n"),
);
