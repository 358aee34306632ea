import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PLATFORMS } from "@botwright/core";
import { describe, expect, test, vi } from "vitest";
import { ASKER, PING } from "./plugins.ts";
import { start, withFiles } from "./running-dev.ts";
import { runIn } from "./terminal.ts";

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

test("a script learns from the exit code that a plugin did not load", async () => {
  await using folder = await withFiles({ "broken.js": "export const handler = ;" });
  const words = ["dev", "broken.js", "--port", "0"];
  const { code, out } = await runIn(folder.path, words, { input: "hi\n" });
  expect(out).toContain("✗ broken.js: syntax error");
  expect(code).toBe(1);
});

describe("a file that is saved is loaded again", () => {
  test("written in place, or put in its place", async () => {
    await using folder = await withFiles({ "ping.js": PING });
    await using running = await start(folder, "ping.js");
    const { terminal } = running;
    const path = join(folder.path, "ping.js");
    await writeFile(path, PING.replace("pong", "second"));
    await terminal.waitFor(/ping\.js loaded again, \d+ ms after it was saved/);
    terminal.typeIn("ping\n");
    await terminal.waitFor(/ › second 1\n/);
    await writeFile(`${path}~`, PING.replace("pong", "third"));
    await rename(`${path}~`, path);
    await terminal.waitFor(/loaded again[^]*loaded again/);
    terminal.typeIn("ping\n");
    await expect(terminal.waitFor(/ › third 2\n/)).resolves.toBeDefined();
  });

  test("one that does not load leaves the version before, and says why", async () => {
    await using folder = await withFiles({ "ping.js": PING });
    await using running = await start(folder, "ping.js");
    const { terminal } = running;
    await writeFile(join(folder.path, "ping.js"), "export const handler = ;");
    await terminal.waitFor(
      /✗ ping\.js: syntax error: .* at ping\.js:1:24 .*the version before goes on/,
    );
    terminal.typeIn("ping\n");
    await expect(terminal.waitFor(/ › pong 1\n/)).resolves.toBeDefined();
  });

  test("the error of a handler is shown once, with the lines of the file", async () => {
    const failing = 'export const meta = { slug: "ping" };\nexport const handler = () => null.x;\n';
    await using folder = await withFiles({ "ping.js": failing });
    const words = ["dev", "ping.js", "--port", "0"];
    const { out } = await runIn(folder.path, words, { input: "ping\n" });
    expect(out).toContain(
      [
        "  ping failed TypeError: cannot read property 'x' of null at ping.js:2:34 in handler (PLUGIN_ERROR)",
        '    1 │ export const meta = { slug: "ping" };',
        "  > 2 │ export const handler = () => null.x;",
        "      │                                  ^",
        "",
      ].join("\n"),
    );
    expect(out.split("cannot read property")).toHaveLength(2);
  });

  test("one that never did is served once it does", async () => {
    await using folder = await withFiles({ "ping.js": "nonsense" });
    await using running = await start(folder, "ping.js");
    const { terminal } = running;
    expect(terminal.out()).toContain("none loads yet");
    await writeFile(join(folder.path, "ping.js"), PING);
    await terminal.waitFor(/✓ ping\.js loaded\n/);
    terminal.typeIn("ping\n");
    await expect(terminal.waitFor(/ › pong 1\n/)).resolves.toBeDefined();
  });
});

describe("a folder is followed", () => {
  const pong = PING.replaceAll('"ping"', '"pang"').replace("pong", "ding");

  test("a new file is loaded, a deleted one unloaded, and one that comes back too", async () => {
    await using folder = await withFiles({ "ping.js": PING });
    await using running = await start(folder, ".");
    const { terminal } = running;
    const path = join(folder.path, "pang.js");
    await writeFile(path, pong);
    await terminal.waitFor(/✓ pang\.js loaded\n/);
    terminal.typeIn("pang\n");
    await terminal.waitFor(/handled by pang/);
    await writeFile(path, pong.replace("ding", "dong"));
    await terminal.waitFor(/pang\.js loaded again/);
    await rm(path);
    await terminal.waitFor(/− pang\.js is gone\n/);
    terminal.typeIn("pang\nping\n");
    await terminal.waitFor(/no plugin has handled it[^]* › pong 1\n/);
    await writeFile(path, pong.replace("ding", "dang"));
    await terminal.waitFor(/is gone[^]*✓ pang\.js loaded\n/);
    terminal.typeIn("pang\n");
    await expect(terminal.waitFor(/ › dang 2\n/)).resolves.toBeDefined();
  });

  test("tests and other files in it are left alone, and a named file that goes stays loaded", async () => {
    await using folder = await withFiles({ "ping.js": PING });
    await using running = await start(folder, "ping.js");
    const { terminal } = running;
    await writeFile(join(folder.path, "pang.js"), pong);
    await rm(join(folder.path, "ping.js"));
    await terminal.waitFor(/the version before goes on/);
    terminal.typeIn("ping\npang\n");
    await terminal.waitFor(/ › pong 1\n[^]*no plugin has handled it/);
    await writeFile(join(folder.path, "ping.js"), PING.replace("pong", "back"));
    await terminal.waitFor(/ping\.js loaded again/);
    expect(terminal.out()).not.toContain("✓ pang.js");
  });
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
