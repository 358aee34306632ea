import { setTimeout as sleep } from "node:timers/promises";
import { problemsOfCredits, problemsOfReplies } from "./accounts.ts";
import { failInARow } from "./fail-in-a-row.ts";
import { makeChats, talk } from "./load.ts";
import { quiet } from "./quiet.ts";
import { createRandom } from "./random.ts";
import { openWorld } from "./world.ts";

/**
 * Restarts the host while its sends fail in rows on all platforms and the access tokens are revoked, round
 * after round: by turns in order (`SIGTERM`) and at once (`SIGKILL`).
 *
 * @returns what is wrong in the end
 */
export async function restartAmongFaults(rounds: number, seed: number): Promise<string[]> {
  const random = createRandom(seed);
  await using world = await openWorld();
  const { feishu, wecom } = world.platforms;
  const chats = makeChats(3);
  for (let round = 0; round < rounds; round += 1) {
    failInARow(world);
    feishu.fault("expired-token", { method: "send" });
    wecom.fault("expired-token", { method: "message/send" });
    const talking = talk(world, chats, 2, random);
    await sleep(random() * 4000);
    const node = world.nodes.at(-1);
    if (round % 2 === 0) await node?.kill();
    else node?.process.kill("SIGTERM");
    await node?.ended;
    await world.startNode();
    await talking;
    await quiet(world);
  }
  return [...(await problemsOfReplies(world, chats)), ...(await problemsOfCredits(world))];
}
