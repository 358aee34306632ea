import { expect } from "vitest";
import { createLibrary } from "../src/index.ts";
import { ADMIN, CODE, DEVELOPER, OWNER, test } from "./updating.ts";

test("an owner goes back to the version before, and follows the next one", async ({
  world,
  plugin,
}) => {
  await plugin.update(`${CODE}\n// 2`);
  await plugin.approve();
  expect((await plugin.installed()).version).toBe("2.0.0");
  expect(await world.rollBack.installation(OWNER, plugin.bot.id, plugin.id)).toEqual({
    bot_id: plugin.bot.id,
    plugin_id: plugin.id,
    slug: plugin.slug,
    version: "1.0.0",
    former_version: "2.0.0",
  });
  expect((await plugin.installed()).version).toBe("1.0.0");
  await expect(world.rollBack.installation(OWNER, plugin.bot.id, plugin.id)).rejects.toMatchObject({
    code: "NO_FORMER_VERSION",
  });
  await expect(world.rollBack.installation(8, plugin.bot.id, plugin.id)).rejects.toMatchObject({
    code: "INSTALLATION_NOT_FOUND",
  });
  await plugin.update(`${CODE}\n// 3`, "3.0.0");
  await plugin.approve();
  expect((await plugin.installed()).version).toBe("3.0.0");
});

test("to a version that asks for more takes the owner's consent", async ({ world, plugin }) => {
  await plugin.update(CODE.replace("{ ai: true }", "{}"));
  await plugin.approve();
  const refused = world.rollBack.installation(OWNER, plugin.bot.id, plugin.id);
  await expect(refused).rejects.toMatchObject({ code: "CONSENT_NEEDED" });
  await world.rollBack.installation(OWNER, plugin.bot.id, plugin.id, { consent: true });
  expect((await plugin.installed()).version).toBe("1.0.0");
  const { consented } = await plugin.installed();
  expect(consented).toBe('{"ai":true}');
});

test("a request that is sent twice goes back once, and consents to what was shown only", async ({
  world,
  plugin,
}) => {
  await plugin.update(CODE.replace("{ ai: true }", "{}"));
  const { version_id } = await plugin.approve();
  await plugin.update(`${CODE.replace("{ ai: true }", "{}")}\n// 3`, "3.0.0");
  await plugin.approve();
  const goBack = () =>
    world.rollBack.installation(OWNER, plugin.bot.id, plugin.id, { version_id, consent: true });
  const outcomes = await Promise.allSettled([goBack(), goBack()]);
  const refused = outcomes.filter(({ status }) => status === "rejected");
  expect(refused).toMatchObject([{ reason: { code: "VERSION_CHANGED" } }]);
  expect(await plugin.installed()).toEqual({ version: "2.0.0", consented: null });
});

test("a plugin goes back once where the request is sent twice", async ({ world, plugin }) => {
  await plugin.update(`${CODE}\n// 2`);
  await plugin.approve();
  await plugin.update(`${CODE}\n// 3`, "3.0.0");
  const { version_id } = await plugin.approve();
  const goBack = () => world.rollBack.plugin(plugin.id, DEVELOPER, version_id);
  expect(await goBack()).toMatchObject({ published_version: "2.0.0" });
  await expect(goBack()).rejects.toMatchObject({ code: "VERSION_CHANGED" });
  expect((await plugin.installed()).version).toBe("2.0.0");
});

test("what a plugin was rolled back from does not come back without a review", async ({
  world,
  plugin,
}) => {
  await plugin.update(`${CODE}\n// 2, which tells too much`);
  await plugin.approve();
  await world.rollBack.plugin(plugin.id);
  await plugin.update(`${CODE}\n// 3`, "3.0.0");
  await plugin.approve();
  const versions = await createLibrary(world.database).versions(plugin.slug);
  expect(versions.map(({ version }) => version)).toEqual(["3.0.0", "1.0.0"]);
  await world.rollBack.installation(OWNER, plugin.bot.id, plugin.id);
  expect((await plugin.installed()).version).toBe("1.0.0");
  const back = await world.rollBack.plugin(plugin.id, DEVELOPER);
  expect(back).toMatchObject({ published_version: "1.0.0" });
});

test("a consent that was given before still counts", async ({ world, plugin }) => {
  const consented = JSON.stringify({ ai: true });
  await world.database.db
    .updateTable("installation")
    .set({ consented })
    .where("bot_id", "=", plugin.bot.id)
    .execute();
  await plugin.update(CODE.replace("{ ai: true }", "{}"));
  await plugin.approve();
  expect((await plugin.installed()).version).toBe("2.0.0");
  await world.rollBack.installation(OWNER, plugin.bot.id, plugin.id);
  expect((await plugin.installed()).version).toBe("1.0.0");
});

test("a published plugin goes back with its installations, while another version waits", async ({
  world,
  plugin,
}) => {
  await plugin.update(`${CODE}\n// 2`);
  await plugin.approve();
  await plugin.update(`${CODE}\n// 3`, "3.0.0");
  await expect(world.rollBack.plugin(plugin.id, 6)).rejects.toMatchObject({
    code: "PLUGIN_NOT_FOUND",
  });
  expect(await world.rollBack.plugin(plugin.id, DEVELOPER)).toMatchObject({
    status: "pending",
    version: "3.0.0",
    published_version: "1.0.0",
  });
  expect((await plugin.installed()).version).toBe("1.0.0");
  await expect(world.rollBack.plugin(plugin.id)).rejects.toMatchObject({
    code: "NO_FORMER_VERSION",
  });
  await world.publication.takeDown(plugin.id, ADMIN, "spam");
  await expect(world.rollBack.plugin(plugin.id)).rejects.toMatchObject({
    code: "PLUGIN_TAKEN_DOWN",
  });
});
