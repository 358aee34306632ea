import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { formatRecordedRun } from "@botwright/core";
import { createHarness } from "@botwright/harness";
import * as fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { diffLines } from "../src/output/line-diff.ts";
import { run } from "../src/run.ts";
import { PING } from "./plugins.ts";
import { createTestTerminal, type Folder, makeFolder, runIn } from "./terminal.ts";

// Child processes and workers take their time on a machine that does other things too.
vi.setConfig({ testTimeout: 120_000 });

/** A folder with a plugin and a run of it. */
async function withRun(code: string = PING): Promise<Folder> {
  const folder = await makeFolder();
  await using harness = await createHarness(PING);
  await harness.user("ann").says("ping");
  await mkdir(join(folder.path, "runs"));
  await writeFile(
    join(folder.path, "runs", "1.json"),
    await formatRecordedRun(await harness.record()),
  );
  await writeFile(join(folder.path, "ping.js"), code);
  return folder;
}

const JOURNAL = join("runs", "1.json");

test("the same source does the same: each call with its answer", async () => {
  await using folder = await withRun();
  const { code, out } = await runIn(folder.path, ["replay", JOURNAL]);
  expect(code).toBe(0);
  expect(out).toContain("ping on telegram, ping.js: the recorded source\nann ping\n");
  expect(out).toContain("  #1 storage.get('count') → null\n");
  expect(out).toContain("info asked 1 times\n");
  expect(out).toContain("  #3 bot.reply(msg, '**pong** 1') → { status: 'sent'");
  expect(out).toMatch(/✓ the same: handled\ngas \d+, memory \d+ bytes\n$/);
});

test("the error of a failed run has its line, wherever the file lies", async () => {
  await using folder = await makeFolder();
  const failing = 'export const meta = { slug: "ping" };\nexport const handler = () => null.x;\n';
  await using harness = await createHarness(failing);
  await harness.user("ann").says("ping");
  await writeFile(join(folder.path, "1.json"), await formatRecordedRun(await harness.record()));
  await writeFile(join(folder.path, "other.js"), failing);
  const { code, out } = await runIn(folder.path, ["replay", "1.json"]);
  expect(code).toBe(0);
  expect(out).toContain(
    [
      "✓ the same: failed, PLUGIN_ERROR: TypeError: cannot read property 'x' of null at other.js:2:34 in handler",
      '  1 │ export const meta = { slug: "ping" };',
      "> 2 │ export const handler = () => null.x;",
      "",
    ].join("\n"),
  );
});

test("a run that was started again: each attempt in a line", async () => {
  await using folder = await makeFolder();
  const code = `export const meta = { slug: "poll" };
export async function handler({ bot, msg, storage, aiService }) {
  const votes = (await storage.get("votes")) ?? 0;
  await aiService.callModel({ model: "m", messages: [{ role: "user", content: "good?" }] });
  await storage.set("votes", votes + 1);
  await bot.reply(msg, "vote " + (votes + 1));
  return { handled: true };
}
`;
  // Another chat votes while the model answers.
  const answers = async (): Promise<string> => {
    await harness.storage.set("votes", 5);
    return "yes";
  };
  await using harness = await createHarness(code, { models: { m: { answers } } });
  await harness.user("ann").says("yes");
  await writeFile(join(folder.path, "run.json"), await formatRecordedRun(await harness.record()));
  await writeFile(join(folder.path, "poll.js"), code);
  const ended = await runIn(folder.path, ["replay", "run.json"]);
  expect(ended.out).toContain(
    'attempt 1 ended after 4 host calls: "votes" had changed since it was read\n',
  );
  expect(ended.out).toContain("bot.reply(msg, 'vote 6')");
  expect(ended.code).toBe(0);
});

