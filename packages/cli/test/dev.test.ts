import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PLATFORMS } from "@botwright/core";
import { describe, expect, test, vi } from "vitest";
import { run } from "../src/run.ts";
import { ASKER, PING } from "./plugins.ts";
import { withFiles } from "./running-dev.ts";
import { createTestTerminal, runIn } from "./terminal.ts";

// Five platforms take their time on a machine that does other things too.
vi.setConfig({ testTimeout: 120_000 });

test("sends each line of its input, on any platform, as any person; then it ends", async () => {
  await using folder = await withFiles({ "ping.js": PING });
  const input = PLATFORMS.flatMap((platform) => [`/platform ${platform}`, "ping", "hello"]).join(
    "\n",
  );
  const { code, out } = await runIn(folder.path, ["dev", "ping.js", "--port", "0"], { input });
  expect(code).toBe(0);
  for (const [index, platform] of PLATFORMS.entries()) {
    expect(out).toContain(` on ${platform} › ping\n`);
    expect(out).toContain(` › pong ${index + 1}\n`);
    expect(out).toContain(` on ${platform} › hello\n  no plugin has handled it`);
  }
  expect(out).toContain("  · storage.set('count', 5) → done");
  expect(out).toContain("ping info asked 5 times\n");
  expect(out).toMatch(/handled by ping · [\d.]+ ms · gas \d+ · 0 credits · 3 host calls\n/);
});

test("as JSON lines", async () => {
  await using folder = await withFiles({ "ping.js": PING });
  const words = ["dev", "ping.js", "--port", "0", "--json", "-p", "wecom", "-u", "ben"];
  const { code, out, err } = await runIn(folder.path, words, { input: "ping\n/help\n" });
  expect(code).toBe(0);
  const events: unknown[] = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(events).toMatchObject([
    { type: "loaded", file: "ping.js", slug: "ping", isReload: false },
    { type: "ready", platforms: PLATFORMS, plugins: ["ping"] },
    { type: "said", platform: "wecom", from: "ben", text: "ping" },
    { type: "call", operation: "storage.get", outcome: { ok: true, value: null } },
    { type: "call", operation: "storage.set" },
    { type: "log", level: "info", text: "asked 1 times", fields: { plugin: "ping" } },
    { type: "call", operation: "bot.reply" },
    { type: "sent", platform: "wecom", to: "ben", kind: "text", text: "pong 1" },
    { type: "turn", handledBy: "ping", gas: 0, credits: 0, hostCalls: 3 },
  ]);
  expect(err).toContain("/platform <name>");
});

/** Counts its messages; the note makes another source of it. */
const counting = (note: string): string => `// ${note}
export const meta = { triggrs: ["x"] };
export async function handler({ bot, msg, storage }) {
  await bot.reply(msg, await storage.update("count", (count) => (count ?? 0) + 1));
  return { handled: true };
}`;

test("the lines that a plugin logs are shown without its secrets", async () => {
  const talking = `export const meta = {
  slug: "talking",
  config_schema: [{ key: "key", label: "Key", type: "password" }],
};
export async function handler({ config, getPlatformCreds }) {
  const { app_secret } = await getPlatformCreds("feishu");
  console.log("with", config.key, app_secret);
  throw new Error("not with " + config.key);
}
`;
  await using folder = await withFiles({
    "talking.js": talking,
    "botwright.config.json": JSON.stringify({
      config: { talking: { key: "k-12345" } },
      credentials: { feishu: { app_id: "cli_1", app_secret: "s3cret" } },
    }),
  });
  for (const format of [[], ["--json"]]) {
    const words = ["dev", "talking.js", "--port", "0", ...format];
    const { out } = await runIn(folder.path, words, { input: "x\n" });
    expect(out).toContain("with __secret.config.key__ __secret.feishu.app_secret__");
    expect(out).not.toMatch(/k-12345|s3cret/u);
  }
});

test("names a misspelt field, and a file without a slug has the storage of its name", async () => {
  await using folder = await withFiles({ "My Counter.js": counting("first") });
  const words = ["dev", "My Counter.js", "--port", "0", "--keep"];
  const first = await runIn(folder.path, words, { input: "x\n" });
  expect(first.out).toContain("meta.triggrs is no field of meta");
  expect(first.out).toContain("did you mean triggers?");
  expect(first.out).toContain("handled by my-counter");
  await writeFile(join(folder.path, "My Counter.js"), counting("second"));
  const { out } = await runIn(folder.path, words, { input: "x\n" });
  expect(out).toContain(" › 2\n");
});

test("prints mistakes when it loads the file, and what nothing waited for when it runs", async () => {
  const hasty = `export const meta = { slug: "hasty" };
export async function handler({ bot, msg }) {
  bot.reply(msg, "hello");
  return { handled: true };
}
`;
  const typed = "export const handler = (ctx: Context) => ({ handled: true });";
  await using folder = await withFiles({ "hasty.js": hasty, "typed.js": typed });
  const words = ["dev", "hasty.js", "typed.js", "--port", "0"];
  const { out } = await runIn(folder.path, words, { input: "hi\n" });
  expect(out).toContain("  hasty.js:3:3 nothing waits for bot.reply: write await bot.reply(…), or");
  expect(out).toContain("  typed.js:1:28 this looks like TypeScript: hosts run plain JavaScript.");
  expect(out).toContain("hasty warn the handler returned before bot.reply was done");
});

