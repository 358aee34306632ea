import { expect, test } from "vitest";
import { secondsToInspect } from "../../packages/inspect/test/bounded.ts";
import { pluginOf, worstFiles } from "../../packages/inspect/test/worst-files.ts";

// Quadratic work takes minutes.
test.each(worstFiles(1))("of the largest size, %s are inspected in bounded time", (_name, body) => {
  expect(secondsToInspect(pluginOf(body), 8)).toBeLessThan(8);
});
