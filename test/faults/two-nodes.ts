import { readdir, readFile, readlink } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { problemsOfCredits, problemsOfReplies } from "./accounts.ts";
import { KEYED, type KeyedPlatform, type Platforms } from "./bots.ts";
import { makeChats, talk } from "./load.ts";
import type { NodeProcess } from "./node-process.ts";
import { quiet } from "./quiet.ts";
import { createRandom } from "./random.ts";
import { openWorld, type World } from "./world.ts";

/** What was seen of a node that ended, or was paused. */
export interface TakeOver {
  /** Milliseconds until the other node had all of its bots. */
  readonly ms: number;
  readonly problems: readonly string[];
}

/** Kills the node that runs the bots, under load; the other one goes on. */
export async function killOwner(seed: number): Promise<TakeOver> {
  const random = createRandom(seed);
  await using world = await openWorld({ isShared: true });
  const [owner] = world.nodes;
  await world.startNode();
  const chats = makeChats(4);
  const talking = talk(world, chats, 6, random);
  await sleep(random() * 300);
  const killed = performance.now();
  await owner?.kill();
  await takenOver(world, owner);
  const ms = performance.now() - killed;
  await talking;
  await talk(world, chats, 2, random);
  await quiet(world);
  return { ms, problems: await problemsOf(world, chats) };
}

/** Pauses the node that runs the bots for longer than its lease, and lets it go on. */
export async function pauseOwner(seed: number): Promise<TakeOver> {
  const random = createRandom(seed);
  await using world = await openWorld({ isShared: true });
  const [owner] = world.nodes;
  if (owner === undefined) throw new Error("there is no node");
  await world.startNode();
  const chats = makeChats(4);
  const talking = talk(world, chats, 6, random);
  await sleep(random() * 300);
  const paused = performance.now();
  owner.process.kill("SIGSTOP");
  await takenOver(world, owner);
  const ms = performance.now() - paused;
  await talking;
  // It goes on in the middle of what the other one does.
  const more = talk(world, chats, 4, random);
  await sleep(random() * 300);
  owner.process.kill("SIGCONT");
  await expect.poll(() => connectionsTo(owner, world.platforms, KEYED)).toBe(0);
  await more;
  await quiet(world);
  expect(owner.log()).toContain("this node's lease has expired");
  // Where a machine is slow, the other node's lease may end too, and bots come back, and go again.
  const leftOpen = async (): Promise<number> =>
    connectionsTo(owner, world.platforms, await botsOfOthers(world, owner));
  await expect.poll(leftOpen).toBe(0);
  return { ms, problems: await problemsOf(world, chats) };
}

async function problemsOf(world: World, chats: Parameters<typeof problemsOfReplies>[1]) {
  return [...(await problemsOfReplies(world, chats)), ...(await problemsOfCredits(world))];
}

/** Waits until no bot is the node's any more, and all are another's. */
async function takenOver(world: World, node: NodeProcess | undefined): Promise<void> {
  await expect
    .poll(() => botsOfOthers(world, node), { timeout: 60_000, interval: 20 })
    .toHaveLength(KEYED.length);
}

/** The platforms of the bots that another node runs. */
async function botsOfOthers(
  { db }: World,
  node: NodeProcess | undefined,
): Promise<readonly KeyedPlatform[]> {
  const rows = await db.selectFrom("bot").select(["platform", "owner"]).execute();
  const pid = `-${node?.process.pid}-`;
  return KEYED.filter((platform) =>
    rows.some((bot) => bot.platform === platform && bot.owner !== null && !bot.owner.includes(pid)),
  );
}

/** Connections of a node to platforms, from what Linux shows of its process. */
async function connectionsTo(
  { process: { pid } }: NodeProcess,
  platforms: Platforms,
  which: readonly KeyedPlatform[],
): Promise<number> {
  const ports = new Set(which.map((name) => Number(new URL(platforms[name].baseUrl).port)));
  const open = await readdir(`/proc/${pid}/fd`).catch(() => []);
  const names = await Promise.all(
    open.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => "")),
  );
  const mine = new Set(names.map((name) => /^socket:\[(\d+)\]$/u.exec(name)?.[1]));
  const table = await readFile(`/proc/${pid}/net/tcp`, "utf8").catch(() => "");
  return table
    .split("\n")
    .slice(1)
    .map((line) => line.trim().split(/\s+/u))
    .filter(([, , remote = "", state = "", , , , , , inode]) => {
      const port = Number.parseInt(remote.split(":")[1] ?? "", 16);
      // 01: established.
      return state === "01" && ports.has(port) && mine.has(inode);
    }).length;
}