test("a run with secrets: a line names those that the record does not have", async () => {
  await using folder = await makeFolder();
  const code = `export const meta = {
  slug: "keyed",
  config_schema: [{ key: "apiKey", label: "Key", type: "password" }],
};
export async function handler({ bot, msg, config, getPlatformCreds }) {
  const { app_secret } = await getPlatformCreds("feishu");
  await bot.reply(msg, config.apiKey + " " + app_secret);
  return { handled: true };
}
`;
  await using harness = await createHarness(code, {
    config: { apiKey: "k-12345" },
    credentials: { feishu: { app_id: "cli-12345", app_secret: "s-12345" } },
  });
  await harness.user("ann").says("hello");
  await writeFile(join(folder.path, "run.json"), await formatRecordedRun(await harness.record()));
  await writeFile(join(folder.path, "keyed.js"), code);
  const { code: status, out } = await runIn(folder.path, ["replay", "run.json"]);
  expect(out).toContain(
    "without its secrets, which are not in the record: config.apiKey, feishu.app_id, feishu.app_secret\n",
  );
  expect(out).toContain("✓ the same: handled\n");
  expect(out).not.toContain("12345");
  expect(status).toBe(0);
});

describe("the first difference", () => {
  test.each([
    {
      what: "another argument",
      code: PING.replace('set("count"', 'set("counter"'),
      says: [
        "First difference at #2: it asks for something else",
        "- storage.set('count', 1)",
        "+ storage.set('counter', 1)",
      ],
    },
    {
      what: "a call less",
      code: PING.replace(/await bot\.reply\(msg, "\*\*".*/, ""),
      says: ["First difference at #3: it does not ask for this any more", "+ (nothing)"],
    },
    {
      what: "a call more",
      code: PING.replace(/(?=return \{ handled: true \};\n\}\n)/, "await storage.keys(); "),
      says: ["First difference at #4: it asks for more", "- (nothing)", "+ storage.keys()"],
    },
    {
      what: "another end",
      code: PING.replace(/return \{ handled: true \};\n\}\n$/, "return { handled: false };\n}\n"),
      says: ["First difference: it ends otherwise", "- handled", "+ passed"],
    },
  ])("$what", async ({ code, says }) => {
    await using folder = await withRun(code);
    const ended = await runIn(folder.path, ["replay", JOURNAL]);
    expect(ended.code).toBe(1);
    for (const text of says) expect(ended.out).toContain(text);
    expect(ended.out).toMatch(/✗ not the same\n$/);
    const { out } = await runIn(folder.path, ["replay", JOURNAL, "ping.js", "--json"]);
    expect(JSON.parse(out)).toMatchObject({ same: false, sameSource: false });
  });
});

test("as JSON", async () => {
  await using folder = await withRun();
  const { code, out } = await runIn(folder.path, ["replay", JOURNAL, "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    file: "ping.js",
    same: true,
    sameSource: true,
    difference: null,
    outcome: { status: "handled" },
    calls: [
      { operation: "call.start" },
      { operation: "storage.get", args: ["count"] },
      { operation: "storage.set", args: ["count", 1] },
      { operation: "bot.reply" },
    ],
  });
});

