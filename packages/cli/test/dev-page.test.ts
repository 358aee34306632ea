/** @module-tag long */
import { execFile } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { PLATFORMS } from "@botwright/core";
import { describe, expect, test, vi } from "vitest";
import { RUN_SOURCES } from "../../../test/thread-bundle.ts";
import { ASKER, PING } from "./plugins.ts";
import { type Running, start, withFiles } from "./running-dev.ts";
import { type Folder, runIn } from "./terminal.ts";

// Five platforms take their time on a machine that does other things too.
vi.setConfig({ testTimeout: 120_000 });

/** Does what the page does when a person uses a tool. */
async function use({ url }: Running, tool: string, body: object): Promise<Record<string, unknown>> {
  const init = { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(`${url}/tools/${tool}`, init);
  const answer: Record<string, unknown> = JSON.parse(await response.text());
  expect([tool, response.status, answer["error"]]).toEqual([tool, 200, undefined]);
  return answer;
}

async function look({ url }: Running, tool: string): Promise<unknown> {
  return (await fetch(`${url}/tools/${tool}`)).json();
}

/** Says something at the terminal, and waits until the bot is done with it. */
async function say({ terminal }: Running, text: string, answer: RegExp): Promise<void> {
  terminal.typeIn(`${text}\n`);
  await terminal.waitFor(answer);
}

test("storage is seen as it is, and a plugin finds what was changed", async () => {
  await using folder = await withFiles({ "ping.js": PING });
  await using running = await start(folder, "ping.js");
  await say(running, "ping", / › pong 1\n/);
  expect(await look(running, "storage")).toEqual([
    { plugin: "ping", entries: [{ key: "count", value: 1 }] },
  ]);
  await use(running, "storage/set", { plugin: "ping", key: "count", value: 41 });
  await say(running, "ping", / › pong 42\n/);
  await use(running, "storage/delete", { plugin: "ping", key: "count" });
  expect(await look(running, "storage")).toEqual([{ plugin: "ping", entries: [] }]);
});

test("settings of the form come before those of file and flags, until they are taken back", async () => {
  await using folder = await withFiles({ "ping.js": PING });
  await using running = await start(folder, "ping.js", "-c", "times=2");
  expect(await look(running, "settings")).toMatchObject([
    { plugin: "ping", values: { answer: "pong", times: 2 }, changed: [] },
  ]);
  await use(running, "settings/change", { plugin: "ping", values: { times: 1, answer: "好" } });
  await say(running, "ping", / › 好 1\n/);
  await use(running, "settings/change", { plugin: "ping", values: { times: null } });
  await say(running, "ping", / › 好好 2\n/);
});

const FETCHER = `export const meta = { slug: "fetcher", permissions: { hosts: ["api.example.com"] } };
export async function handler({ bot, msg }) {
  try {
    const response = await fetch("https://" + msg.text);
    await bot.reply(msg, response.status + " " + (await response.text()));
  } catch (error) {
    await bot.reply(msg, "refused: " + error.code);
  }
  return { handled: true };
}
`;

test("models, searches and addresses answer what the page sets, from the next message on", async () => {
  await using folder = await withFiles({ "asker.js": ASKER });
  await using running = await start(folder, "asker.js");
  await say(running, "why", /\[fake AI\] any was asked: why \| \[fake search\] why/);
  const hits = [{ title: "found", url: "https://example.com/", snippet: "" }];
  await use(running, "answers/write", {
    models: [
      { model: "other", contains: "", text: "never" },
      { model: "any", contains: "wh", text: "because" },
    ],
    search: [{ query: "why", hits }],
    fetch: [],
  });
  await expect(say(running, "why", / › because \| found/)).resolves.toBeUndefined();
});

test("an address answers what the page sets, if the plugin may reach it", async () => {
  await using folder = await withFiles({ "fetcher.js": FETCHER });
  await using running = await start(folder, "fetcher.js");
  await use(running, "answers/write", {
    models: [],
    search: [],
    fetch: [
      { route: "POST https://*", status: 200, body: "a post" },
      { route: "https://*", status: 418, body: "teapot" },
    ],
  });
  await say(running, "api.example.com/a", / › 418 teapot\n/);
  const refused = say(running, "other.example.com/a", / › refused: PERMISSION_DENIED/);
  await expect(refused).resolves.toBeUndefined();
});

test("plugins see the time that is set", async () => {
  const clock = `export async function handler({ bot, msg }) {
    await bot.reply(msg, "it is " + new Date().toISOString().slice(0, 16));
    return { handled: true };
  }`;
  await using folder = await withFiles({ "clock.js": clock });
  await using running = await start(folder, "clock.js");
  await use(running, "clock/set", { now: Date.UTC(2030, 0, 1, 12) });
  await say(running, "now", / › it is 2030-01-01T12:00\n/);
  await use(running, "clock/advance", { ms: 86_400_000 });
  await say(running, "now", / › it is 2030-01-02T12:00\n/);
  const { now } = await use(running, "clock/set", { now: null });
  expect(Math.abs(Number(now) - Date.now())).toBeLessThan(60_000);
});

/** The id of the newest message of a platform's chat, and of those before. */
async function handledIds({ url }: Running, count: number): Promise<string[]> {
  const events = await fetch(`${url}/events`);
  let seen = "";
  for await (const chunk of events.body ?? []) {
    seen += Buffer.from(chunk).toString();
    if (seen.split("event: handled").length > count) break;
  }
  return [...seen.matchAll(/event: handled\ndata: (.*)/g)].map(
    ([, json = ""]) => JSON.parse(json).id,
  );
}

test("any run is saved for a replay, beside those that were saved before", async () => {
  await using folder = await withFiles({ "ping.js": PING });
  await using running = await start(folder, "ping.js");
  await say(running, "ping", / › pong 1\n/);
  await say(running, "ping", / › pong 2\n/);
  const [first] = await handledIds(running, 2);
  const run = { platform: "telegram", messageId: first, plugin: "ping" };
  const { file, command } = await use(running, "records/save", run);
  expect(command).toBe(`botwright replay ${String(file)}`);
  expect((await use(running, "records/save", run))["file"]).not.toBe(file);
  const replayed = await runIn(folder.path, ["replay", String(file)]);
  expect(replayed).toMatchObject({ code: 0 });
  expect(replayed.out).toContain("pong");
});

/** A platform as the page lists it. */
interface ListedPlatform {
  readonly platform: string;
  readonly user: string;
  readonly capabilities: { readonly quotes: boolean };
  readonly hasTranscription: boolean;
}

async function placeOf({ url }: Running, platform: string): Promise<ListedPlatform> {
  const listed: ListedPlatform[] = JSON.parse(await (await fetch(`${url}/simulators`)).text());
  const found = listed.find((one) => one.platform === platform);
  if (found === undefined) throw new Error(`${platform} is not listed`);
  return found;
}

/** Runs tests as a project would that has installed the kit; returns what the runner has printed. */
async function runTests(
  folder: Folder,
  ...tests: readonly Record<string, unknown>[]
): Promise<string> {
  await mkdir(join(folder.path, "node_modules"));
  await symlink(join(import.meta.dirname, ".."), join(folder.path, "node_modules", "botwright"));
  const files = tests.map(({ file }) => String(file));
  for (const { file, code } of tests) {
    await writeFile(join(folder.path, String(file)), String(code));
  }
  const args = [...RUN_SOURCES, "--test", ...files];
  const { NODE_TEST_CONTEXT: _inTest, ...env } = process.env;
  const options = { cwd: folder.path, env };
  const ran = promisify(execFile)(process.execPath, args, options);
  return (await ran.catch((error: { stdout: string }) => error)).stdout;
}

describe("a conversation is copied as a test", () => {
  test("that passes: people, pauses, storage, settings, files", async () => {
    await using folder = await withFiles({ "ping.js": PING });
    await writeFile(join(folder.path, "cat.png"), Buffer.alloc(300, 1));
    await using running = await start(folder, "ping.js", "-c", "answer=`${pong}`");
    await use(running, "storage/set", { plugin: "ping", key: "count", value: 6 });
    await say(running, "ping", / › \$\{pong\} 7\n/);
    await use(running, "clock/advance", { ms: 7_200_000 });
    await say(running, "/user ben\nping", / › \$\{pong\} 8\n/);
    await say(running, "/image cat.png", /a picture of 300 bytes\n/);
    await say(running, "  nothing  for  it ", /no plugin has handled it/);
    const copied = await use(running, "records/test", { platform: "telegram" });
    expect(copied["file"]).toBe("ping.conversation.test.js");
    expect(copied["code"]).toContain("(2 hours later)\n    ben: ping\n");
    expect(await runTests(folder, copied)).toMatch(/pass 1\b/);
  });

  test("that passes on every platform, with two people and what they quote", async () => {
    const echo = `export const meta = { slug: "echo" };
    export async function handler({ bot, msg, storage }) {
      const count = await storage.update(msg.from, (count) => (count ?? 0) + 1);
      await bot.reply(msg, [msg.type, count, msg.from, msg.text, msg.quotedMessage?.item.text].join(" "));
      return { handled: true };
    }`;
    await using folder = await withFiles({ "echo.js": echo, "note.ogg": "OggS" });
    await using running = await start(folder, "echo.js");
    const files: Record<string, unknown>[] = [];
    for (const platform of PLATFORMS) {
      const { user: from, capabilities, hasTranscription } = await placeOf(running, platform);
      const quote = capabilities.quotes ? { text: "hello", from } : undefined;
      const said = {
        base64: "T2dnUw==",
        ...(hasTranscription && { transcription: "\\ and `${x}`" }),
      };
      for (const body of [
        { text: "hello" },
        { text: "this\n\n  and that", quote },
        { voice: said },
      ]) {
        const init = { method: "POST", body: JSON.stringify({ from, ...body }) };
        const { status } = await fetch(`${running.url}/simulators/${platform}/say`, init);
        expect([platform, status]).toEqual([platform, 200]);
      }
      await running.terminal.waitFor(new RegExp(`on ${platform} ›(?:[^]*handled by echo){3}`));
      const copied = await use(running, "records/test", { platform });
      files.push({ ...copied, file: `${platform}.test.js` });
    }
    expect(await runTests(folder, ...files)).toMatch(/pass 5\b/);
  });

  test("that passes without the network: what was asked is answered as it was", async () => {
    const weather = `export async function handler({ bot, msg, config }) {
      const response = await fetch("https://api.example.com/" + msg.text + "?key=" + config.key + "&for=" + msg.from);
      if (!response.ok) { await bot.reply(msg, "no: " + response.status); return { handled: true }; }
      const { c } = await response.json();
      await bot.reply(msg, c + " °C for " + msg.from);
      return { handled: true };
    }
    export const meta = { slug: "weather", config_schema: [{ key: "key", label: "Key", type: "password" }] };`;
    await using folder = await withFiles({
      "weather.js": weather,
      "botwright.config.json": JSON.stringify({ config: { weather: { key: "k3y-0123456789" } } }),
    });
    await using running = await start(folder, "weather.js");
    await use(running, "answers/write", {
      models: [],
      search: [],
      fetch: [
        { route: "https://*/Berlin?*", status: 200, body: '{"c":7}' },
        { route: "https://*", status: 503, body: "" },
      ],
    });
    await say(running, "Berlin", /7 °C for \d+\n/);
    await say(running, "Paris", /no: 503\n/);
    const copied = await use(running, "records/test", { platform: "telegram" });
    expect(copied["code"]).not.toContain("k3y-0123456789");
    expect(await runTests(folder, copied)).toMatch(/pass 1\b/);
  });

  test("that passes with models, searches and credentials", async () => {
    const asker = `export const meta = { slug: "asker" };
    export async function handler({ bot, msg, aiService, searchService, getPlatformCreds }) {
      const { text } = await aiService.callModel({ model: "any", messages: [{ role: "user", content: msg.text }] });
      const { results } = await searchService.search(msg.text);
      const creds = await getPlatformCreds("feishu");
      await bot.reply(msg, [text, results[0].title, typeof creds.app_id].join("\\n\\n"));
      return { handled: true };
    }`;
    const credentials = { feishu: { app_id: "cli_1", app_secret: "s3cret" } };
    await using folder = await withFiles({
      "asker.js": asker,
      "botwright.config.json": JSON.stringify({ credentials }),
    });
    await using running = await start(folder, "asker.js");
    await say(running, "why", /handled by asker/);
    const copied = await use(running, "records/test", { platform: "telegram" });
    expect(copied["code"]).not.toContain("s3cret");
    expect(await runTests(folder, copied)).toMatch(/pass 1\b/);
  });

  test("once something was said", async () => {
    await using folder = await withFiles({ "ping.js": PING });
    await using running = await start(folder, "ping.js");
    const init = { method: "POST", body: '{"platform":"telegram"}' };
    const answer = await fetch(`${running.url}/tools/records/test`, init);
    expect(answer.status).toBe(404);
  });
});
