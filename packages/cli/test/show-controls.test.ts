import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { formatRecordedRun } from "@botwright/core";
import { createHarness } from "@botwright/harness";
import { expect, test, vi } from "vitest";
import { createTestTerminal, makeFolder, runIn } from "./terminal.ts";

// Sandboxes take their time on a machine that does other things too.
vi.setConfig({ testTimeout: 120_000 });

/** Sets the title, clears the screen in two ways, returns to the line's start, and turns the direction. */
const EVIL = "\u001B]0;owned\u0007\u001B[2J\u009B2J\r\u202Ehi";
const SHOWN = String.raw`\u001b]0;owned\u0007\u001b[2J\u009b2J\u000d\u202ehi`;

/** What no command prints where it has no colours. */
const CONTROL = /(?![\n\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** A plugin that repeats the message in its log and its error. */
const ECHO = `export const meta = { slug: "echo" };
export async function handler({ bot, msg }) {
  console.log("heard " + msg.text);
  await bot.reply(msg, msg.text);
  throw new Error("bad " + msg.text);
}
`;

test("replay shows a stranger's escape sequences and does not send them to the terminal", async () => {
  await using folder = await makeFolder();
  await using harness = await createHarness(ECHO);
  await harness.user("ann").says(EVIL);
  const record = await harness.record();
  const { context } = record;
  const from = `ann${EVIL}`;
  const edited = { ...record, context: { ...context, msg: { ...context.msg, from } } };
  await writeFile(join(folder.path, "1.json"), await formatRecordedRun(record));
  await writeFile(join(folder.path, "2.json"), await formatRecordedRun(edited));
  await writeFile(join(folder.path, "echo.js"), ECHO);
  const { out } = await runIn(folder.path, ["replay", "1.json"]);
  expect(out).toContain(`ann ${SHOWN}\n`);
  expect(out).toContain(`info heard ${SHOWN}\n`);
  expect(out).toContain(`PLUGIN_ERROR: bad ${SHOWN}`);
  expect(out).not.toMatch(CONTROL);
  const other = await runIn(folder.path, ["replay", "2.json"]);
  expect(other.out).toContain(`ann${SHOWN} ${SHOWN}\n`);
  expect(other.out).not.toMatch(CONTROL);
});

test("an error about the file, too", async () => {
  await using folder = await makeFolder();
  await writeFile(join(folder.path, "1.js"), "export const meta = {\n \u001B[2J };\n");
  const { out } = await runIn(folder.path, ["check", "1.js"]);
  expect(out).toContain(String.raw`Unexpected character '\u001b'`);
  expect(out).not.toMatch(CONTROL);
});

test("a document in JSON stays the same document", async () => {
  const terminal = createTestTerminal(".");
  const text = `${EVIL}\n\t👩\u200D🚀 \u{E0001}`;
  terminal.stdout.line(JSON.stringify({ text }));
  await terminal.waitFor(/\n/);
  expect(terminal.out()).not.toMatch(CONTROL);
  expect(JSON.parse(terminal.out())).toEqual({ text });
});

test("the command's own colours stay, a stranger's do not", async () => {
  const { stdout, out, waitFor } = createTestTerminal(".", { hasColours: true });
  stdout.line(`${stdout.style("red", "✗ \u001B[32mno")} \u001B[32m✓ the same`);
  await waitFor(/\n/);
  const shown = String.raw`✗ \u001b[32mno`;
  expect(out()).toBe(`\u001B[31m${shown}\u001B[39m ${String.raw`\u001b[32m`}✓ the same\n`);
});

test("lines, tabs and the joiners of emojis and words stay", async () => {
  const terminal = createTestTerminal(".");
  const text = "a\n\tb 👩\u200D🚀 ❤\uFE0F می\u200Cخواهم";
  terminal.stdout.line(text);
  await terminal.waitFor(/هم\n/);
  expect(terminal.out()).toBe(`${text}\n`);
});
