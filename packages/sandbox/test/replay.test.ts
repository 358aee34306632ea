import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { RUN_SOURCES } from "../../../test/thread-bundle.ts";
import { type RecordedRun, runRecorded } from "./recorded-run.ts";

/** What the test reads of a journal's entry. */
interface Entry {
  sequence: number;
  outcome?: { order: number };
}

/** The same run in a process of its own. */
async function runElsewhere(journal: string): Promise<RecordedRun> {
  const file = fileURLToPath(new URL("recorded-run.ts", import.meta.url));
  const args = [...RUN_SOURCES, file, "replay"];
  const env = { ...process.env, TZ: "Asia/Shanghai" };
  const child = spawn(process.execPath, args, { env, stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(journal);
  return JSON.parse(await text(child.stdout));
}

test("two runs differ: time and randomness are real", async () => {
  const [first, second] = [await runRecorded(), await runRecorded()];
  expect(first.result).toEqual({ handled: true });
  expect(first.asked.at(-1)).not.toBe(second.asked.at(-1));
  expect(first.done).toBe(first.asked.length);
});

test("with its journal a run is repeated byte for byte, also in another process", async () => {
  const first = await runRecorded();
  for (const again of [await runRecorded(first.journal), await runElsewhere(first.journal)]) {
    expect(again).toEqual({ ...first, done: 0 });
  }
});

test("a run that was cut off anywhere goes on with what was recorded", async () => {
  const whole = await runRecorded();
  const entries: Entry[] = JSON.parse(whole.journal);
  for (let known = 0; known < entries.length; known += 3) {
    const cut = entries.flatMap((entry): Entry[] => {
      if (entry.outcome === undefined || entry.outcome.order < known) return [entry];
      const { outcome: _lost, ...begun } = entry;
      return [begun];
    });
    // What comes after the first unknown answer had not been asked for yet, or may be asked anew.
    const asked = cut.findIndex((entry) => entry.outcome === undefined);
    const begun = cut.filter((entry, index) => index <= asked || entry.outcome !== undefined);
    const contiguous = begun.every((entry, index) => entry.sequence === index);
    if (!contiguous) continue;
    const again = await runRecorded(JSON.stringify(begun));
    expect(again.result).toEqual({ handled: true });
    expect(again.done).toBe(again.asked.length - known);
    expect(again.asked.slice(0, asked)).toEqual(whole.asked.slice(0, asked));
  }
});
