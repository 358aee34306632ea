import { createHash } from "node:crypto";
import { shown } from "./accounts.ts";
import { quiet } from "./quiet.ts";
import type { World } from "./world.ts";

const UPDATED = `export async function handler({ bot, msg, storage }) {
  await storage.set("updated", true);
  await bot.reply(msg, "from the new version");
  return { handled: true };
}`;

/**
 * Ends the host's process in a run, updates the plugin while none runs, and starts the next one.
 *
 * @param atEvent after a host call has settled, and before the plugin replies
 * @returns what the chat shows: the answer to the message that was interrupted, and one to a further message
 */
export async function updateAfterDeath(world: World, atEvent: number): Promise<string[]> {
  const { wechat } = world.platforms;
  const from = "updated@im.wechat";
  await world.nodes.at(-1)?.kill();
  const dying = await world.startNode({ dies: { from, atEvent } });
  await wechat.say({ from, text: "hello" });
  await dying.ended;
  await update(world);
  await world.startNode();
  await quiet(world);
  await wechat.say({ from, text: "hello" });
  await quiet(world);
  return shown(world, { platform: "wechat", from, said: [] });
}

/** As an approval does, without a node that could be asked for it. */
async function update({ db }: World): Promise<void> {
  const {
    id: _id,
    created_at: _at,
    ...before
  } = await db
    .selectFrom("plugin_version as v")
    .innerJoin("installation as i", "i.version_id", "v.id")
    .selectAll("v")
    .executeTakeFirstOrThrow();
  const sha256 = createHash("sha256").update(UPDATED).digest("hex");
  const { id: version_id } = await db
    .insertInto("plugin_version")
    .values({ ...before, version: "2.0.0", code: UPDATED, sha256 })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { plugin_id } = before;
  await db
    .updateTable("installation")
    .set({ version_id })
    .where("plugin_id", "=", plugin_id)
    .execute();
}
