import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { RUN_SOURCES } from "../../../test/thread-bundle.ts";

const run = promisify(execFile);

test('a debugger stops in the plugin\'s own file, at its own line, with runIn: "host"', async () => {
  const plugin = new URL("debugged/greet.js", import.meta.url);
  const lines = (await readFile(plugin, "utf8")).split("\n");
  const line = lines.findIndex((text) => text.includes("bot.reply")) + 1;
  const program = new URL("debugged/program.ts", import.meta.url).pathname;
  const { stdout } = await run(process.execPath, [
    ...RUN_SOURCES,
    program,
    plugin.href,
    String(line),
  ]);
  expect(
    stdout
      .trim()
      .split("\n")
      .map((text) => JSON.parse(text)),
  ).toEqual([{ functionName: "handler", line, name: "here" }, { replies: ["Hello, here"] }]);
});
