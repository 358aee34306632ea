import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { watchFiles } from "../src/dev/watch.ts";
import { start, withFiles } from "./running-dev.ts";
import type { Folder } from "./terminal.ts";

// Five platforms take their time on a machine that does other things too.
vi.setConfig({ testTimeout: 120_000 });

/** Answers with what it imports. */
const importing = (path: string): string => `import { answer } from "${path}";
export const handler = async ({ bot, msg }: any) => {
  await bot.reply(msg, answer());
  return { handled: true };
};
`;
const ANSWER = `export const answer = (): string => "imported";\n`;

async function add(folder: Folder, name: string, text: string): Promise<void> {
  const path = join(folder.path, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

test.each(["./lib/answer.ts", "./lib/answer.js", "./lib/answer"])(
  "a file that is written after the plugin that imports it: %s",
  async (path) => {
    await using folder = await withFiles({ "echo.ts": importing(path) });
    await using running = await start(folder, "echo.ts");
    const { terminal } = running;
    await terminal.waitFor(/✗ echo\.ts: .*there is no file \.\/lib\/answer/);
    await add(folder, "lib/answer.ts", ANSWER);
    await terminal.waitFor(/✓ echo\.ts loaded\n/);
    terminal.typeIn("hi\n");
    await terminal.waitFor(/ › imported\n/);
    expect(terminal.out().split("there is no file")).toHaveLength(2);
  },
);

test("a package that is installed after the plugin that imports it", async () => {
  await using folder = await withFiles({ "echo.ts": importing("answers"), "package.json": "{}" });
  await using running = await start(folder, "echo.ts");
  const { terminal } = running;
  await terminal.waitFor(/✗ echo\.ts: .*the package answers is not installed/);
  await add(folder, "node_modules/answers/package.json", '{ "main": "index.js" }');
  // As npm does it, which takes its time, and writes its list when all files are there.
  await sleep(300);
  await add(folder, "node_modules/answers/index.js", 'exports.answer = () => "installed";');
  await add(folder, "node_modules/.package-lock.json", "{}");
  await terminal.waitFor(/✓ echo\.ts loaded\n/);
  terminal.typeIn("hi\n");
  await expect(terminal.waitFor(/ › installed\n/)).resolves.toBeDefined();
});

test("a missing file of a folder that is followed is loaded, too, when it is a plugin", async () => {
  await using folder = await withFiles({ "echo.ts": importing("./other.ts") });
  await using running = await start(folder, ".");
  const { terminal } = running;
  await terminal.waitFor(/✗ echo\.ts: .*there is no file \.\/other\.ts/);
  await add(folder, "other.ts", `${ANSWER}export const handler = () => ({ handled: false });\n`);
  await terminal.waitFor(/✓ echo\.ts loaded\n/);
  await expect(terminal.waitFor(/✓ other\.ts loaded\n/)).resolves.toBeDefined();
});

test("a missing file that came before it was watched has changed", async () => {
  await using folder = await withFiles({ "a.ts": "" });
  const path = join(folder.path, "a.ts");
  const { promise, resolve } = Promise.withResolvers<string>();
  using watcher = watchFiles({ folders: [], onChange: resolve, onOther: () => {} });
  watcher.watch([], [path, join(folder.path, "none", "b.ts")]);
  await expect(promise).resolves.toBe(path);
});

const withCredentials = (id: string): string =>
  JSON.stringify({ credentials: { feishu: { app_id: id, app_secret: "s3cret" } } });

test("credentials of a file that is saved are those of the next message", async () => {
  const plugin = `export async function handler({ bot, msg, getPlatformCreds }) {
    const found = await getPlatformCreds("feishu");
    await bot.reply(msg, "it is " + (found?.app_id ?? "not set"));
    return { handled: true };
  }`;
  await using folder = await withFiles({
    "who.js": plugin,
    "botwright.config.json": withCredentials("cli_1"),
  });
  await using running = await start(folder, "who.js");
  const { terminal } = running;
  /** Asks until the answer is this one: a file may be read twice while it is being saved. */
  const answers = async (words: string): Promise<void> => {
    await expect
      .poll(() => (terminal.typeIn("who\n"), terminal.out()), { interval: 300 })
      .toContain(` › ${words}\n`);
  };
  await answers("it is cli_1");
  await add(folder, "botwright.config.json", withCredentials("cli_2"));
  await terminal.waitFor(/was read again/);
  await answers("it is cli_2");
  await add(folder, "botwright.config.json", "{}");
  await answers("it is not set");
});
