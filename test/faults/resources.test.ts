/** @module-tag long */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { problemsOfCredits, problemsOfReplies } from "./accounts.ts";
import { hogConnections } from "./connections.ts";
import { type Chat, makeChats, talk } from "./load.ts";
import { quiet } from "./quiet.ts";
import { createRandom } from "./random.ts";
import { mountSmallDisk } from "./small-disk.ts";
import { openWorld, type World } from "./world.ts";

const random = createRandom(1);

async function problemsOf(world: World, chats: readonly Chat[]): Promise<string[]> {
  await quiet(world);
  return [...(await problemsOfReplies(world, chats)), ...(await problemsOfCredits(world))];
}

test("a database that is restarted, one without a free connection, and a clock that is stepped", async () => {
  await using world = await openWorld();
  const chats = makeChats(3);
  const [node] = world.nodes;

  const restarted = talk(world, chats, 3, random);
  await sleep(100);
  await world.restartPostgres();
  await restarted;
  expect(await problemsOf(world, chats)).toEqual([]);

  const refused = talk(world, chats, 3, random);
  const account = { email: "ann@example.org", password: "correct horse" };
  const requests: Parameters<World["ann"]["call"]>[] = [
    ["GET", "/api/bots"],
    ["POST", "/api/auth/sign-in/email", account],
    ["GET", "/api/library"],
  ];
  {
    await using _ = await hogConnections(world.databaseUrl);
    for (const request of requests) {
      const answer = (): Promise<string> =>
        world.ann.call(...request).then(JSON.stringify, ({ message }: Error) => message);
      await expect.poll(answer).toMatch(/: 503 .*"code":"UNAVAILABLE"/u);
    }
  }
  await refused;
  expect(await problemsOf(world, chats)).toEqual([]);
  expect(node?.log()).toContain("too many clients already");

  for (let step = 0; step < 2; step += 1) {
    const stepped = talk(world, chats, 3, random);
    await sleep(100);
    node?.process.kill("SIGUSR2");
    await stepped;
    expect(await problemsOf(world, chats)).toEqual([]);
  }
});

test("a disk that is full: messages wait, and are answered when there is room", async ({
  skip,
}) => {
  await using disk = await mountSmallDisk(256);
  // Without the right to mount a file system, no disk is small enough to fill.
  skip(disk === undefined);
  if (disk === undefined) return;
  await using world = await openWorld({ folder: join(disk.folder, "postgres") });
  const [node] = world.nodes;
  const chats = makeChats(3);
  await disk.fill();
  const talking = talk(world, chats, 8, random);
  await expect.poll(() => node?.log()).toMatch(/No space left on device/u);
  await talking;
  await disk.free();
  expect(await problemsOf(world, chats)).toEqual([]);
});
