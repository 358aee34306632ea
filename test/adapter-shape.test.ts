import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { packageFolders, roleOf, root } from "./repository.ts";

/** The files of an adapter, in the order in which data passes through them. */
const FILES = new Set([
  "wire",
  "transport",
  "parse",
  "api",
  "send",
  "media",
  "adapter",
  "binding",
  "index",
]);
/** Required for every platform. */
const NEEDED = ["wire", "transport", "parse", "api", "send", "adapter", "binding", "index"];

const adapters = packageFolders.filter((folder) => roleOf(folder) === "adapter-*");

test("there are adapters to look at", () => {
  expect(adapters).toContain("adapter-telegram");
});

describe.each(adapters)("%s", (folder) => {
  const path = `${root}/packages/${folder}`;
  const platform = folder.replace("adapter-", "");
  const Platform = platform.replace(/^./, (letter) => letter.toUpperCase());

  test("has the files that every adapter has, and no others", () => {
    const files = readdirSync(`${path}/src`);
    // A file may have companions, in the folder of its name: transport/poll.ts beside transport.ts.
    const roles = files.map((name) => name.replace(/\.ts$/, ""));
    expect(roles.filter((role) => !FILES.has(role) || !files.includes(`${role}.ts`))).toEqual([]);
    expect(NEEDED.filter((role) => !files.includes(`${role}.ts`))).toEqual([]);
  });

  test("has fixtures, one JSON file per branch of its parser, and a README", () => {
    const fixtures = readdirSync(`${path}/fixtures`).filter((name) => name.endsWith(".json"));
    expect(fixtures.length).toBeGreaterThan(5);
    for (const name of fixtures) JSON.parse(readFileSync(`${path}/fixtures/${name}`, "utf8"));
    expect(existsSync(`${path}/README.md`)).toBe(true);
  });

  test("has one factory and one binding, named after its platform, and fits the ports", async () => {
    const exports: Record<string, unknown> = await import(`@botwright/${folder}`);
    expect(Object.keys(exports).toSorted()).toEqual([
      `create${Platform}Adapter`,
      `${platform}Binding`,
    ]);
    expect(exports[`${platform}Binding`]).toMatchObject({ platform });
    const source = readFileSync(`${path}/src/index.ts`, "utf8");
    expect(source).toContain(`type { ${Platform}AdapterOptions }`);
    expect(readFileSync(`${path}/src/adapter.ts`, "utf8")).toContain("PlatformAdapter");
  });

  test("says what is wrong with its options, or missing", async () => {
    const exports: Record<string, unknown> = await import(`@botwright/${folder}`);
    const create = exports[`create${Platform}Adapter`];
    if (typeof create !== "function") throw new Error("there is no factory");
    const failureOf = (...args: unknown[]): unknown => {
      try {
        return Reflect.apply(create, undefined, args);
      } catch (error) {
        return error;
      }
    };
    const noObject = {
      code: "INVALID_INPUT",
      message: expect.stringMatching(/^options must be an object/u),
    };
    expect(failureOf(5)).toMatchObject(noObject);
    expect(failureOf({ apiBas: "http://localhost" })).toMatchObject({
      code: "INVALID_INPUT",
      message: "options.apiBas is unknown: did you mean apiBase?",
    });
    expect(failureOf({ apiBase: 5 })).toMatchObject({
      code: "INVALID_INPUT",
      message: "options.apiBase must be a text",
    });
    // Without options, the bot of WeChat is logged in by a person.
    if (platform === "wechat") return;
    expect(failureOf()).toMatchObject(noObject);
    const missing = expect.stringMatching(/^options\.\w+ is missing$/u);
    expect(failureOf({})).toMatchObject({ code: "INVALID_INPUT", message: missing });
  });
});
