import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join, posix, win32 } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { run } from "../src/run.ts";
import { isSlug, toSlug } from "../src/plugins/slug.ts";
import { fillIn } from "../src/templates.ts";
import { createTestTerminal, makeFolder, runIn } from "./terminal.ts";

// Child processes and workers take their time on a machine that does other things too.
vi.setConfig({ testTimeout: 120_000 });

const FILES = [
  ".github/workflows/test.yml",
  ".gitignore",
  "README.md",
  "botwright.config.json",
  "jsconfig.json",
  "package.json",
  "plugin.js",
  "plugin.test.js",
];

test("makes a plugin that a host takes", async () => {
  await using folder = await makeFolder();
  const made = await runIn(folder.path, ["new", "my-plugin", "--no-install"]);
  expect(made.code).toBe(0);
  expect(made.out).toContain("  cd my-plugin\n");
  const project = join(folder.path, "my-plugin");
  const { name, scripts }: { name: string; scripts: object } = JSON.parse(
    await readFile(join(project, "package.json"), "utf8"),
  );
  expect(name).toBe("my-plugin");
  expect(scripts).toHaveProperty("test");
  const checked = await runIn(project, ["check", "plugin.js", "--json"]);
  expect(JSON.parse(checked.out)).toMatchObject([
    { ok: true, meta: { slug: "my-plugin", name: "My plugin", triggers: ["my-plugin"] } },
  ]);
});

test("takes flags, however they are written", async () => {
  await using folder = await makeFolder();
  const description = 'Says "hello" \\ ${1} `x`';
  const words = ["new", "plugins/greeter", "--no-install", "--json"];
  const flags = ["-t", "The 'Greeter'", "-d", description, "-w", "Grüß Gott"];
  const { code, out } = await runIn(folder.path, [...words, ...flags]);
  expect(code).toBe(0);
  const made: { folder: string; files: string[]; installed: boolean } = JSON.parse(out);
  expect(made).toMatchObject({ folder: join(folder.path, "plugins", "greeter"), installed: false });
  expect(made.files.toSorted()).toEqual(FILES);
  const checked = await runIn(made.folder, ["check", "plugin.js", "--json"]);
  expect(JSON.parse(checked.out)).toMatchObject([
    { ok: true, meta: { name: "The 'Greeter'", description, triggers: ["grüß gott"] } },
  ]);
});

test("in TypeScript", async () => {
  await using folder = await makeFolder();
  const words = ["new", "typed", "--typescript", "--no-install", "--json"];
  const { out } = await runIn(folder.path, words);
  const made: { folder: string; files: string[] } = JSON.parse(out);
  const others = FILES.filter((name) => !/^(?:jsconfig|plugin)/.test(name));
  const own = ["plugin.test.ts", "plugin.ts", "tsconfig.json"];
  expect(made.files.toSorted()).toEqual([...others, ...own].toSorted());
  const checked = await runIn(made.folder, ["check", ".", "--json"]);
  expect(JSON.parse(checked.out)).toMatchObject([
    { file: "plugin.ts", ok: true, meta: { slug: "typed" }, findings: [] },
  ]);
  const built = await runIn(made.folder, ["build", "plugin.ts"]);
  expect(built.out).toContain("dist/plugin.js");
});

test("leaves alone what is there", async () => {
  await using folder = await makeFolder();
  await mkdir(join(folder.path, "taken"));
  await writeFile(join(folder.path, "taken", "notes.txt"), "mine");
  await writeFile(join(folder.path, "file"), "mine");
  for (const name of ["taken", "file"]) {
    const { code, err } = await runIn(folder.path, ["new", name, "--no-install"]);
    expect(code).toBe(2);
    expect(err).toContain("choose another name");
  }
  expect(await readdir(join(folder.path, "taken"))).toEqual(["notes.txt"]);
});

test.each([
  ["--title", "x".repeat(201), 'meta.name is "xxx'],
  ["--description", "x".repeat(1001), 'meta.description is "xxx'],
  ["--trigger", "x".repeat(201), 'meta.triggers[0] is "xxx'],
  ["--title", " ", "This cannot be empty"],
  ["--trigger", "", "This cannot be empty"],
])("makes nothing with a value that a host refuses: %s %j", async (option, value, problem) => {
  await using folder = await makeFolder();
  const { code, err } = await runIn(folder.path, [
    "new",
    "a-plugin",
    "--no-install",
    option,
    value,
  ]);
  expect(code).toBe(2);
  expect(err).toContain(`${option}: ${problem}`);
  expect(await readdir(folder.path)).toEqual([]);
});

test("asks again for a name that a host refuses", async () => {
  await using folder = await makeFolder();
  const terminal = createTestTerminal(folder.path, { isInteractive: true });
  const words = ["new", "asked", "--no-install", "-d", "Greets.", "-w", "hey"];
  const ending = run(words, terminal);
  await terminal.waitFor(/The name that people see/);
  terminal.typeIn("x".repeat(200));
  terminal.typeIn("\r");
  await terminal.waitFor(/meta\.name is/);
  terminal.typeIn("\u0003");
  expect(await ending).toBe(130);
  expect(await readdir(folder.path)).toEqual([]);
});

test("asks on a terminal for what was not said", async () => {
  await using folder = await makeFolder();
  const terminal = createTestTerminal(folder.path, { isInteractive: true });
  const ending = run(["new", "asked", "--no-install", "-w", "hey"], terminal);
  await terminal.waitFor(/The name that people see/);
  terminal.typeIn(" two\r");
  await terminal.waitFor(/What does it do/);
  terminal.typeIn("\r");
  expect(await ending).toBe(0);
  const source = await readFile(join(folder.path, "asked", "plugin.js"), "utf8");
  expect(source).toContain('name: "Asked two"');
  expect(source).toContain('triggers: ["hey"]');
});

test("breaking off makes nothing", async () => {
  await using folder = await makeFolder();
  const terminal = createTestTerminal(folder.path, { isInteractive: true });
  const ending = run(["new"], terminal);
  await terminal.waitFor(/What is it called/);
  terminal.typeIn("\u0003");
  expect(await ending).toBe(130);
  expect(await readdir(folder.path)).toEqual([]);
});

describe("a slug from a path", () => {
  test.each([
    { path: "My Plugin", paths: posix, slug: "my-plugin" },
    { path: "./plugins/Été_2/", paths: posix, slug: "e-te-2" },
    { path: String.raw`C:\plugins\My Plugin`, paths: win32, slug: "my-plugin" },
    { path: String.raw`..\dice\ `, paths: win32, slug: undefined },
    { path: "x", paths: posix, slug: "plugin-x" },
    { path: "中文", paths: posix, slug: undefined },
  ])("$path", ({ path, paths, slug }) => {
    expect(toSlug(path, paths)).toBe(slug);
  });

  test("is one that hosts take, for any path", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (path) => {
        const slug = toSlug(path);
        expect(slug === undefined || isSlug(slug)).toBe(true);
      }),
    );
  });
});

test("values stand in templates as literals or as they are", () => {
  const values = { a: 'x "y" {{b}} $& \\', b: "no" };
  expect(fillIn('say("{{a}}") # {{a}}', values)).toBe(
    `say(${JSON.stringify(values.a)}) # ${values.a}`,
  );
  expect(() => fillIn("{{c}}", values)).toThrow("{{c}}");
});
