import { expect, test } from "vitest";
import { exploreKills } from "./explore-kills.ts";
import type { KillCase } from "./kill-messages.ts";
import { listProblems } from "./list-problems.ts";

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

/** What each defect shows in. */
const DEFECTS: readonly (KillCase & { readonly finding: RegExp })[] = [
  {
    plugin: "chance and time",
    defect: "a journal that forgets outcomes",
    finding: /shows \["drawn","another"\]/u,
  },
  {
    plugin: "one reply",
    defect: "a journal that keeps no beginnings",
    finding: /not marked as a repeat, died after adapter\.sendText/u,
  },
  {
    plugin: "a count, atomic",
    defect: "a storage without effect keys",
    finding: /shows \["count 2"\].* after store\.write/u,
  },
  {
    plugin: "one paid answer",
    defect: "an AI service without effect keys",
    finding: /AI calls cost 20, not 10, died after ledger\.settle/u,
  },
  {
    plugin: "one reply",
    defect: "sends without idempotency keys",
    finding: /shows \["hello","hello"\].* after adapter\.sendText/u,
  },
];

test("a process is killed while it sends, pays and writes: the next one goes on, nothing is done twice, and planted defects are found", async () => {
  const cases = [...SOME.map((plugin) => ({ plugin })), ...DEFECTS];
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
  for (const [place, { finding }] of DEFECTS.entries()) {
    expect(broken[place]?.problems.join("\n")).toMatch(finding);
  }
});
