import fc from "fast-check";
import { expect, test } from "vitest";
import { bigint, buffer, number, offset } from "./std-buffer-arbitraries.ts";
import { createEvaluator, differences, sampleOf } from "./std-evaluator.ts";

const inside = await createEvaluator();

/** A pair of arguments of which one is as it should be: 2 is a place, a value and a size. */
const oneOdd = (
  usual: string,
  first: fc.Arbitrary<string>,
  second: fc.Arbitrary<string>,
): fc.Arbitrary<string> =>
  fc.oneof(
    first.map((value) => `${value}, 2`),
    second.map((value) => `${usual}, ${value}`),
  );
const written = (b: string, call: string): string =>
  `(() => { const b = ${b}; return [b.${call}, b] })()`;

test("reads and writes numbers", async () => {
  const fixed = ["UInt8", "Int8", "Uint8"].concat(
    ["UInt16", "Int16", "Uint16", "UInt32", "Int32", "Float", "Double"].flatMap((name) => [
      `${name}LE`,
      `${name}BE`,
    ]),
  );
  const big = ["BigUInt64LE", "BigInt64BE", "BigUint64BE", "BigInt64LE"];
  const variable = ["UIntLE", "UIntBE", "IntLE", "IntBE", "UintLE", "UintBE"];
  const place = fc.oneof(
    { weight: 3, arbitrary: fc.nat({ max: 8 }).map(String) },
    { weight: 1, arbitrary: offset },
  );
  const long = fc
    .uint8Array({ minLength: 6, maxLength: 12 })
    .map((array) => `Buffer.from([${array.join()}])`);
  const target = fc.oneof({ weight: 3, arbitrary: long }, { weight: 1, arbitrary: buffer });
  const size = fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 6 }).map(String) },
    { weight: 1, arbitrary: offset },
  );
  expect(
    await differences(inside, [
      ...sampleOf(
        fc
          .tuple(target, fc.constantFrom(...fixed, ...big), place)
          .map(([b, name, at]) => `${b}.read${name}(${at})`),
        500,
      ),
      ...sampleOf(
        fc
          .tuple(target, fc.constantFrom(...variable), oneOdd("1", place, size))
          .map(([b, name, args]) => `${b}.read${name}(${args})`),
        300,
      ),
      ...sampleOf(
        fc
          .tuple(target, fc.constantFrom(...fixed), oneOdd("2", number, place))
          .map(([b, name, args]) => written(b, `write${name}(${args})`)),
        600,
      ),
      ...sampleOf(
        fc
          .tuple(target, fc.constantFrom(...big), oneOdd("2n", bigint, place))
          .map(([b, name, args]) => written(b, `write${name}(${args})`)),
      ),
      ...sampleOf(
        fc
          .tuple(
            long,
            fc.constantFrom(...variable),
            fc.integer({ min: -(2 ** 48), max: 2 ** 48 }).map(String),
            size,
          )
          .map(([b, name, value, bytes]) => written(b, `write${name}(${value}, 0, ${bytes})`)),
        400,
      ),
      ...sampleOf(
        fc
          .tuple(long, fc.constantFrom(...variable), place)
          .map(([b, name, at]) => written(b, `write${name}(1, ${at}, 3)`)),
      ),
      ...fixed.concat(big).map((name) => `Buffer.alloc(8, 1).read${name}()`),
      ...fixed.map((name) => `Buffer.alloc(0).read${name}(0)`),
    ]),
  ).toEqual([]);
});
