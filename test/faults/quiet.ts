import { expect } from "vitest";
import { isQuiet } from "./accounts.ts";
import type { World } from "./world.ts";

/** Waits until the platforms have delivered everything, and the host has ended it. */
export async function quiet(world: World): Promise<void> {
  const { wechat, feishu, wecom } = world.platforms;
  const isQuietNow = async (): Promise<boolean> =>
    wechat.pending() + feishu.pending() + wecom.pending() === 0 && (await isQuiet(world));
  await expect.poll(isQuietNow, { timeout: 60_000, interval: 100 }).toBe(true);
}
