import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { PING } from "./plugins.ts";
import { start, withFiles } from "./running-dev.ts";
import { runIn } from "./terminal.ts";

// Five platforms take their time on a machine that does other things too.
vi.setConfig({ testTimeout: 120_000 });

describe("settings", () => {
  const config = { config: { ping: { answer: "file", times: 1 } } };

  test("come from the schema, the file, then the flags, in their types", async () => {
    await using folder = await withFiles({
      "ping.js": PING,
      // As Notepad on Windows may save it.
      "botwright.config.json": `\uFEFF${JSON.stringify(config)}\r\n`,
    });
    const words = ["dev", "ping.js", "--port", "0", "-c", "times=2"];
    expect((await runIn(folder.path, words, { input: "ping\n" })).out).toContain(" › filefile 1\n");
  });

  test("that the schema does not have are left out, as a host leaves them out", async () => {
    const words = `export const meta = { slug: "words", config_schema: [{ key: "a", label: "A", type: "text" }] };
      export async function handler({ bot, msg, config }) {
        await bot.reply(msg, "has " + Object.keys(config).join());
        return { handled: true };
      }`;
    await using folder = await withFiles({
      "words.js": words,
      "botwright.config.json": JSON.stringify({ config: { words: { a: "1", b: "2" } } }),
    });
    const args = ["dev", "words.js", "--port", "0", "-c", "c=3"];
    expect((await runIn(folder.path, args, { input: "hi\n" })).out).toContain(" › has a\n");
  });

  test("are read again when the file is saved", async () => {
    await using folder = await withFiles({ "ping.js": PING });
    await using running = await start(folder, "ping.js");
    const { terminal } = running;
    await writeFile(join(folder.path, "botwright.config.json"), JSON.stringify(config));
    await terminal.waitFor(/botwright\.config\.json was read again/);
    terminal.typeIn("ping\n");
    await expect(terminal.waitFor(/ › file 1\n/)).resolves.toBeDefined();
  });

  test.each([
    { text: "{", says: "is not JSON" },
    { text: '{"config":{"ping":1}}', says: "config must be" },
    { text: '{"credentials":1}', says: "credentials must be" },
    {
      text: '{"credentials":{"feishu":{"app_id":"cli_1"}}}',
      says: 'credentials.feishu must be { "app_id": "…", "app_secret": "…" }',
    },
    {
      text: '{"credentials":{"wecom":[]}}',
      says: 'credentials.wecom must be { "corp_id": "…", "agent_id": "…", "secret": "…" }',
    },
  ])("that are wrong are explained: $text", async ({ text, says }) => {
    await using folder = await withFiles({ "ping.js": PING, "botwright.config.json": text });
    const { code, err } = await runIn(folder.path, ["dev", "ping.js", "--port", "0"]);
    expect(code).toBe(2);
    expect(err).toContain(says);
  });
});

test("settings that cannot be read are not taken for none", async () => {
  await using folder = await withFiles({ "ping.js": PING });
  await mkdir(join(folder.path, "botwright.config.json"));
  const { code, err } = await runIn(folder.path, ["dev", "ping.js", "--port", "0"]);
  expect(code).toBe(2);
  expect(err).toContain("botwright.config.json is a folder");
});
