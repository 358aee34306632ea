import { expect, test } from "vitest";
import { createEvaluator, differences } from "./std-evaluator.ts";

const inside = await createEvaluator();

/** Does some work, and goes on until its microtasks are done. */
function settled(work: string): string {
  return `new Promise((done) => { ${work}; setTimeout(() => done("ended"), 5) })`;
}

/**
 * | deliberately unlike Node | why |
 * | --- | --- |
 * | a timer is a number, without `unref` and `refresh` | as in browsers; it keeps nothing alive |
 * | what a callback throws fails the call | Node's ends the process |
 */
test("timers and microtasks call back as Node's do", async () => {
  expect(
    await differences(inside, [
      "new Promise((done) => setTimeout((...all) => done(all), '1', 'a', 'b'))",
      "new Promise((done) => queueMicrotask((...all) => done(all)))",
      // What a microtask returns concerns nobody.
      settled(
        "const failed = Promise.reject(1); failed.catch(() => {}); queueMicrotask(() => failed)",
      ),
      settled("queueMicrotask(() => ({ then() { throw new Error() } }))"),
      ...["setTimeout", "setInterval", "queueMicrotask"].flatMap((name) =>
        ["", "undefined", "null", "'done()'", "{}"].map((given) => `${name}(${given})`),
      ),
      ...["", "undefined", "null", "'none'", "{}", "-1"].map((given) => `clearTimeout(${given})`),
    ]),
  ).toEqual([]);
});
