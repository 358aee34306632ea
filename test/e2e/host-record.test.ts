import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createSandbox } from "@botwright/sandbox";
import { expect, test, vi } from "vitest";
import { makeFolder, runIn } from "../../packages/cli/test/terminal.ts";
import { startMessageNode } from "../../packages/host/test/message-node.ts";
import { openTestDatabase } from "../../packages/host/test/test-database.ts";

// The database, the sandbox and the command's own sandbox take their time to start.
vi.setConfig({ testTimeout: 60_000 });

const PLUGIN = `export const meta = {
  slug: "weather",
  config_schema: [{ key: "key", label: "Key", type: "password" }],
};
export async function handler({ bot, msg, config, storage }) {
  await storage.set("asked " + btoa(config.key), msg.text);
  await bot.reply(msg, "sunny");
  return { handled: true };
}`;

test("a record that a host's user downloads is run again by botwright replay", async () => {
  await using database = await openTestDatabase();
  await using sandbox = createSandbox({ workers: 1 });
  await using node = await startMessageNode(database);
  const config = { key: "s3cret-key" };
  const bot = await node.addBot(7, [{ plugin: await sandbox.load(PLUGIN), config }]);
  await bot.say("Berlin");
  const { items } = await node.messages.list(7);
  const record = await node.messages.record(7, items[0]?.id ?? 0, "weather");
  expect(record).toContain("asked __secret.config.key.base64__");

  await using folder = await makeFolder();
  await writeFile(join(folder.path, "run.json"), record);
  await writeFile(join(folder.path, "weather.js"), PLUGIN);
  const { code, out } = await runIn(folder.path, ["replay", "run.json"]);
  expect(out).toContain("storage.set('asked X19zZWNyZXQuY29uZmlnLmtleV9fXw==', 'Berlin')");
  expect(out).toContain("bot.reply(msg, 'sunny') → { status: 'sent', id: '1' }");
  expect(out).toContain("✓ the same: handled");
  expect(code).toBe(0);
});
