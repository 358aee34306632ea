import { PluginError } from "@botwright/core";
import type { Sandbox } from "@botwright/sandbox";
import { describe, expect } from "vitest";
import { createSafeUpdate } from "../src/index.ts";
import { CODE, DEVELOPER, OWNER, test } from "./updating.ts";

describe("an owner who would have to consent", () => {
  const more = CODE.replace("{ ai: true }", "{ ai: true, search: true }").replace("number", "No.");

  test("sees what the version does otherwise in the bot's own runs", async ({ world, plugin }) => {
    await plugin.update(more);
    await plugin.approve();
    expect((await plugin.installed()).version).toBe("1.0.0");
    const { report, changed } = await world.safeUpdate.compare(OWNER, plugin.bot.id, plugin.id);
    expect(report).toMatchObject({ runs: 3, sends_otherwise: 3 });
    expect(changed.map(({ calls }) => calls)).toMatchObject([
      [{ recorded: { args: [{}, "number 3"] }, now: { args: [{}, "No. 3"] } }],
      [{ recorded: { args: [{}, "number 2"] }, now: { args: [{}, "No. 2"] } }],
      [{ recorded: { args: [{}, "number 1"] }, now: { args: [{}, "No. 1"] } }],
    ]);
    const others = world.safeUpdate.compare(8, plugin.bot.id, plugin.id);
    await expect(others).rejects.toMatchObject({ code: "INSTALLATION_NOT_FOUND" });
  });

  test("has nothing to compare when the bot has the published version", async ({
    world,
    plugin,
  }) => {
    const same = world.safeUpdate.compare(OWNER, plugin.bot.id, plugin.id);
    await expect(same).rejects.toMatchObject({ code: "NOTHING_TO_UPDATE" });
  });
});

test("an account has one report made and one that waits", async ({ world, plugin }) => {
  await plugin.update(CODE.replace("{ ai: true }", "{ ai: true, search: true }"));
  await plugin.approve();
  const compare = () => world.safeUpdate.compare(OWNER, plugin.bot.id, plugin.id);
  const both = [compare(), compare()];
  await expect(compare()).rejects.toMatchObject({ code: "RERUNS_BUSY" });
  expect(await Promise.all(both)).toMatchObject([{ report: { same: 3 } }, { report: { same: 3 } }]);
});

test("an owner runs the published version on one message's record", async ({ world, plugin }) => {
  const [passed, asked] = (await world.node.messages.list(OWNER, { bot_id: plugin.bot.id })).items;
  const same = await world.safeUpdate.rerun(OWNER, asked?.id ?? 0, plugin.slug);
  expect(same).toMatchObject({ version: "1.0.0", comparison: { findings: [] } });
  await plugin.update(CODE.replace('"number "', '"No. "'));
  await plugin.approve();
  expect(await world.safeUpdate.rerun(OWNER, passed?.id ?? 0, plugin.slug)).toMatchObject({
    version: "2.0.0",
    comparison: {
      findings: ["sends_otherwise"],
      calls: [{ recorded: { args: [{}, "number 3"] }, now: { args: [{}, "No. 3"] } }],
    },
  });
  await expect(world.safeUpdate.rerun(8, asked?.id ?? 0, plugin.slug)).rejects.toMatchObject({
    code: "MESSAGE_NOT_FOUND",
  });
});

test("a version that cannot be loaded now is said to be that, with the reason", async ({
  world,
  plugin,
}) => {
  const quarantined: Pick<Sandbox, "load"> = {
    load: async () => {
      throw new PluginError("it took several workers down", { code: "PLUGIN_QUARANTINED" });
    },
  };
  const { messages } = world.node;
  const safeUpdate = createSafeUpdate({ db: world.database.db, sandbox: quarantined, messages });
  await plugin.update(CODE.replace("number", "No."));
  const notLoaded = {
    code: "PLUGIN_NOT_LOADED",
    message: "version 2.0.0 cannot be loaded: it took several workers down",
  };
  await expect(safeUpdate.review(plugin.id)).rejects.toMatchObject(notLoaded);
  await expect(safeUpdate.preview(DEVELOPER, plugin.id)).rejects.toMatchObject(notLoaded);
  const [run] = (await messages.list(OWNER, { bot_id: plugin.bot.id })).items;
  await expect(safeUpdate.rerun(OWNER, run?.id ?? 0, plugin.slug)).rejects.toMatchObject({
    code: "PLUGIN_NOT_LOADED",
  });
});

describe("a developer", () => {
  test("sees what the version that waits does otherwise on own bots, and nothing of others", async ({
    world,
    plugin,
  }) => {
    const own = await world.node.addBot(DEVELOPER, [
      await world.sandbox.load(CODE, { slug: plugin.slug }),
    ]);
    await own.say("hello");
    await plugin.update(CODE.replace("number", "No."));
    const compared = await world.safeUpdate.preview(DEVELOPER, plugin.id);
    expect(compared).toMatchObject({
      report: { version: "2.0.0", runs: 1, sends_otherwise: 1 },
      changed: [{ calls: [{ now: { args: [{}, "No. 1"] } }] }],
    });
    expect(JSON.stringify(compared)).not.toContain("secret");
    const others = world.safeUpdate.preview(6, plugin.id);
    await expect(others).rejects.toMatchObject({ code: "PLUGIN_NOT_FOUND" });
  });

  test("has nothing to compare before a version waits, or is published", async ({
    world,
    plugin,
  }) => {
    const none = world.safeUpdate.preview(DEVELOPER, plugin.id);
    await expect(none).rejects.toMatchObject({ code: "NOTHING_TO_REVIEW" });
    const first = await world.publication.submit(DEVELOPER, {
      slug: `${plugin.slug}-new`,
      name: "n",
      code: CODE,
    });
    expect(await world.safeUpdate.preview(DEVELOPER, first.id)).toBeNull();
  });
});
