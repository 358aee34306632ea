import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { isQuiet, problemsOfCredits, problemsOfReplies } from "./accounts.ts";
import { makeChats, talk } from "./load.ts";
import { createRandom } from "./random.ts";
import { openWorld } from "./world.ts";

/** What a round kills. */
const VICTIMS = ["the host", "the server", "a process of the server", "both"] as const;

/**
 * Kills the host, its database server or both at a random moment under load, round after round.
 *
 * @returns what is wrong in the end
 */
export async function killRounds(rounds: number, seed: number): Promise<string[]> {
  const random = createRandom(seed);
  await using world = await openWorld();
  const chats = makeChats(4);
  for (let round = 0; round < rounds; round += 1) {
    const victim = VICTIMS[Math.floor(random() * VICTIMS.length)];
    console.log(round, victim);
    const talking = talk(world, chats, 3, random);
    await sleep(random() * 400);
    const node = world.nodes.at(-1);
    if (victim !== "a process of the server" && victim !== "the host")
      await world.killPostgres("server");
    if (victim === "a process of the server") await world.killPostgres("process");
    if (victim === "the host" || victim === "both") {
      await node?.kill();
      await world.startNode();
    }
    await talking;
    // What a death has interrupted may not be set aside because it meets two more of them by chance.
    await expect.poll(() => isQuiet(world), { timeout: 20_000, interval: 100 }).toBe(true);
  }
  const pending = (): number =>
    Object.values(world.platforms).reduce(
      (sum, platform) => sum + ("pending" in platform ? platform.pending() : 0), 0);
  await expect.poll(pending, { timeout: 60_000 }).toBe(0);
  await expect.poll(() => isQuiet(world), { timeout: 20_000, interval: 100 }).toBe(true);
  return [...(await problemsOfReplies(world, chats)), ...(await problemsOfCredits(world))];
}
