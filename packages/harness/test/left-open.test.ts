import { execFile } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import { RUN_SOURCES } from "../../../test/thread-bundle.ts";
import { createHarness } from "../src/index.ts";
import { watchOpenHarness } from "../src/left-open.ts";

const SLOW = `export const meta = { slug: "slow" };
export async function handler({ bot, msg }) {
  await new Promise((resolve) => setTimeout(resolve, 5000));
  await bot.reply(msg, msg.text);
  return { handled: true };
}`;

test("a harness that is closed while a message is being handled says which", async () => {
  const h = await createHarness(SLOW);
  const warned = once(process, "warning");
  const turn = h.user("ann").says("hello");
  await h.close();
  await turn;
  const [warning] = await warned;
  expect(warning).toMatchObject({
    code: "HARNESS_STILL_HANDLING",
    message: expect.stringMatching(
      /^The harness of slow on telegram was closed while .*'s "hello" was still being handled: write await in front of it$/u,
    ),
  });
});

test("a harness that is closed in time says nothing", async () => {
  const warnings: unknown[] = [];
  const collect = (warning: unknown): void => void warnings.push(warning);
  process.on("warning", collect);
  const h = await createHarness(SLOW);
  await h.user("ann").says("hello");
  await h.close();
  await new Promise(setImmediate);
  process.off("warning", collect);
  expect(warnings).toEqual([]);
});

test("a test that never closes its harness fails at its end, with the place", async () => {
  const index = new URL("../src/index.ts", import.meta.url).href;
  const code = `import { createHarness } from ${JSON.stringify(index)};
const h = await createHarness(${JSON.stringify(SLOW)});
await h.on("wecom");
process.exit(0);`;
  const words = [...RUN_SOURCES, "--input-type=module", "--eval", code];
  const cwd = fileURLToPath(new URL("..", import.meta.url));
  const { stderr } = await promisify(execFile)(process.execPath, words, { cwd });
  expect(stderr.match(/^The harness of .*$/gmu)).toEqual([
    "The harness of slow on telegram, made at [eval1]:2:17, is still open: write await using h = await createHarness(…), or await h.close()",
  ]);
});

test("and while it hangs, when nothing has happened for half a minute", () => {
  vi.useFakeTimers();
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    const open = watchOpenHarness({ what: "slow on telegram", place: "slow.test.js:3:11" });
    const closed = watchOpenHarness({ what: "other on telegram", place: "" });
    vi.advanceTimersByTime(29_000);
    open.used();
    closed.closed();
    vi.advanceTimersByTime(29_000);
    expect(write).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(write).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining("slow on telegram, made at slow.test.js:3:11, is still open"),
    );
    open.closed();
  } finally {
    write.mockRestore();
    vi.useRealTimers();
  }
});
