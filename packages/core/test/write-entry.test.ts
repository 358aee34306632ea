import { decodeJournalEntry, type JournalEntry, writeJournalEntry } from "@botwright/core";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { inlineBytes, isMarked, MEDIA, OBJECT } from "../src/journal/entry-codec.ts";

const MEBIBYTE = 2 ** 20;
const atOnce = async (): Promise<void> => {};
const noBytes = (): Promise<never> => Promise.reject(new Error("there are no bytes"));

function setOf(value: unknown): JournalEntry {
  return { callId: "call", sequence: 0, operation: "storage.set", args: ["key", value] };
}

/** Keeps bytes in a list and names them by their place. */
function createMedia(): {
  put: (bytes: Uint8Array) => { sha256: string; length: number; type: "binary" };
  read: (reference: unknown) => Uint8Array;
} {
  const all: Uint8Array[] = [];
  return {
    put: (bytes) => ({ sha256: String(all.push(bytes) - 1), length: bytes.length, type: "binary" }),
    read: (reference) => all[Number(Object(reference).sha256)] ?? new Uint8Array(),
  };
}

/** An entry as a value of JSON, made at once. */
function encoded(part: unknown, put: (bytes: Uint8Array) => unknown): unknown {
  if (part instanceof Uint8Array) return inlineBytes(part, "binary") ?? { [MEDIA]: put(part) };
  if (Array.isArray(part)) return part.map((member: unknown) => encoded(member, put));
  if (typeof part !== "object" || part === null) return part;
  const object = Object.fromEntries(
    Object.entries(part).map(([key, member]) => [key, encoded(member, put)]),
  );
  return isMarked(object) ? { [OBJECT]: object } : object;
}

const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>(null, undefined, -0, NaN, true, () => 1),
    fc.double(),
    fc.string({ unit: "binary" }),
    fc.uint8Array({ maxLength: 300, minLength: 250 }),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(
      fc.constantFrom("a", "$bytes", "$media", "$object", "__proto__", ""),
      tie("value"),
    ),
  ),
}));

test("an entry that is written in steps has the JSON of the whole entry", async () => {
  await fc.assert(
    fc.asyncProperty(value, async (member) => {
      const [whole, steps] = [createMedia(), createMedia()];
      const put = async (bytes: Uint8Array) => steps.put(bytes);
      const json = await writeJournalEntry(setOf(member), { put, pace: atOnce });
      expect(json).toBe(JSON.stringify(encoded(setOf(member), whole.put)));
    }),
  );
});

test.each([
  ["a text whose characters are six in JSON", "\u0001".repeat(MEBIBYTE)],
  ["a text of pairs that no step may divide", `a${"😀".repeat(MEBIBYTE / 2)}`],
  ["halves of pairs", "\ud800".repeat(MEBIBYTE)],
  ["a long key", { ["\n".repeat(MEBIBYTE)]: 1 }],
  ["many numbers", Array.from({ length: 50_000 }, (_, at) => at / 7)],
  ["many lists", Array.from({ length: 50_000 }, () => [])],
  [
    "many objects with keys of their own",
    Array.from({ length: 10_000 }, (_, at) => ({ [at]: at })),
  ],
])("is written in steps, and comes back whole: %s", async (_, large) => {
  const steps: number[] = [];
  const pace = async (characters: number): Promise<void> => void steps.push(characters);
  const { read } = createMedia();
  const json = await writeJournalEntry(setOf(large), { put: noBytes, pace });
  // The last one joins what the others have written.
  expect(steps.pop()).toBe(json.length);
  expect(steps.length).toBeGreaterThan(10);
  expect(Math.max(...steps)).toBeLessThan(MEBIBYTE / 2);
  expect(JSON.parse(json)).toEqual(encoded(setOf(large), () => Object(null)));
  expect(decodeJournalEntry(JSON.parse(json), read)).toEqual(setOf(large));
});

test("an entry that contains itself is refused", async () => {
  const endless: unknown[] = [];
  endless.push(endless);
  await expect(
    writeJournalEntry(setOf(endless), { put: noBytes, pace: atOnce }),
  ).rejects.toMatchObject({
    code: "INVALID_INPUT",
    message: expect.stringContaining("4096 levels"),
  });
});
