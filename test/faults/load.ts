import { setTimeout as sleep } from "node:timers/promises";
import { KEYED, type KeyedPlatform, personId } from "./bots.ts";
import type { World } from "./world.ts";

/** A chat of a test, and what its person has said so far, in order. */
export interface Chat {
  readonly platform: KeyedPlatform;
  readonly from: string;
  readonly said: string[];
}

/** Chats on all platforms, with people whose names begin in the same way. */
export function makeChats(people: number, name = "p"): Chat[] {
  return KEYED.flatMap((platform) =>
    Array.from({ length: people }, (_, index) => ({
      platform,
      from: personId(platform, `${name}${index}`),
      said: [],
    })),
  );
}

/** Everybody says something several times, each chat at its own pace. */
export async function talk(
  { platforms }: Pick<World, "platforms">,
  chats: readonly Chat[],
  times: number,
  random: () => number,
): Promise<void> {
  await Promise.all(
    chats.map(async ({ platform, from, said }) => {
      for (let time = 0; time < times; time += 1) {
        await sleep(random() * 100);
        const text = `m${said.length} ${from}`;
        said.push(text);
        await platforms[platform].say({ from, text });
      }
    }),
  );
}
