import { afterAll, describe, expect, test } from "vitest";
import { createSandbox } from "../src/index.ts";
import { createContext } from "./context.ts";

const sandbox = createSandbox({ workers: 1, limits: { cpuMs: 150 } });
afterAll(() => sandbox.close());

const handler = "async function handler() { return { handled: true }; }";

describe("a file may be written in every accepted form", () => {
  test.each([
    ["named exports", `export const meta = { name: "A" }; export ${handler}`],
    ["a default export", `export default { meta: { name: "A" }, handler: ${handler} }`],
    ["module.exports", `module.exports = { meta: { name: "A" }, handler: ${handler} }`],
    ["exports", `exports.meta = { name: "A" }; exports.handler = ${handler}`],
  ])("%s", async (_form, source) => {
    const plugin = await sandbox.load(source);
    expect(plugin.meta.name).toBe("A");
    expect(await plugin.handler(createContext().context)).toEqual({ handled: true });
  });

  test("a handler without async, and a top level that awaits", async () => {
    const plugin = await sandbox.load(
      "const ready = await Promise.resolve(true); export const handler = () => ({ handled: ready });",
    );
    expect(await plugin.handler(createContext().context)).toEqual({ handled: true });
  });
});

describe("what a plugin declares", () => {
  test("the slug comes from the host, else from meta, else from the file's name", async () => {
    const source = `export const meta = { slug: "own-slug" }; export ${handler}`;
    expect((await sandbox.load(source, { slug: "own-slug" })).meta.slug).toBe("own-slug");
    expect((await sandbox.load(source)).meta.slug).toBe("own-slug");
    await expect(sandbox.load(source, { slug: "given" })).rejects.toMatchObject({
      code: "PLUGIN_META_MISMATCH",
    });
    const bare = `export ${handler}`;
    expect((await sandbox.load(bare, { slug: "given" })).meta.slug).toBe("given");
    expect((await sandbox.load(bare, { defaultSlug: "file" })).meta.slug).toBe("file");
    expect((await sandbox.load(source, { defaultSlug: "file" })).meta.slug).toBe("own-slug");
    expect((await sandbox.load(bare)).meta.slug).toBe("plugin");
  });

  test.each([
    ["{ priority: 2000 }", "meta.priority is 2000: use"],
    ["{ triggers: ['a', 1] }", "meta.triggers[1] is 1: use"],
    ["{ permissions: { hosts: 'all' } }", 'meta.permissions.hosts is "all": use'],
    ["{ slug: 'Not A Slug' }", 'meta.slug is "Not A Slug": use'],
    ["'text'", 'meta is "text": use'],
  ])("meta = %s is refused by path", async (meta, words) => {
    const loading = sandbox.load(`export const meta = ${meta}; export ${handler}`);
    await expect(loading).rejects.toMatchObject({
      name: "InvalidInputError",
      code: "INVALID_INPUT",
      message: expect.stringContaining(words),
    });
  });
});

test("a field that does not exist is logged with what was meant, and loads", async () => {
  const warnings: unknown[] = [];
  const logger = { debug() {}, info() {}, error() {}, warn: (text: string) => warnings.push(text) };
  const meta = `{ slug: "typo", permisions: { ai: true }, permissions: { hosts: ["https://x/v1"] } }`;
  const plugin = await sandbox.load(`export const meta = ${meta}; export ${handler}`, { logger });
  expect(plugin.meta.slug).toBe("typo");
  expect(warnings).toEqual([
    expect.stringContaining("did you mean permissions?"),
    expect.stringContaining('hosts[0] is "https://x/v1"'),
  ]);
});

describe("a file that cannot be loaded says why", () => {
  // spec: plugin.no-node
  test.each([
    ["a syntax error", "\n\nconst = 1;", "PLUGIN_SYNTAX_ERROR", /variable name/],
    ["no handler", "export const meta = {};", "PLUGIN_NO_HANDLER", /export async function handler/],
    ["a handler that is no function", "export const handler = 1;", "PLUGIN_NO_HANDLER", /handler/],
    [
      "a static import",
      `import fs from "node:fs"; export ${handler}`,
      "PLUGIN_IMPORT_REFUSED",
      /fs/,
    ],
    [
      "an import of ours",
      `import { boot } from "botwright:guest"; boot();`,
      "PLUGIN_IMPORT_REFUSED",
      /botwright:guest/,
    ],
    ["a dynamic import", `await import("fs");`, "PLUGIN_IMPORT_REFUSED", /fs/],
    ["an error at the top level", `throw new RangeError("no");`, "PLUGIN_ERROR", /RangeError: no/],
    ["an endless loop", "for (;;);", "SANDBOX_CPU_LIMIT", /150 ms/],
    ["an endless wait", "await new Promise(() => {});", "PLUGIN_NEVER_SETTLED", /never/],
    [
      "a meta without end",
      `export const meta = { description: "x".repeat(1e6) }; export const handler = () => {};`,
      "INVALID_INPUT",
      /meta must have at most/,
    ],
    ["a timer at the top level", "setTimeout(() => {}, 1);", "PLUGIN_ERROR", /inside of a handler/],
  ])("%s", async (_what, source, code, message) => {
    await expect(sandbox.load(source)).rejects.toMatchObject({
      name: code === "INVALID_INPUT" ? "InvalidInputError" : "PluginError",
      code,
      message: expect.stringMatching(message),
    });
  });

  test("a memory bomb", async () => {
    // On a slow machine, filling the memory takes longer than the sandbox's 150 ms.
    const limits = { cpuMs: 10_000 };
    const source = "const a = []; for (;;) a.push(new Uint8Array(1e6));";
    await expect(sandbox.load(source, { limits })).rejects.toMatchObject({
      name: "PluginError",
      code: "SANDBOX_MEMORY_LIMIT",
    });
  });

  test("a syntax error shows the line of the file in its stack", async () => {
    const loading = sandbox.load("let a = 1;\nlet b = ;", { slug: "typo" });
    await expect(loading).rejects.toMatchObject({
      position: { file: "typo.js", line: 2, column: 9 },
      stack: expect.stringContaining("typo.js:2:"),
    });
  });

  test("more than 256 KiB, counted in bytes", async () => {
    const size = 262_144 - Buffer.byteLength(`export ${handler}//`);
    await expect(sandbox.load(`export ${handler}//${"x".repeat(size)}`)).resolves.toBeDefined();
    await expect(
      sandbox.load(`export ${handler}//${"é".repeat(size / 2 + 1)}`),
    ).rejects.toMatchObject({
      code: "PLUGIN_TOO_LARGE",
    });
  });

  test("and the next file loads", async () => {
    await expect(sandbox.load(`export ${handler}`)).resolves.toBeDefined();
  });
});
