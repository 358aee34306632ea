import { formatRecordedRun, parseRecordedRun } from "@botwright/core";
import { expect, test } from "vitest";
import { createHarness, replay } from "../src/index.ts";

const SOURCE = `
export const meta = {
  slug: "secretive",
  config_schema: [
    { key: "apiKey", label: "Key", type: "password" },
    { key: "city", label: "City", type: "text", default: "Berlin" },
  ],
};
export async function handler({ bot, msg, config, storage, getPlatformCreds }) {
  const { app_secret } = await getPlatformCreds("feishu");
  const url = "https://api.example.com/" + config.city + "?key=" + encodeURIComponent(config.apiKey);
  const response = await fetch(url, { headers: { authorization: "Bearer " + app_secret } });
  await storage.set("last", { url, keys: [config.apiKey] });
  await bot.reply(msg, config.city + " " + (await response.text()).length);
  return { handled: true };
}`;

const SECRETS = { apiKey: "k-4711/geheim", app_secret: "s3cr3t-of-feishu" };

async function record(): Promise<string> {
  await using harness = await createHarness(SOURCE, {
    config: { apiKey: SECRETS.apiKey },
    credentials: { feishu: { app_id: "cli_1", app_secret: SECRETS.app_secret } },
    fetch: { "https://api.example.com/*": "sunny" },
  });
  const { replies } = await harness.user().says("weather");
  expect(replies).toEqual(["Berlin 5"]);
  return formatRecordedRun(await harness.record());
}

test("a record has no secret that its run was given, in no place and no encoding of an address", async () => {
  const text = await record();
  for (const secret of [...Object.values(SECRETS), encodeURIComponent(SECRETS.apiKey), "cli_1"]) {
    expect(text).not.toContain(secret);
  }
  expect(parseRecordedRun(text).secrets).toEqual([
    "config.apiKey",
    "feishu.app_id",
    "feishu.app_secret",
  ]);
});

test("it replays all the same, with placeholders", async () => {
  const { same, difference } = await replay(parseRecordedRun(await record()), SOURCE);
  expect(difference).toBeUndefined();
  expect(same).toBe(true);
});
