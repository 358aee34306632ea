import { createHarness } from "@botwright/harness";
import { expect, test } from "vitest";

const POLL = `
export const meta = { slug: "poll" };
export async function handler({ bot, msg, storage }) {
  const votes = await storage.update("votes", (votes) => ({ ...votes, [msg.from]: msg.text }));
  await bot.reply(msg, Object.keys(votes).length + " votes");
  return { handled: true };
}`;

for (const [runIn, tags] of [
  ["host", []],
  ["sandbox", ["long"]],
] as const) {
  test(
    `twenty people vote at once on every platform, and twenty votes are kept (${runIn})`,
    { tags: [...tags] },
    async () => {
      await using harness = await createHarness(POLL, { runIn });
      await harness.onEveryPlatform(async (h) => {
        const people = Array.from({ length: 20 }, (_, n) => h.user(`${1001 + n}`));
        await Promise.all(people.map((person) => person.says("yes")));
        expect(Object.keys(Object(await h.storage.get("votes")))).toHaveLength(20);
      });
    },
  );
}
