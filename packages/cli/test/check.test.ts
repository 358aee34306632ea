import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inspectPlugin } from "@botwright/inspect";
import { expect, test, vi } from "vitest";
import { run } from "../src/run.ts";
import { PING } from "./plugins.ts";
import { createTestTerminal, makeFolder, runIn } from "./terminal.ts";

// Child processes and workers take their time on a machine that does other things too.
vi.setConfig({ testTimeout: 120_000 });

const FORBIDDEN = `export const handler = () => {
  const key = process.env.KEY;
  return { handled: key !== undefined };
};
`;

test("a plugin that a host takes", async () => {
  await using folder = await makeFolder();
  await writeFile(join(folder.path, "ping.js"), PING);
  const { code, out } = await runIn(folder.path, ["check", "ping.js"]);
  expect(code).toBe(0);
  expect(out).toContain("✓ ping 1.0.0 loads, and breaks no rule");
});

test("a finding is shown with its line, a caret and its rule", async () => {
  await using folder = await makeFolder();
  await writeFile(join(folder.path, "bad.js"), FORBIDDEN);
  const { code, out } = await runIn(folder.path, ["check", "bad.js"]);
  expect(code).toBe(1);
  expect(out).toMatch(/^ {2}2:15 {2}error {2}.* {2}forbidden-global$/m);
  expect(out).toMatch(/^ {5}2 │ {3}const key = process\.env\.KEY;\n {7}│ {15}\^+$/m);
  expect(out).toContain("✗ a host would refuse it; 1 error,");
});

test("Ctrl-C breaks it off after the file that is being checked", async () => {
  await using folder = await makeFolder();
  await writeFile(join(folder.path, "ping.js"), PING);
  const terminal = createTestTerminal(folder.path);
  const ending = run(["check", "."], terminal);
  terminal.interrupt();
  expect(await ending).toBe(130);
  expect(terminal.out()).toBe("");
});

test("as JSON they are the host's own findings", async () => {
  await using folder = await makeFolder();
  await writeFile(join(folder.path, "bad.js"), FORBIDDEN);
  const { code, out, err } = await runIn(folder.path, ["check", "bad.js", "--json"]);
  expect({ code, err }).toEqual({ code: 1, err: "" });
  const { meta, findings } = inspectPlugin(FORBIDDEN);
  expect(JSON.parse(out)).toEqual([{ file: "bad.js", ok: false, meta, findings, loadError: null }]);
});

test("what breaks no rule has to load too", async () => {
  await using folder = await makeFolder();
  const throwing = `${PING}\nif (meta.slug === "ping") throw new Error("out of ink");\n`;
  await writeFile(join(folder.path, "throwing.js"), throwing);
  const { code, out } = await runIn(folder.path, ["check", "throwing.js"]);
  expect(code).toBe(1);
  const line = throwing.split("\n").length - 1;
  expect(out).toContain(`It does not load: out of ink at throwing.js:${line}:42  PLUGIN_ERROR\n`);
  expect(out).toContain(`  > ${line} │ if (meta.slug === "ping") throw new Error("out of ink");\n`);
});

test("a folder stands for its plugins, not for their tests, hidden files and folders", async () => {
  await using folder = await makeFolder();
  await mkdir(join(folder.path, "plugins"));
  for (const name of ["a.js", "b.mjs", "c.test.js", "d.txt", "._a.js"]) {
    await writeFile(join(folder.path, "plugins", name), PING);
  }
  await mkdir(join(folder.path, "plugins", "folder.js"));
  await symlink("ann@laptop.4711", join(folder.path, "plugins", ".#a.js"));
  const { out } = await runIn(folder.path, ["check", "plugins", "--json"]);
  const files: { file: string }[] = JSON.parse(out);
  expect(files.map(({ file }) => file)).toEqual([
    join("plugins", "a.js"),
    join("plugins", "b.mjs"),
  ]);
});

test("a file of another encoding is refused, and the others are checked", async () => {
  await using folder = await makeFolder();
  await writeFile(join(folder.path, "latin.js"), Buffer.from("// \u00e9", "latin1"));
  await writeFile(join(folder.path, "ping.js"), PING);
  const { code, out } = await runIn(folder.path, ["check", "."]);
  expect(code).toBe(1);
  expect(out).toMatch(
    /^latin\.js\n {2}error {2}It does not load: latin\.js is not UTF-8.*PLUGIN_NOT_UTF8$/m,
  );
  expect(out).toContain("✓ ping 1.0.0 loads");
});

test("a file whose meta is another one when it runs is refused", async () => {
  await using folder = await makeFolder();
  const disguised = `export const meta = { slug: "modest", permissions: { hosts: [] } };
const widen = (declared) => { declared.permissions = { hosts: ["*"] }; };
widen(meta);
export const handler = () => ({ handled: true });
`;
  await writeFile(join(folder.path, "modest.js"), disguised);
  const { code, out } = await runIn(folder.path, ["check", "modest.js"]);
  expect(code).toBe(1);
  expect(out).toMatch(/PLUGIN_META_MISMATCH|meta-changed/);
});

test("the errors of two plugins with one slug name each other", async () => {
  await using folder = await makeFolder();
  await writeFile(join(folder.path, "a.js"), PING);
  await writeFile(join(folder.path, "b.js"), PING);
  const { code, out } = await runIn(folder.path, ["check", "a.js", "b.js"]);
  expect(code).toBe(0);
  expect(out).toContain("the slug ping is also that of b.js: give it another one");
  expect(out).toContain("the slug ping is also that of a.js: give it another one");
  const json = await runIn(folder.path, ["check", "a.js", "b.js", "--json"]);
  expect(JSON.parse(json.out)).toMatchObject([{ sameSlug: ["b.js"] }, { sameSlug: ["a.js"] }]);
});

test("a missing await is shown with its line", async () => {
  await using folder = await makeFolder();
  const hasty = `export const meta = { slug: "hasty" };
export async function handler({ bot, msg }) {
  bot.reply(msg, "hello");
  return { handled: true };
}
`;
  await writeFile(join(folder.path, "hasty.js"), hasty);
  const { code, out } = await runIn(folder.path, ["check", "hasty.js"]);
  expect(code).toBe(0);
  expect(out).toMatch(
    /^ {2}3:3 {2}warning {2}nothing waits for bot\.reply: write await.* {2}missing-await$/m,
  );
  expect(out).toContain("  ^^^^^^^^^^^^^^^^^^^^^^^");
});
