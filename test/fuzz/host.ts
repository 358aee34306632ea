import fc from "fast-check";
import { setTimeout as sleep } from "node:timers/promises";
import { BotwrightError, type HandlerContext } from "@botwright/core";
import { createContext } from "../../packages/sandbox/test/context.ts";
import { anyCharacter } from "../arbitraries.ts";

/** What the host answers to one call. */
export type Answer =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "error"; readonly message: string; readonly code: string | null }
  | { readonly kind: "bytes"; readonly length: number }
  | { readonly kind: "late"; readonly ms: number; readonly value: unknown }
  | { readonly kind: "deep"; readonly levels: number }
  | { readonly kind: "odd-error"; readonly error: object }
  | { readonly kind: "never" };

function refuse(): never {
  throw new Error("not readable");
}

/** Values that a service may reject with and that cannot be read. */
const ODD_ERRORS: readonly object[] = [
  Object.create(null),
  { toString: refuse },
  Object.defineProperty(new Error("odd"), "code", { get: refuse }),
  Object.defineProperty(new Error("odd"), "message", { value: { big: 1n } }),
];

const json = fc.jsonValue({ maxDepth: 4, stringUnit: anyCharacter });

/** Answers of a host that keeps to no type. */
export const answers: fc.Arbitrary<Answer[]> = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.record({ kind: fc.constant("value" as const), value: json }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant("error" as const),
        message: fc.oneof(fc.string({ unit: anyCharacter }), fc.constant("m".repeat(1e5))),
        code: fc.option(fc.string()),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant("bytes" as const), length: fc.nat(1e6) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant("late" as const), ms: fc.nat(10), value: json }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant("deep" as const), levels: fc.nat(20_000) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant("odd-error" as const),
        error: fc.constantFrom(...ODD_ERRORS),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("never" as const) }) },
  ),
  { minLength: 1, maxLength: 8 },
);

/** A context that returns the answers in turn, whatever it is asked. */
export function createAnsweringContext(list: readonly Answer[]): HandlerContext {
  const { context } = createContext({ mediaBuffer: Buffer.from("a medium") });
  let turn = 0;
  const next = async (): Promise<unknown> => answer(list[turn++ % list.length]);
  const { bot, storage, aiService, searchService } = context;
  for (const group of [bot, storage, aiService, searchService]) {
    for (const name of Object.keys(group)) {
      if (name !== "platform") Object.assign(group, { [name]: next });
    }
  }
  return Object.assign(context, { getPlatformCreds: next });
}

async function answer(given: Answer | undefined): Promise<unknown> {
  switch (given?.kind) {
    case "value":
      return given.value;
    case "error": {
      const { message, code } = given;
      throw code === null ? new Error(message) : new BotwrightError(message, { code });
    }
    case "odd-error":
      throw given.error;
    case "bytes":
      return Buffer.alloc(given.length);
    case "late":
      await sleep(given.ms);
      return given.value;
    case "deep": {
      let value: unknown = null;
      for (let level = 0; level < given.levels; level++) value = [value];
      return value;
    }
    case "never":
      return new Promise(() => {});
    case undefined:
  }
  return undefined;
}
