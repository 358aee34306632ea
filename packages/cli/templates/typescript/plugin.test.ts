import { test, type TestContext } from "node:test";
import { createHarness, expectTurn, type Harness, type HarnessOptions } from "botwright";

/** The plugin in the sandbox of production, closed when the test ends. */
async function open(t: TestContext, options?: HarnessOptions): Promise<Harness> {
  const harness = await createHarness(new URL("plugin.ts", import.meta.url), options);
  t.after(() => harness.close());
  return harness;
}

test("counts the visits of each person", async (t) => {
  const harness = await open(t);
  const ann = harness.user("ann");
  expectTurn(await ann.says("{{trigger}}")).toHaveReplied("Hello! This is visit 1.");
  expectTurn(await ann.says("{{trigger}}")).toHaveReplied("Hello! This is visit 2.");
  expectTurn(await harness.user("ben").says("{{trigger}}")).toHaveReplied(/visit 1/);
});

test("greets as its user has set", async (t) => {
  const harness = await open(t, { config: { greeting: "Good day" } });
  expectTurn(await harness.user().says("{{trigger}}")).toHaveReplied(/^Good day!/);
});

test("leaves other messages to other plugins", async (t) => {
  const harness = await open(t);
  expectTurn(await harness.user().says("something else")).not.toBeHandled();
});

test("is the same on every platform", async (t) => {
  const harness = await open(t);
  await harness.onEveryPlatform(async (platform) => {
    expectTurn(await platform.user("ann").says("{{trigger}}")).toHaveReplied(/visit 1/);
  });
});
