import { createSandbox } from "@botwright/sandbox";
import { describe, expect, test } from "vitest";

const PLUGIN = "export const handler = () => ({ handled: false });";

function refusal(message: string): unknown {
  return expect.objectContaining({ code: "INVALID_INPUT", message });
}

describe("createSandbox", () => {
  test.each([
    [{ limts: {} }, "options.limts is unknown: did you mean limits?"],
    [{ limits: { cpu: 5 } }, expect.stringContaining("limits.cpu is unknown: limits has cpuMs,")],
    [{ limits: { wallMs: -1 } }, "limits.wallMs must be a number from 0 on, not -1"],
    [{ workers: "2" }, "options.workers must be a whole number above 0"],
    [{ fetch: true }, "options.fetch must be a function, or false"],
    [{ quarantine: { strike: 1 } }, "quarantine.strike is unknown: did you mean strikes?"],
    [{ budgets: { plugins: {} } }, "budgets.plugins is unknown: did you mean plugin?"],
    [5, "options must be an object"],
  ])("refuses wrong options by their name: %j", (options, message) => {
    expect(() => Reflect.apply(createSandbox, undefined, [options])).toThrow(refusal(message));
  });
});

describe("load", () => {
  const readIt = 'read the file with readFile(path, "utf8")';

  test.each([
    ["bytes", Buffer.from(PLUGIN), `source must be the text of a plugin: ${readIt}`],
    ["nothing", undefined, `source must be the text of a plugin: ${readIt}`],
    [
      "a path",
      "todo/plugin.js",
      `source must be the text of a plugin, and this looks like a path: ${readIt}`,
    ],
  ])("refuses %s", async (_what, source, message) => {
    await using sandbox = createSandbox({ workers: 1 });
    const loading: unknown = Reflect.apply(sandbox.load.bind(sandbox), undefined, [source]);
    await expect(loading).rejects.toEqual(refusal(message));
  });

  test("takes a text of one line, and refuses a limit that does not exist", async () => {
    await using sandbox = createSandbox({ workers: 1 });
    const { meta } = await sandbox.load(PLUGIN);
    expect(meta.slug).toBe("plugin");
    const limits = Object.fromEntries([["wall", 3]]);
    await expect(sandbox.load(PLUGIN, { limits })).rejects.toEqual(
      refusal(expect.stringContaining("limits.wall is unknown")),
    );
  });

  test.each([
    [{ approve: {} }, "options.approve is unknown: did you mean approved?"],
    [{ slug: 5 }, "options.slug must be a text"],
    [{ fetch: true }, "options.fetch must be a function, or false"],
    [{ approved: true }, "options.approved must be an object"],
    [{ approved: { permission: {} } }, "approved.permission is unknown: did you mean permissions?"],
  ])("refuses %o, which would load it with a default", async (info, message) => {
    await using sandbox = createSandbox({ workers: 1 });
    const loading: unknown = Reflect.apply(sandbox.load.bind(sandbox), undefined, [PLUGIN, info]);
    await expect(loading).rejects.toEqual(refusal(message));
  });
});
