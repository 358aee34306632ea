import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRedactor, type Redactor } from "../src/index.ts";

/** A redactor that knows these secrets, as the fields `k.0`, `k.1` and so on. */
function knowing(...secrets: readonly string[]): Redactor {
  const redactor = createRedactor();
  redactor.addFields("k", secrets);
  return redactor;
}

async function* cut(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (let turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

async function inChunks(
  redactor: Redactor,
  bytes: Uint8Array,
  sizes: readonly number[],
): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of redactor.redactChunks(cut(bytes, sizes))) chunks.push(chunk);
  return Buffer.concat(chunks).toString("latin1");
}

const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });

/** What plugins make of a secret within other bytes. */
const ENCODINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => encodeURIComponent(text),
  (text) => Buffer.from(text).toString("hex"),
  (text) => Buffer.from(text).toString("base64"),
  (text) => Buffer.from(text).toString("base64url"),
  (text) => encodeURIComponent(Buffer.from(text).toString("base64")),
];
const encodings = fc.constantFrom(...ENCODINGS);

describe("bytes in chunks become what they become at once", () => {
  test("wherever they are cut, and however a secret is encoded", async () => {
    // Each character once: a secret that repeats itself overlaps itself.
    const unit = fc.constantFrom(...Array.from("aBc1/+?&é早🔑 -_.~!xYz"));
    const secrets = fc
      .uniqueArray(unit, { minLength: 5, maxLength: 12 })
      .map((all) => all.join(""));
    const filling = fc.string({ unit: "grapheme-ascii", maxLength: 30 });
    const parts = fc.array(fc.tuple(filling, encodings, filling, fc.nat(1)), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(secrets, secrets, parts, sizes, async (one, other, all, cuts) => {
        const redactor = knowing(one, other);
        const text = all
          .map(([before, encode, behind, which]) =>
            encode(`${before}${which === 0 ? one : other}${behind}`),
          )
          .join("");
        const bytes = Buffer.from(text);
        const atOnce = Buffer.from(redactor.redact(bytes)).toString("latin1");
        expect(await inChunks(redactor, bytes, cuts)).toBe(atOnce);
      }),
      { numRuns: 300 },
    );
  });

  test("with the bits that neighbours in Base64 share with a secret", async () => {
    const redactor = knowing("s3cr3t!");
    const text = btoa(`user:s3cr3t!?${"x".repeat(40)}`).replaceAll("=", "");
    const bytes = Buffer.from(text.repeat(3));
    const atOnce = Buffer.from(redactor.redact(bytes)).toString();
    expect(atOnce).toContain("__secret.k.0.base64-2__");
    for (let size = 1; size < 60; size++) {
      expect(await inChunks(redactor, bytes, [size])).toBe(atOnce);
    }
  });
});

test(
  "a secret is found at each place of a long text, and of many bytes",
  { tags: ["long"] },
  async () => {
    const redactor = knowing("s3cr3t-早!");
    const [before, behind] = ["é".repeat(40_000), "x".repeat(40_000)];
    for (let shift = 0; shift < 80; shift++) {
      const around = (secret: string): string =>
        `${before.slice(shift)}${secret}${behind}${secret}${before}`;
      const [text, shown] = [around("s3cr3t-早!"), around("__secret.k.0__")];
      expect(redactor.redact(text)).toBe(shown);
      const found = await redactor.redactInSteps({ [text]: [Buffer.from(text)] });
      expect(found).toEqual({ [shown]: [new Uint8Array(Buffer.from(shown))] });
    }
  },
);

test("a value is the same in steps as at once, with its numbers", async () => {
  const redactor = knowing("s3cr3t", "123456");
  const member = { pin: 123_456, text: "a s3cr3t", s3cr3t: [null, true, new Uint8Array([1])] };
  const value = Array.from({ length: 5000 }, (_, at) => ({ ...member, at }));
  let turns = 0;
  const next = (): void => void (turns++ < 100 && setImmediate(next));
  setImmediate(next);
  const inSteps = await redactor.redactValueInSteps(value);
  expect(turns).toBeGreaterThan(0);
  expect(inSteps).toEqual(redactor.redactValue(value));
  expect(inSteps).toMatchObject({ 4999: { pin: "__secret.k.1__", text: "a __secret.k.0__" } });
});

test("many bytes without a secret are not copied", async () => {
  const bytes = new Uint8Array(100_000);
  expect(await knowing("s3cr3t").redactInSteps(bytes)).toBe(bytes);
});

test("nothing is left of secrets that overlap each other, wherever they are cut", async () => {
  const unit = fc.constantFrom("a", "b");
  const secrets = fc.array(fc.string({ unit, minLength: 4, maxLength: 7 }), {
    minLength: 1,
    maxLength: 3,
  });
  await fc.assert(
    fc.asyncProperty(
      secrets,
      fc.string({ unit, maxLength: 120 }),
      sizes,
      async (all, text, cuts) => {
        const redacted = await inChunks(knowing(...all), Buffer.from(text), cuts);
        const left = redacted.replaceAll(/__secret\.k\.\d+(?:-\d+)?(?:\.[\w-]+?)?__/g, "|");
        for (const secret of all) expect(left).not.toContain(secret);
      },
    ),
    { numRuns: 500 },
  );
});

test("chunks are given on as they come: the memory does not grow with the bytes", async () => {
  const redactor = knowing("a-secret-of-thirty-characters.");
  let given = 0;
  let taken = 0;
  async function* source(): AsyncGenerator<Uint8Array> {
    for (let count = 0; count < 50; count++) {
      given += 1000;
      yield Buffer.alloc(1000, "x");
    }
  }
  for await (const chunk of redactor.redactChunks(source())) {
    taken += chunk.length;
    expect(given - taken).toBeLessThan(200);
  }
  expect(taken).toBe(50_000);
});

test("chunks are the same without a secret", async () => {
  const redactor = createRedactor();
  const chunks = cut(new Uint8Array([1, 2, 3]), [2]);
  expect(redactor.redactChunks(chunks)).toBe(chunks);
});
