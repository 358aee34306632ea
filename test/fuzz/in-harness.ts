import { formatRecordedRun, parseRecordedRun } from "@botwright/core";
import { createHarness, type HarnessOptions, replay } from "@botwright/harness";
import fc from "fast-check";
import { expect } from "vitest";
import { concurrentPrograms } from "./concurrent.ts";
import { parametersOf, type Until } from "./until.ts";

const options: HarnessOptions = {
  models: { small: { answers: { text: "one", afterMs: 20 } } },
  search: { tea: [], "*": "NETWORK_ERROR" },
  fetch: {
    "https://late.example/broken/*": async ({ url }, wait) => {
      await wait(lateness(url));
      throw new TypeError("fetch failed");
    },
    "https://late.example/*": ({ url }, wait) => wait(lateness(url)).then(() => "late"),
  },
};

function lateness(url: string): number {
  return Number(url.split("/").at(-1));
}

/** Said by a host when it learns of an end: whether that is before the handler's return is a matter of the machine. */
const OF_THE_HOST = /^(the handler returned before|a host call that the plugin did not await)/u;

/** What can be seen of a conversation with a plugin. */
async function converse(source: string, isReplayed: boolean): Promise<unknown[]> {
  await using h = await createHarness(source, options);
  const ann = h.user("ann");
  const seen: unknown[] = [];
  for (const text of ["one", "two"]) {
    const { handled, replies, logs, error } = await ann.says(text);
    const lines = logs.map((line) => line.text).filter((line) => !OF_THE_HOST.test(line));
    // What a handler that failed had left behind may or may not have come to its end.
    seen.push(error === undefined ? { handled, replies, lines, now: h.clock.now() } : error.code);
    if (!isReplayed) continue;
    const run = parseRecordedRun(await formatRecordedRun(await h.record()));
    const { same, difference } = await replay(run, source);
    expect({ same, difference }).toEqual({ same: true, difference: undefined });
  }
  return seen;
}

/** What three people make of it, two messages each, all at once. */
async function crowd(source: string): Promise<void> {
  await using h = await createHarness(source, options);
  const people = ["ann", "bob", "cem"].map((name) => h.user(name));
  const turns = await Promise.all(people.flatMap((one) => [one.says("one"), one.says("two")]));
  expect(turns).toHaveLength(6);
}

/**
 * Runs random plugins that do many things at once in the harness. Each conversation comes to an end, is the same when it
 * is held again, and its records replay; so does one of several people. Returns how many plugins ran.
 */
export async function fuzzInHarness(until: Until, seed: number): Promise<number> {
  let runs = 0;
  const holds = async (source: string): Promise<void> => {
    runs++;
    const seen = await converse(source, true);
    expect(await converse(source, false)).toEqual(seen);
    await crowd(source);
  };
  await fc.assert(fc.asyncProperty(concurrentPrograms, holds), {
    ...parametersOf(until),
    seed,
    // To shrink a program that hangs would take hours.
    endOnFailure: true,
  });
  return runs;
}
