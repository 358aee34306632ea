import { readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { explainOldNode, readVersion } from "../src/version.ts";
import { PING } from "./plugins.ts";
import { makeFolder, runIn } from "./terminal.ts";

// Child processes and workers take their time on a machine that does other things too.
vi.setConfig({ testTimeout: 120_000 });

const COMMANDS = ["new", "dev", "check", "test", "replay", "conflicts"];
const HERE = import.meta.dirname;

test("the help lists every command, and each has its own", async () => {
  const { code, out } = await runIn(HERE, ["--help"]);
  expect(code).toBe(0);
  for (const name of COMMANDS) {
    expect(out).toMatch(new RegExp(`^ {2}${name} `, "m"));
    const own = await runIn(HERE, [name, "--help"]);
    expect(own).toMatchObject({ code: 0, err: "" });
    expect(own.out).toContain(`Usage: botwright ${name} `);
    expect(own.out).toContain("--json");
  }
});

test("the help keeps to the width of the terminal", async () => {
  const { out } = await runIn(HERE, ["dev", "--help"], { width: 90 });
  expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(90);
});

test("the version is the package's", async () => {
  const { out } = await runIn(HERE, ["--version"]);
  expect(out).toBe(`${readVersion()}\n`);
  expect(out).toMatch(/^\d+\.\d+\.\d+/);
});

test("every version of Node that is older than the one in engines is refused", async () => {
  const manifest: unknown = JSON.parse(await readFile(join(HERE, "..", "package.json"), "utf8"));
  expect(manifest).toMatchObject({ engines: { node: ">=24.21.0" } });
  for (const old of ["v22.30.0", "v24.9.0", "v24.20.9"]) {
    expect(explainOldNode(old)).toBe(
      `botwright needs Node.js 24.21.0 or newer, this is ${old}: https://nodejs.org`,
    );
  }
  for (const fit of ["v24.21.0", "v24.21.1", "v25.0.0"])
    expect(explainOldNode(fit)).toBeUndefined();
});

describe("what is not understood ends with 2 and says what to write", () => {
  test.each([
    { words: [], says: "Usage: botwright" },
    { words: ["chek"], says: "Did you mean check?" },
    { words: ["check"], says: "missing required argument 'files'" },
    { words: ["check", "--jsn", "a.js"], says: "Did you mean --json?" },
    { words: ["check", "nowhere.js"], says: "There is no plugin file nowhere.js" },
    { words: ["conflicts", "nowhere.js"], says: "botwright new <name> makes a plugin" },
    { words: ["dev", "x.js", "--port", "70000"], says: "It is a number from 0 to 65535" },
    { words: ["dev", "x.js", "--platform", "irc"], says: "Allowed choices are wechat, feishu" },
    { words: ["replay", "run.json"], says: "There is no record run.json" },
    { words: ["new"], says: "botwright new my-plugin" },
    { words: ["new", "中文"], says: '"中文" makes no slug' },
  ])("botwright $words", async ({ words, says }) => {
    await using folder = await makeFolder();
    const { code, out, err } = await runIn(folder.path, words);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(says);
  });

  test("with --json as a document too", async () => {
    await using folder = await makeFolder();
    for (const words of [
      ["check", "a.js", "--json"],
      ["check", "--json"],
    ]) {
      const { code, out } = await runIn(folder.path, words);
      expect(code).toBe(2);
      expect(JSON.parse(out)).toEqual({ error: expect.any(String), code: "USAGE" });
    }
  });

  test("the error of a wrong name lists those that exist", async () => {
    await using folder = await makeFolder();
    await writeFile(join(folder.path, "ping.js"), PING);
    await writeFile(join(folder.path, "ping.test.js"), "");
    const { err } = await runIn(folder.path, ["check", "pong.js"]);
    expect(err).toContain("There is no plugin file pong.js: in that folder there are ping.js");
  });

  test("a link to nothing is not among the files to name instead", async () => {
    await using folder = await makeFolder();
    await symlink("gone.js", join(folder.path, "link.js"));
    const { code, err } = await runIn(folder.path, ["check", "link.js"]);
    expect(code).toBe(2);
    expect(err).toContain("no plugin file link.js: botwright new <name> makes a plugin");
  });

  test("names the help that has what was meant", async () => {
    const option = await runIn(HERE, ["dev", "ping.js", "--prt", "1"]);
    expect(option.err).toContain("(botwright dev --help lists what there is)");
    const command = await runIn(HERE, ["chek"]);
    expect(command.err).toContain("(botwright --help lists what there is)");
  });
});

test("colours are for terminals that show them", async () => {
  await using folder = await makeFolder();
  await writeFile(join(folder.path, "ping.js"), PING);
  const words = ["check", "ping.js"];
  const escape = String.fromCodePoint(27);
  expect((await runIn(folder.path, words, { hasColours: true })).out).toContain(`${escape}[32m`);
  expect((await runIn(folder.path, words)).out).not.toContain(escape);
});
