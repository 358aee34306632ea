import { setTimeout as sleep } from "node:timers/promises";
import { problemsOfCredits, problemsOfReplies } from "./accounts.ts";
import { makeChats, talk } from "./load.ts";
import { quiet } from "./quiet.ts";
import { createRandom } from "./random.ts";
import { openWorld, type World } from "./world.ts";

/** What a round kills. */
const VICTIMS = ["connections", "the host", "the server", "a process of the server", "both"];

/**
 * Kills the host, its database server, both, or connections between them at a random moment under load, round after round.
 *
 * @returns what is wrong in the end
 */
export async function killRounds(rounds: number, seed: number): Promise<string[]> {
  const random = createRandom(seed);
  await using world = await openWorld();
  const chats = makeChats(4);
  // Each kind of death comes equally often, in an order that the seed decides.
  const first = Math.floor(random() * VICTIMS.length);
  for (let round = 0; round < rounds; round += 1) {
    const talking = talk(world, chats, 3, random);
    await sleep(random() * 400);
    await strike(world, VICTIMS[(first + round) % VICTIMS.length]);
    await talking;
    // What a death has interrupted is finished before the next one: a message that meets three of them by
    // chance is set aside, as one that causes them.
    await quiet(world);
  }
  return [...(await problemsOfReplies(world, chats)), ...(await problemsOfCredits(world))];
}

async function strike(world: World, victim: string | undefined): Promise<void> {
  if (victim === "connections") return world.breakConnections();
  if (victim === "a process of the server") return world.killPostgres("process");
  if (victim === "the server" || victim === "both") await world.killPostgres("server");
  if (victim === "the server") return;
  await world.nodes.at(-1)?.kill();
  await world.startNode();
}
