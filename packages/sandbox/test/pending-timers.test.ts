import { silentLogger } from "@botwright/core";
import { describe, expect, test } from "vitest";
import { createSandbox } from "../src/index.ts";
import { readPendingTimer } from "../src/main/call/pending-timer.ts";
import { createContext } from "./context.ts";

/** The warnings of a call, and how it ended. */
async function run(...body: string[]): Promise<{ warnings: unknown[]; ended: unknown }> {
  const warnings: unknown[] = [];
  const logger = {
    ...silentLogger,
    warn: (message: string, { code, position }: Record<string, unknown> = {}) =>
      void warnings.push({ message, code, position }),
  };
  await using sandbox = createSandbox({ workers: 1, fetch: false, logger });
  const source = ["export async function handler({ storage }) {", ...body, "}"].join("\n");
  const plugin = await sandbox.load(source, { slug: "alarm", file: "alarm.js" });
  const ended: unknown = await Promise.resolve(plugin.handler(createContext().context)).catch(
    ({ code }: { code: unknown }) => code,
  );
  return { warnings, ended };
}

const RETURN = "  return { handled: true };";
const HANDLED = { handled: true };

describe("a timer that is pending when its handler returns", () => {
  test("is in the log, with its line", async () => {
    const { warnings, ended } = await run("  setTimeout(() => storage.set('a', 1), 5000);", RETURN);
    expect(ended).toEqual(HANDLED);
    expect(warnings).toEqual([
      {
        code: "TIMER_PENDING",
        message:
          "setTimeout of 5000 ms never fires at alarm.js:2:13: the handler has ended; await new Promise((resolve) => setTimeout(resolve, ms)) before the handler returns, or call clearTimeout",
        position: { file: "alarm.js", line: 2, column: 13, functionName: "handler" },
      },
    ]);
  });

  test("is in the log once, however many there are", async () => {
    const { warnings } = await run(
      "  for (const ms of [9, 8]) setInterval(() => {}, ms);",
      "  await storage.get('a');",
      "  setTimeout(() => {}, 7000);",
      RETURN,
    );
    expect(warnings).toMatchObject(
      [
        {
          code: "TIMER_PENDING",
          position: { line: 2 },
          message: /^setInterval of 9 ms .*clearInterval$/,
        },
      ].map((warning) => ({ ...warning, message: expect.stringMatching(warning.message) })),
    );
  });

  test.each<[what: string, ...body: string[]]>([
    ["that was cleared", "  clearTimeout(setTimeout(() => {}, 5000));", RETURN],
    [
      "an interval that was cleared",
      "  const id = setInterval(() => clearInterval(id), 1);",
      "  await new Promise((resolve) => setTimeout(resolve, 20));",
      RETURN,
    ],
    ["that has fired", "  await new Promise((resolve) => setTimeout(() => resolve(), 1));", RETURN],
    [
      "that only settles a promise",
      "  void new Promise((resolve) => setTimeout(resolve, 5000));",
      RETURN,
    ],
    ["of the bootstrap", "  AbortSignal.timeout(5000);", RETURN],
  ])("but not one %s", async (_what, ...body) => {
    expect(await run(...body)).toEqual({ warnings: [], ended: HANDLED });
  });

  test("changes nothing about how the call ends", async () => {
    const start = "  setTimeout(() => {}, 5000);";
    expect(await run(start, "  throw new Error('no');")).toEqual({
      warnings: [],
      ended: "PLUGIN_ERROR",
    });
    for (const result of ["  return 5;", "  return;"]) {
      expect(await run(start, result)).toMatchObject({
        warnings: [{ code: "TIMER_PENDING" }],
        ended: "PLUGIN_INVALID_RESULT",
      });
    }
  });
});

test.each(["", "setTimeout 5", "setTimeout x\n", "alert 5\n", `setTimeout 5\n${" ".repeat(1e6)}`])(
  "what is no description of a timer says nothing: %j",
  (text) => {
    expect(readPendingTimer(text.slice(0, 5000), () => undefined)).toBeUndefined();
  },
);
