import { afterAll, expect, test } from "vitest";
import { createSandbox } from "../src/index.ts";
import { createContext } from "./context.ts";

const sandbox = createSandbox({ workers: 1 });
afterAll(() => sandbox.close());

/** Milliseconds: more than plugins have of one turn of the event loop. */
const LONG_MS = 5;

test("calls that begin at once write their large settings in turns of their own", async () => {
  const plugin = await sandbox.load(
    "export const handler = async ({ config }) => ({ handled: config.large.list === 1 });",
  );
  let turn = 0;
  let isOver = false;
  const nextTurn = (): void => {
    turn++;
    if (!isOver) setImmediate(nextTurn);
  };
  nextTurn();
  const turns: number[] = [];
  /** Takes as long to write as much larger settings do. */
  const large = {
    get list() {
      turns.push(turn);
      for (const until = performance.now() + LONG_MS; performance.now() < until;);
      return 1;
    },
  };
  const calls = Array.from({ length: 10 }, async () =>
    plugin.handler(createContext({ config: { large } }).context),
  );
  const results = await Promise.all(calls);
  isOver = true;
  expect(results).toEqual(Array.from({ length: 10 }, () => ({ handled: true })));
  expect(turns).toHaveLength(10);
  expect(new Set(turns).size).toBe(10);
});
