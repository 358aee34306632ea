import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { createConfigSource } from "../src/dev/config.ts";
import { PING } from "./plugins.ts";
import { start, withFiles } from "./running-dev.ts";
import { runIn } from "./terminal.ts";

// Five platforms take their time on a machine that does other things too.
vi.setConfig({ testTimeout: 120_000 });

const CONFIG = "botwright.config.json";

test.each([
  {
    file: { confg: {} },
    says: `${CONFIG}: confg is no field of this file and is ignored: did you mean config?`,
  },
  {
    file: { config: { pnig: { answer: "x" } } },
    says: `${CONFIG}: config.pnig is for no plugin here and is ignored: did you mean ping?`,
  },
  {
    file: { config: { ping: { anwser: "x" } } },
    says: `${CONFIG}: config.ping.anwser is no setting of ping, and hosts leave it out: did you mean answer?`,
  },
  {
    file: { config: { ping: { colour: "x" } } },
    says: `${CONFIG}: config.ping.colour is no setting of ping, and hosts leave it out: it has answer, times`,
  },
  {
    file: { credentials: { fieshu: { app_id: "a", app_secret: "b" } } },
    says: `${CONFIG}: credentials.fieshu is no platform of getPlatformCreds and is ignored: did you mean feishu?`,
  },
  {
    file: { credentials: { feishu: { app_id: "a", app_secret: "b", app_idd: "c" } } },
    says: `${CONFIG}: credentials.feishu.app_idd is no field of feishu, and hosts leave it out: did you mean app_id?`,
  },
  {
    flags: ["--config", "tims=2"],
    says: "--config tims is no setting of ping, and hosts leave it out: did you mean times?",
  },
  {
    file: { config: { ping: { answer: 7 } } },
    says: "the setting answer of ping must be a text, and hosts leave it out",
  },
  {
    flags: ["--config", "times=twice"],
    says: "the setting times of ping must be a number, and hosts leave it out",
  },
])(
  "dev warns of a setting that is misspelt or does not fit: $says",
  async ({ file = {}, flags = [], says }) => {
    await using folder = await withFiles({ "ping.js": PING, [CONFIG]: JSON.stringify(file) });
    const words = ["dev", "ping.js", "--port", "0", ...flags];
    const { code, out } = await runIn(folder.path, words, { input: "ping\n" });
    expect(out).toContain(`  host warn ${says}\n`);
    expect(out.split("host warn")).toHaveLength(2);
    expect(code).toBe(0);
  },
);

test("dev is silent about right settings, and about those of a plugin that does not run or does not load", async () => {
  await using folder = await withFiles({
    "ping.js": PING,
    "pong.js": "export const handler = ;",
    [CONFIG]: JSON.stringify({
      config: { ping: { answer: "x" }, pong: { size: 1 }, weather: { city: "Berlin" } },
      credentials: { feishu: { app_id: "a", app_secret: "b" } },
    }),
  });
  for (const flag of ["times=2", "size=2"]) {
    const words = ["dev", "ping.js", "pong.js", "--port", "0", "--config", flag];
    const { out } = await runIn(folder.path, words, { input: "ping\n" });
    expect(out).not.toContain("host warn");
  }
});

test("dev warns as soon as a setting is wrong: after the file of settings, or a plugin, was saved", async () => {
  await using folder = await withFiles({
    "ping.js": PING,
    [CONFIG]: JSON.stringify({ config: { ping: { answer: "x" } } }),
  });
  await using running = await start(folder, "ping.js");
  const { terminal } = running;
  expect(terminal.out()).not.toContain("host warn");
  await writeFile(join(folder.path, "ping.js"), PING.replace('key: "answer"', 'key: "answers"'));
  await terminal.waitFor(/host warn .*config\.ping\.answer is no setting.*did you mean answers\?/);
  await writeFile(join(folder.path, CONFIG), JSON.stringify({ config: { ping: { time: 1 } } }));
  await expect(
    terminal.waitFor(/host warn .*config\.ping\.time is no setting.*did you mean times\?/),
  ).resolves.toBeDefined();
});

test.each([
  ["true", true],
  ["TRUE", true],
  ["yes", true],
  ["0", false],
  ["No", false],
  ["maybe", "maybe"],
])("--config loud=%s of a setting that is true or false is %j", (text, value) => {
  const source = createConfigSource(
    () => ({ config: {}, credentials: {}, warnings: [] }),
    [["loud", text]],
  );
  const config_schema = [{ key: "loud", label: "Loud", type: "boolean" as const }];
  expect(source.valuesFor({ slug: "horn", config_schema })).toEqual({ loud: value });
});

test("dev warns of a text that is neither true nor false", async () => {
  const horn = `export const meta = {
  slug: "horn",
  config_schema: [{ key: "loud", label: "Loud", type: "boolean", default: true }],
};
export async function handler({ bot, msg, config }) {
  await bot.reply(msg, config.loud ? "HONK" : "honk");
  return { handled: true };
}
`;
  await using folder = await withFiles({ "horn.js": horn });
  const words = ["dev", "horn.js", "--port", "0", "--config", "loud=on"];
  const { out } = await runIn(folder.path, words, { input: "x\n" });
  expect(out).toContain(
    "host warn the setting loud of horn must be true or false, and hosts leave",
  );
  expect(out).toContain(" › HONK\n");
});