test("AI, search and pictures are fakes that say so; credits are counted", async () => {
  const credentials = { feishu: { app_id: "cli_1", app_secret: "s3cret" } };
  await using folder = await withFiles({
    "asker.js": ASKER,
    "botwright.config.json": JSON.stringify({ credentials }),
  });
  const { out } = await runIn(folder.path, ["dev", "asker.js", "--port", "0"], { input: "why\n" });
  expect(out).toContain(" › [fake AI] any was asked: why | [fake search] why | cli_1\n");
  expect(out).toMatch(/ › \[image\] .*\d+ bytes/);
  expect(out).toMatch(/handled by asker .* 1 credit /);
  expect(out).toContain("getPlatformCreds('feishu') → { app_id: '__secret.feishu.app_id__'");
  expect(out).not.toContain("s3cret");
});

test("a picture from a file, by a path with blanks", async () => {
  await using folder = await withFiles({ "ping.js": PING });
  await mkdir(join(folder.path, "my pictures"));
  await writeFile(join(folder.path, "my pictures", "a.png"), Buffer.alloc(300, 1));
  const input = '/image "my pictures/a.png"\n/image nowhere.png\n/image "my pictures"\n';
  const { out } = await runIn(folder.path, ["dev", "ping.js", "--port", "0"], { input });
  expect(out).toContain(" › [image]\n");
  expect(out).toContain(" › a picture of 300 bytes\n");
  expect(out).toContain("There is no file nowhere.png\n");
  expect(out).toContain("my pictures is a folder: name a file in it\n");
});

test("a saved run replays", async () => {
  await using folder = await withFiles({ "ping.js": PING });
  const { out } = await runIn(folder.path, ["dev", "ping.js", "--port", "0"], {
    input: "/save\nping\n/save\n",
  });
  expect(out).toContain("Nothing was said yet\n");
  const [, path = ""] = /Saved (\S+);/.exec(out) ?? [];
  expect(await runIn(folder.path, ["replay", path])).toMatchObject({ code: 0 });
});

test("a run is saved in a folder that is named", async () => {
  await using folder = await withFiles({ "ping.js": PING });
  await mkdir(join(folder.path, "kept runs"));
  const input = 'ping\n/save "kept runs"\n';
  const { out } = await runIn(folder.path, ["dev", "ping.js", "--port", "0"], { input });
  const path = join("kept runs", "ping.json");
  expect(out).toContain(`Saved ${path}; botwright replay "${path}" runs it again`);
  expect(await runIn(folder.path, ["replay", path])).toMatchObject({ code: 0 });
});

test.each([false, true])("Ctrl-C while it starts ends it (terminal: %s)", async (isInteractive) => {
  await using folder = await withFiles({ "ping.js": PING });
  const terminal = createTestTerminal(folder.path, { isInteractive });
  const ending = run(["dev", "ping.js", "--port", "0"], terminal);
  terminal.interrupt();
  expect(await ending).toBe(0);
});

test("a script learns from the exit code that a plugin did not load", async () => {
  await using folder = await withFiles({ "broken.js": "export const handler = ;" });
  const words = ["dev", "broken.js", "--port", "0"];
  const { code, out } = await runIn(folder.path, words, { input: "hi\n" });
  expect(out).toContain("✗ broken.js: syntax error");
  expect(code).toBe(1);
});

test("a voice message comes with the words that are heard in it", async () => {
  const hearer = `export async function handler({ bot, msg }) {
    await bot.reply(msg, msg.type + " says " + msg.text);
    return { handled: true };
  }`;
  await using folder = await withFiles({ "hearer.js": hearer, "note.ogg": "OggS" });
  const input =
    "/voice note.ogg: buy milk\n/platform wecom\n/voice note.ogg: 买牛奶\n/platform feishu\n/voice note.ogg: nothing\n/voice note.ogg\n";
  const { out } = await runIn(folder.path, ["dev", "hearer.js", "--port", "0"], { input });
  expect(out).toContain(" › voice says buy milk\n");
  expect(out).toContain(" › voice says 买牛奶\n");
  expect(out).toContain("A voice message on feishu has no words.\n");
  expect(out).toMatch(/ › voice says ?\n/);
});

test("--keep stores what plugins have stored, and nothing else does", async () => {
  await using folder = await withFiles({ "ping.js": PING });
  const ping = async (...words: string[]): Promise<string> =>
    (await runIn(folder.path, ["dev", "ping.js", "--port", "0", ...words], { input: "ping\n" }))
      .out;
  expect(await ping()).toContain(" › pong 1\n");
  expect(await ping("--keep")).toContain(" › pong 1\n");
  expect(await ping("--keep")).toContain(" › pong 2\n");
  const kept: unknown = JSON.parse(
    await readFile(join(folder.path, ".botwright", "storage.json"), "utf8"),
  );
  expect(kept).toEqual({ ping: { count: 2 } });
});

describe("what is shown is what runs", () => {
  const QUIET =
    'export const meta = { slug: "ping" };\nexport const handler = () => ({ handled: false });\n';

  test("of two files with one slug the first that was named is loaded", async () => {
    await using folder = await withFiles({ "a.js": QUIET, "b.js": PING });
    const words = ["dev", "b.js", "a.js", "--port", "0"];
    const { code, out } = await runIn(folder.path, words, { input: "ping\n" });
    expect(code).toBe(1);
    expect(out).toMatch(/✗ a\.js: its slug ping is that of .*b\.js.*\(DUPLICATE_SLUG\)/);
    expect(out).toContain(" › pong 1\n");
  });

  test("says when the meta of the running file is another one", async () => {
    const disguised = `${QUIET}(0, Object.assign)(meta, JSON.parse('{"priority":1}'));\n`;
    await using folder = await withFiles({ "modest.js": disguised });
    const words = ["dev", "modest.js", "--port", "0"];
    const { out } = await runIn(folder.path, words, { input: "ping\n" });
    expect(out).toContain("(PLUGIN_META_MISMATCH)");
  });
});
