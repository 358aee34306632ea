import { readdir, readFile } from "node:fs/promises";
import { createHarness } from "@botwright/harness";
import { describeError, formatError } from "@botwright/core";
import { beforeAll, expect, test } from "vitest";
import { type CheckedFile, checkFiles } from "../../packages/cli/src/commands/check.ts";
import { type Expected, MISTAKES } from "./table.ts";

const folder = new URL("fixtures/", import.meta.url);

/** What is shown of each plugin, by `check` and by a run. */
const shown = new Map<string, string>();

beforeAll(async () => {
  // Each file has a harness of its own: beside other programs that compute, all of them take minutes.
  const files = await Promise.all(
    MISTAKES.map(async ({ file, cpuMs }) => {
      const name = `${file}.js`;
      const code = await readFile(new URL(name, folder), "utf8");
      const path = new URL(name, folder).pathname;
      return { path, name, version: file, code, inputs: [path], cpuMs };
    }),
  );
  for (const result of await checkFiles(files)) shown.set(`check ${result.file}`, textOf(result));
  for (const { path, name, cpuMs } of files) {
    shown.set(`run ${name}`, await sayHello(path, cpuMs === undefined ? {} : { cpuMs }));
  }
}, 600_000);

function textOf({ file, findings }: CheckedFile): string {
  return findings
    .filter(({ severity }) => severity !== "info")
    .map(({ line, column, message }) => `${file}:${line}:${column} ${message}`)
    .join("\n");
}

async function sayHello(path: string, limits: { cpuMs?: number }): Promise<string> {
  try {
    await using h = await createHarness(path, { limits });
    const { error, logs } = await h.user("ann").says("hello");
    const logged = logs.flatMap(({ text, fields }) => [text, String(fields["message"])]);
    return [error && formatError(error), ...logged].join("\n");
  } catch (thrown) {
    return describeError(thrown).message;
  }
}

/** One expectation: what is shown of a file must contain the text. */
interface Row {
  readonly from: string;
  readonly text: string;
}

const rows = MISTAKES.flatMap(({ file, check = [], run = [] }) => {
  const toRow = (by: string, expected: Expected): Row => ({
    from: `${by} ${file}.js`,
    text: "says" in expected ? expected.says : `${file}.js:${expected.at}`,
  });
  return [
    ...check.map((expected) => toRow("check", expected)),
    ...run.map((expected) => toRow("run", expected)),
  ];
});

test("each file stands in the table, with a message", async () => {
  const names = await readdir(folder);
  const told = new Set(rows.map(({ from }) => from.replace(/^\w+ /u, "")));
  expect([...told].toSorted()).toEqual(names.toSorted());
  expect(names.length).toBeGreaterThanOrEqual(38);
});

test.each(rows)("$from: $text", ({ from, text }) => {
  expect(shown.get(from)).toContain(text);
});
