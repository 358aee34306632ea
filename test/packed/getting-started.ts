/**
 * Follows docs/getting-started.md from top to bottom, as a newcomer does: in an empty folder, with
 * the packages as they would be published.
 */
import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { PLATFORMS } from "@botwright/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Fence, readFences } from "../fences.ts";
import type { PackedProject } from "./packed-project.ts";
import { type RunningCommand, startCommand } from "../running-command.ts";
import { applyDiff, readTurns, toOutputPattern } from "../shown-output.ts";

const execute = promisify(execFile);

const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined };
let folder = "";
/** What the latest command has printed. */
let printed = "";
let running: RunningCommand | undefined;
/** Start of the output of the latest step. */
let mark = 0;

async function follow({ language, info, code }: Fence): Promise<void> {
  const [verb = "", file = ""] = info.split("=");
  const path = resolve(folder, file);
  switch (`${language} ${verb}`) {
    case "sh run":
      return runCommands(code);
    case "sh start":
      running = startCommand(code.trim(), folder, env);
      mark = 0;
      return;
    case "text output":
      return expectShown(code);
    case "text chat":
      return talk(code);
    case "js part":
      return expectPart(path, code);
    case "js file":
      return writeFile(path, code);
    case "diff file":
      mark = running?.output().length ?? 0;
      return writeFile(path, applyDiff(await readFile(path, "utf8"), code));
    default:
      throw new Error(`This test cannot follow a snippet of "${language} ${info}"`);
  }
}

async function runCommands(code: string): Promise<void> {
  for (const line of code.trim().split("\n")) {
    const [, into] = /^cd (.+)$/.exec(line) ?? [];
    if (into === undefined)
      ({ stdout: printed } = await execute("sh", ["-c", line], { cwd: folder, env }));
    else folder = resolve(folder, into);
  }
}

async function expectPart(path: string, code: string): Promise<void> {
  expect(await readFile(path, "utf8")).toContain(code);
}

async function expectShown(shown: string): Promise<void> {
  const pattern = toOutputPattern(shown);
  await running?.prints(pattern, mark);
  const output = running?.output().slice(mark) ?? printed;
  if (!pattern.test(output)) expect(output).toBe(shown);
}

async function talk(code: string): Promise<void> {
  for (const { typed, shown } of readTurns(code)) {
    mark = running?.output().length ?? 0;
    running?.type(typed);
    if (shown !== "") await expectShown(shown);
    if (typed !== "/quit") continue;
    expect(await running?.exited).toBe(0);
    running = undefined;
  }
}

const steps = await readFences("docs/getting-started.md");

/** Registers the steps of the page as tests. */
export function describeGettingStarted(installed: () => Promise<PackedProject>): void {
  beforeAll(async () => {
    const packed = await installed();
    // npx and npm look upwards, and find there what they would fetch.
    folder = resolve(packed.folder, "empty");
    await mkdir(folder);
  });

  afterAll(async () => {
    await running?.[Symbol.asyncDispose]();
  });

  test.each(steps)("$place: $language $info", async (step) => {
    await expect(follow(step)).resolves.toBeUndefined();
  });

  test("nothing is left open, and every way to follow a step was run", () => {
    expect(running).toBeUndefined();
    expect(new Set(steps.map(({ language, info }) => `${language} ${info.split("=")[0]}`))).toEqual(
      new Set([
        "sh run",
        "sh start",
        "text output",
        "text chat",
        "js part",
        "js file",
        "diff file",
      ]),
    );
  });

  test("the plugin answers on the page's five platforms, until Ctrl-C", async () => {
    await using dev = startCommand("npm run dev", folder, env);
    await dev.prints(/^ +page +\S+\/$/m);
    const [, url = ""] = /^ +page +(\S+)\/$/m.exec(dev.output()) ?? [];
    expect(await (await fetch(url)).text()).toContain("<html");
    const listed = await (await fetch(`${url}/simulators`)).text();
    const platforms: readonly { platform: string; user: string }[] = JSON.parse(listed);
    expect(platforms.map(({ platform }) => platform)).toEqual(PLATFORMS);
    for (const { platform, user } of platforms) {
      const body = JSON.stringify({ from: user, text: "my-plugin" });
      await fetch(`${url}/simulators/${platform}/say`, { method: "POST", body });
      await dev.prints(new RegExp(`on ${platform} ›[^]*handled by my-plugin `));
      const sent = await fetch(`${url}/simulators/${platform}/sent?to=${user}`);
      const text = expect.stringMatching(/^Hello! This is visit \d+\.$/);
      expect(await sent.json()).toMatchObject([{ type: "text", text }]);
    }
    dev.interrupt();
    await dev.exited;
    await expect(fetch(url)).rejects.toThrow("fetch failed");
  });
}
