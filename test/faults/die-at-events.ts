import { problemsOfCredits, shown } from "./accounts.ts";
import type { Chat } from "./load.ts";
import { quiet } from "./quiet.ts";
import type { World } from "./world.ts";

/** Where a process died, and what is not as in the run that nothing has ended. */
export interface Death {
  readonly at: string;
  readonly problems: readonly string[];
}

const chatOf = (from: string): Chat => ({ platform: "wechat", from, said: [] });

/**
 * Ends the host's process, as `kill -9` does, at events of a message: it was accepted, a host call begins, has
 * settled, the run or the message has ended. Another process goes on each time.
 *
 * @param events the events to die at, by their number; without them every one
 */
export async function dieAtEvents(world: World, events?: readonly number[]): Promise<Death[]> {
  const { wechat } = world.platforms;
  await wechat.say({ from: "whole@im.wechat", text: "hello" });
  await quiet(world);
  const whole = shown(world, chatOf("whole@im.wechat"));
  const deaths: Death[] = [];
  for (const atEvent of events ?? Array.from({ length: 100 }, (_, index) => index)) {
    const from = `p${atEvent}@im.wechat`;
    await world.nodes.at(-1)?.kill();
    const node = await world.startNode({ dies: { from, atEvent } });
    await wechat.say({ from, text: "hello" });
    const isDead = await Promise.race([node.ended.then(() => true), answered(world, node.ended)]);
    if (!isDead) return deaths;
    await world.startNode();
    await quiet(world);
    const found = shown(world, chatOf(from));
    const isSame = found.join("\n") === whole.join("\n");
    const [, at = "nowhere"] = /^dies at (.*)$/mu.exec(node.log()) ?? [];
    deaths.push({
      at,
      problems: [
        ...(isSame ? [] : [`it shows ${JSON.stringify(found)}, not ${JSON.stringify(whole)}`]),
        ...(await problemsOfCredits(world)),
      ],
    });
  }
  return deaths;
}

/** Resolves with `false` when the process has ended the message and lives. */
async function answered(world: World, ended: Promise<unknown>): Promise<boolean> {
  await quiet(world);
  // The last event follows the last write.
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 500));
  return Promise.race([ended.then(() => true), late]);
}
