import { describeError, formatError } from "@botwright/core";
import { describe, expect, test } from "vitest";
import { createSandbox } from "../src/index.ts";
import { createContext } from "./context.ts";

/** A plugin whose storage and chat refuse, and the error of its load or run as people see it. */
async function shownError(source: string): Promise<string> {
  await using sandbox = createSandbox({ workers: 1, fetch: false, limits: { cpuMs: 500 } });
  const { context } = createContext();
  const refusing = { ...context.bot, sendImage: () => Promise.reject(new Error("no pictures")) };
  const load = sandbox.load(source, { slug: "dice", file: "/home/ann/dice.js" });
  const run = load.then((plugin) => plugin.handler({ ...context, bot: refusing }));
  return run.then(
    () => "no error",
    (thrown: unknown) => formatError(describeError(thrown)),
  );
}

const lines = (...text: string[]): string => text.join("\n");

describe("the error of a plugin points at its line", () => {
  test.each<{ what: string; source: string; shown: string }>([
    { what: "x", source: "", shown: "" },
  ])("$what", async ({ source, shown }) => {
    expect(await shownError(source)).toBe(shown);
  });
});
