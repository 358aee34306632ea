import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runSnippets } from "./snippet-runs.ts";

let folder = "";
const pathOf = (name: string): string => `${folder}/${name}.mjs`;

const MODULES = {
  quiet: "console.log('on stdout');",
  loud: "console.error('oh');",
  broken: "throw new Error('no');",
  late: "setTimeout(() => console.error('later'), 50);",
  leaving: "process.exit(0);",
  waiting: "await new Promise(() => {});",
};

beforeAll(async () => {
  folder = await mkdtemp(`${tmpdir()}/botwright-snippets-`);
  const modules = Object.entries(MODULES);
  await Promise.all(modules.map(([name, code]) => writeFile(pathOf(name), code)));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test("separates what each prints, an error too, and what comes at the end", async () => {
  const run = await runSnippets(["quiet", "loud", "broken", "late"].map(pathOf));
  expect(run).toMatchObject({ atEnd: "later\n", code: 0 });
  expect([...run.said.values()]).toEqual(["", "oh\n", expect.stringMatching(/^Error: no\n/), ""]);
});

test.each(["leaving", "waiting"])("a module that is %s has not come to its end", async (name) => {
  const run = await runSnippets(["quiet", name, "quiet"].map(pathOf));
  expect([...run.said.keys()]).toEqual([pathOf("quiet")]);
  expect(run.atEnd).toBeUndefined();
});
