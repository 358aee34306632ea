import { expect, test } from "vitest";
import { exploreKills } from "./explore-kills.ts";
import type { KillCase } from "./kill-messages.ts";
import { listProblems } from "./list-problems.ts";
import { type DefectName, SHOWN_IN } from "./planted-defects.ts";

/** Of the corpus; the soak has all of it, and all exchanges. */
const SOME = [
  "one reply",
  "replies at once",
  "a text of many parts",
  "files",
  "a vote beside others",
  "one paid answer",
  "two paid answers at once",
  "keys come and go",
];

/** What is found of each defect. */
const FINDINGS: Readonly<Record<DefectName, RegExp>> = {
  "a journal that forgets outcomes": /shows \["drawn","another"\]/u,
  "a journal that keeps no beginnings": /not marked as a repeat, died after adapter\.sendText/u,
  "a storage without effect keys": /shows \["count 2"\].* after store\.write/u,
  "an AI service without effect keys": /AI calls cost 20, not 10, died after ledger\.settle/u,
  "sends without idempotency keys": /shows \["hello","hello"\].* after adapter\.sendText/u,
};

test("a process is killed while it sends, pays and writes: the next one goes on, nothing is done twice, and planted defects are found", async () => {
  const cases: readonly KillCase[] = [
    ...SOME.map((plugin) => ({ plugin })),
    ...SHOWN_IN.map(([defect, plugin]) => ({ plugin, defect })),
  ];
  // After the first send, reservation or read; after the first payment or write.
  const reports = await exploreKills({ platform: "wechat", cases, stops: [5, 9] });
  const [sound, broken] = [reports.slice(0, SOME.length), reports.slice(SOME.length)];
  expect(listProblems(sound)).toEqual([]);
  expect(reports.flatMap(({ diedAt }) => diedAt)).toEqual(
    expect.arrayContaining([
      "after adapter.sendText",
      "after adapter.sendFile",
      "after journal.write",
      "after store.write",
      "after ledger.reserve",
      "after ledger.settle",
    ]),
  );
  for (const [place, [defect]] of SHOWN_IN.entries()) {
    expect(broken[place]?.problems.join("\n")).toMatch(FINDINGS[defect]);
  }
});
