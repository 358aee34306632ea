import { createMemoryJournal, type JournalEntry } from "@botwright/core";
import { expect, test } from "vitest";
import { createLeasedJournal } from "../src/stores/leased-journal.ts";

const entry: JournalEntry = { callId: "1/a/plugin", sequence: 0, operation: "bot.reply", args: [] };
const lost = { code: "INFRASTRUCTURE_FAILED" };

test("a node without its lease writes nothing ahead, and so performs no effect", async () => {
  let isHeld = true;
  const kept = createMemoryJournal();
  const journal = createLeasedJournal(kept, { isHeld: () => isHeld });
  await journal.write([entry]);
  expect(await journal.read(entry.callId)).toHaveLength(1);
  isHeld = false;
  await expect(journal.write([{ ...entry, sequence: 1 }])).rejects.toMatchObject(lost);
  expect(await kept.read(entry.callId)).toHaveLength(1);
});

test("a node that loses its lease while the database writes performs no effect either", async () => {
  let isHeld = true;
  const kept = createMemoryJournal();
  const slow = {
    ...kept,
    async write(entries: readonly JournalEntry[]) {
      await kept.write(entries);
      isHeld = false;
    },
  };
  const journal = createLeasedJournal(slow, { isHeld: () => isHeld });
  await expect(journal.write([entry])).rejects.toMatchObject(lost);
});
