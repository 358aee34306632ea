import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import { RUN_SOURCES } from "../../../test/thread-bundle.ts";
import { PING } from "./plugins.ts";
import { type Ended, makeFolder } from "./terminal.ts";

vi.setConfig({ testTimeout: 120_000 });

const MAIN = join(import.meta.dirname, "..", "src", "main.ts");

/** The command as a process of its own, with pipes for its streams. */
async function botwright(cwd: string, words: readonly string[], input = ""): Promise<Ended> {
  const child = spawn(process.execPath, [...RUN_SOURCES, MAIN, ...words], { cwd });
  child.stdin.end(input);
  const code = new Promise<number>((resolve) => {
    child.on("close", (exitCode) => resolve(exitCode ?? -1));
  });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, out, err };
}

test("piped: plain text, JSON and exit codes", async () => {
  await using folder = await makeFolder();
  await writeFile(join(folder.path, "ping.js"), PING);
  const [checked, wrong] = await Promise.all([
    botwright(folder.path, ["check", "ping.js", "--json"]),
    botwright(folder.path, ["chek"]),
  ]);
  expect(checked).toMatchObject({ code: 0, err: "" });
  expect(JSON.parse(checked.out)).toMatchObject([{ file: "ping.js", ok: true }]);
  expect(wrong).toMatchObject({ code: 2, out: "" });
  expect(wrong.err).toMatch(/^error unknown command 'chek'\n/);
});

test("dev ends when all is said", async () => {
  await using folder = await makeFolder();
  await writeFile(join(folder.path, "ping.js"), PING);
  const { code, out } = await botwright(folder.path, ["dev", "ping.js", "--port", "0"], "ping\n");
  expect(code).toBe(0);
  expect(out).toContain(" › pong 1\n");
});

test("dev with nothing to say serves until it is ended", async () => {
  await using folder = await makeFolder();
  await writeFile(join(folder.path, "ping.js"), PING);
  const words = [...RUN_SOURCES, MAIN, "dev", "ping.js", "--port", "0", "--json"];
  const child = spawn(process.execPath, words, {
    cwd: folder.path,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => {
    child.on("close", resolve);
  });
  for await (const chunk of child.stdout) if (String(chunk).includes('"type":"ready"')) break;
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
});