test("step by step, at the person's pace", async () => {
  await using folder = await withRun();
  const terminal = createTestTerminal(folder.path, { isInteractive: true });
  const ending = run(["replay", JOURNAL, "--step"], terminal);
  await terminal.waitFor(/#0 call\.start/);
  expect(terminal.out()).not.toContain("#1");
  for (const number of [1, 2, 3]) {
    terminal.typeIn("\n");
    await terminal.waitFor(new RegExp(`#${number} `));
  }
  terminal.typeIn("\n");
  expect(await ending).toBe(0);
  const piped = await runIn(folder.path, ["replay", JOURNAL, "--step"]);
  expect(piped.code).toBe(2);
  expect(piped.err).toContain("there is no terminal");
});

test("a person who breaks off between the steps does not get the rest", async () => {
  await using folder = await withRun();
  const terminal = createTestTerminal(folder.path, { isInteractive: true });
  const ending = run(["replay", JOURNAL, "--step"], terminal);
  await terminal.waitFor(/#0 call\.start/);
  terminal.interrupt();
  expect(await ending).toBe(130);
  expect(terminal.out()).not.toContain("#1");
  // A terminal that is still read would keep the process alive.
  expect(terminal.stdin.isPaused()).toBe(true);
});

test("a folder without the plugin, and a file that is no run", async () => {
  await using folder = await withRun("export const handler = () => ({ handled: false });");
  const none = await runIn(folder.path, ["replay", JOURNAL]);
  expect(none).toMatchObject({ code: 2, err: expect.stringContaining('is the plugin "ping"') });
  const { code, err } = await runIn(folder.path, ["replay", "ping.js"]);
  expect({ code, err }).toEqual({
    code: 1,
    err: "error ping.js: a recorded run must be JSON, with nothing cut off: record it again (INVALID_INPUT)\n",
  });
});

test("another file of the folder that cannot be read does not keep the plugin from being found", async () => {
  await using folder = await withRun();
  await writeFile(join(folder.path, "draft.ts"), "export const handler = ;");
  const { code, out } = await runIn(folder.path, ["replay", JOURNAL]);
  expect(out).toContain("ping on telegram, ping.js: the recorded source");
  expect(code).toBe(0);
  await rm(join(folder.path, "ping.js"));
  const none = await runIn(folder.path, ["replay", JOURNAL]);
  expect(none.code).toBe(2);
  expect(none.err).toMatch(
    /is the plugin "ping": .*\n {2}cannot be read: draft\.ts:1:24: Unexpected/,
  );
});

test("a folder in the place of the plugin stands for the one in it", async () => {
  await using folder = await withRun();
  await mkdir(join(folder.path, "plugin"));
  await writeFile(join(folder.path, "plugin", "index.js"), PING);
  const { code, out } = await runIn(folder.path, ["replay", JOURNAL, "plugin"]);
  expect(out).toContain(`ping on telegram, ${join("plugin", "index.js")}: the recorded source`);
  expect(code).toBe(0);
  await writeFile(join(folder.path, "plugin", "other.js"), PING);
  expect(await runIn(folder.path, ["replay", JOURNAL, "plugin"])).toMatchObject({
    code: 2,
    err: "error In the folder plugin there are several plugins: name one of index.js, other.js\n",
  });
});

test("a folder in the place of the record is an error that says so", async () => {
  await using folder = await withRun();
  expect(await runIn(folder.path, ["replay", "runs"])).toMatchObject({
    code: 2,
    err: "error runs is a folder: name a file in it\n",
  });
});

test("a record whose picture was changed is refused", async () => {
  await using folder = await withRun();
  await using harness = await createHarness(PING);
  const picture = Buffer.alloc(300, "picture");
  await harness.user("ann").sendsImage(picture);
  const record = await formatRecordedRun(await harness.record());
  await writeFile(join(folder.path, "run.json"), record);
  expect(await runIn(folder.path, ["replay", "run.json"])).toMatchObject({ code: 0 });
  const changed = record.replace(
    picture.toString("base64"),
    Buffer.alloc(300, "another").toString("base64"),
  );
  await writeFile(join(folder.path, "run.json"), changed);
  const { code, err } = await runIn(folder.path, ["replay", "run.json"]);
  expect(code).toBe(1);
  expect(err).toContain("(MEDIA_CHANGED)");
});

test("a line diff has all lines of both, in their order", () => {
  const text = fc
    .array(fc.constantFrom("a", "b", "c"), { minLength: 1 })
    .map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(text, text, (old, now) => {
      const { before, removed, added, after } = diffLines(old, now, Infinity);
      expect([...before, ...removed, ...after].join("\n")).toBe(old);
      expect([...before, ...added, ...after].join("\n")).toBe(now);
    }),
  );
});
