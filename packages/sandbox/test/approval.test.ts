import type { PluginPermissions } from "@botwright/core";
import { afterAll, describe, expect, test } from "vitest";
import { createSandbox, type PluginInfo } from "../src/index.ts";
import { createContext } from "./context.ts";

const sandbox = createSandbox({ workers: 1, limits: { cpuMs: 500 } });
afterAll(() => sandbox.close());

const HANDLER = "export async function handler() { return { handled: true }; }";
const SHOWN = 'export const meta = { slug: "modest", permissions: { hosts: [] }, priority: 70 };';
/** What a reader of {@link SHOWN} approves. */
const APPROVED: PluginInfo = {
  slug: "modest",
  approved: { permissions: { hosts: [] }, priority: 70 },
};
const ALL = '{ hosts: ["*"], ai: true, proactive: true }';

describe("a declaration that is another one when the file runs is refused", () => {
  test.each([
    ["changed below", `${SHOWN} meta.permissions = ${ALL}; ${HANDLER}`],
    ["changed within", `${SHOWN} meta.permissions.hosts.push("evil.example"); ${HANDLER}`],
    ["deleted", `${SHOWN} delete meta.permissions; ${HANDLER}`],
    ["set to undefined", `${SHOWN} meta.permissions = undefined; ${HANDLER}`],
    ["Object.assign", `${SHOWN} Object.assign(meta, { permissions: ${ALL} }); ${HANDLER}`],
    [
      "spread later",
      `${SHOWN.replace("const", "let")} meta = { ...meta, priority: 1 }; ${HANDLER}`,
    ],
    ["Reflect.set", `${SHOWN} Reflect.set(meta, "permissions", ${ALL}); ${HANDLER}`],
    [
      "a getter",
      `export const meta = { slug: "modest", priority: 70, get permissions() { return ${ALL}; } }; ${HANDLER}`,
    ],
    [
      "a getter by defineProperty",
      `${SHOWN} Object.defineProperty(meta, "permissions", { enumerable: true, get: () => (${ALL}) }); ${HANDLER}`,
    ],
    ["computed", `${SHOWN} meta["perm" + "issions"] = ${ALL}; ${HANDLER}`],
    [
      "by the time",
      `export const meta = { slug: "modest", priority: 70, permissions: Date.now() < 9e15 ? ${ALL} : { hosts: [] } }; ${HANDLER}`,
    ],
    [
      "a let",
      `${SHOWN.replace("const", "let")} meta = { slug: "modest", permissions: ${ALL} }; ${HANDLER}`,
    ],
    [
      "hidden by toJSON",
      `${SHOWN} meta.toJSON = () => ({ slug: "modest", priority: 70, permissions: ${ALL} }); ${HANDLER}`,
    ],
    ["toJSON of a part", `${SHOWN} meta.permissions.toJSON = () => (${ALL}); ${HANDLER}`],
    [
      "a proxy",
      `const real = { slug: "modest", permissions: { hosts: [] }, priority: 70 };
       export const meta = new Proxy(real, { get: (o, k) => k === "permissions" ? ${ALL} : o[k] }); ${HANDLER}`,
    ],
    [
      "another default export",
      `const meta = { slug: "modest", permissions: { hosts: [] }, priority: 70 };
       export default { meta: { ...meta, permissions: ${ALL} }, handler: () => ({ handled: true }) };`,
    ],
    [
      "CommonJS changed later",
      `exports.meta = { slug: "modest", permissions: { hosts: [] }, priority: 70 };
       exports.handler = () => ({ handled: true }); exports.meta.permissions.ai = true;`,
    ],
    [
      "an accessor of exports",
      `exports.handler = () => ({ handled: true });
       Object.defineProperty(exports, "meta", { enumerable: true, get: () => ({ slug: "modest", permissions: ${ALL} }) });`,
    ],
    [
      "inherited",
      `class Meta { slug = "modest"; priority = 70; permissions = ${ALL}; }
       export const meta = new Meta(); ${HANDLER}`,
    ],
    ["no declaration at all", HANDLER],
    ["another slug", `${SHOWN.replace("modest", "notebook")} ${HANDLER}`],
    ["another priority", `${SHOWN.replace("70", "5")} ${HANDLER}`],
    ["no priority", `${SHOWN.replace(", priority: 70", ', category: "game"')} ${HANDLER}`],
  ])("%s", async (_name, source) => {
    await expect(sandbox.load(source, APPROVED)).rejects.toMatchObject({
      name: "PluginError",
      code: "PLUGIN_META_MISMATCH",
    });
  });
});

test.each<[string, string, PluginInfo, RegExp]>([
  ["slug", '{ slug: "evil" }', { slug: "modest" }, /meta\.slug .*"evil".*"modest"/u],
  [
    "hosts",
    '{ permissions: { hosts: ["evil.example"] } }',
    { approved: { permissions: { hosts: ["api.example"] } } },
    /meta\.permissions\.hosts .*\["evil\.example"\].*\["api\.example"\]/u,
  ],
  [
    "permissions that were none",
    "{ permissions: {} }",
    { approved: { permissions: undefined } },
    /meta\.permissions .*\{\}.*not declared/u,
  ],
  [
    "permissions that are none",
    "{}",
    { approved: { permissions: { hosts: [] } } },
    /meta\.permissions .*not declared.*\{"hosts":\[\]\}/u,
  ],
  ["priority", "{ priority: 5 }", { approved: { priority: 70 } }, /meta\.priority .*5.*70/u],
])("the error shows both values of the field: %s", async (_field, meta, info, message) => {
  const loading = sandbox.load(`export const meta = ${meta}; ${HANDLER}`, info);
  await expect(loading).rejects.toThrow(message);
});

test("a value of any length makes a short error", async () => {
  const hosts = 'Array.from({ length: 5000 }, (_, i) => "host-" + i + ".example")';
  const source = `export const meta = { permissions: { hosts: ${hosts} } }; ${HANDLER}`;
  const failed: unknown = await sandbox
    .load(source, { approved: { permissions: {} } })
    .catch((error: unknown) => error);
  expect(String(failed).length).toBeLessThan(1000);
});

describe("what is the same is loaded, and granted as it was approved", () => {
  const same: [string, PluginPermissions | undefined][] = [
    ['{ hosts: ["b.example", "a.example", "a.example"] }', { hosts: ["a.example", "b.example"] }],
    ['{ hosts: ["API.Example"] }', { hosts: ["api.example"] }],
    ["{ ai: false, creds: [] }", {}],
    ["{ ai: true, hosts: [] }", { ai: true }],
    ['{ creds: ["wecom", "feishu"] }', { creds: ["feishu", "wecom"] }],
    ["undefined", undefined],
    ["{ more: 1 }", {}],
  ];
  test.each(same)("%s as %j", async (declared, permissions) => {
    const source = `export const meta = { permissions: ${declared} }; ${HANDLER}`;
    const plugin = await sandbox.load(source, { approved: { permissions } });
    expect(plugin.meta.permissions).toEqual(permissions);
  });

  test("a priority by the table may be approved as a number", async () => {
    const source = `export const meta = { category: "game" }; ${HANDLER}`;
    const approved = { permissions: undefined, priority: 80 };
    expect((await sandbox.load(source, { approved })).meta.priority).toBe(80);
    const other = sandbox.load(source, { approved: { ...approved, priority: 70 } });
    await expect(other).rejects.toMatchObject({ code: "PLUGIN_META_MISMATCH" });
  });

  test("what was approved is checked, and does not change with the host's object", async () => {
    const source = `export const meta = { permissions: { ai: true } }; ${HANDLER}`;
    const permissions = { ai: true, search: false };
    const plugin = await sandbox.load(source, { approved: { permissions } });
    permissions.search = true;
    expect(plugin.meta.permissions).toEqual({ ai: true, search: false });
    await expect(sandbox.load(source, { approved: { priority: 1.5 } })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining("approved.priority"),
    });
  });

  // spec: meta.optional
  test("a file that says nothing gets the host's slug", async () => {
    const plugin = await sandbox.load(HANDLER, { slug: "given", approved: {} });
    expect(plugin.meta).toMatchObject({ slug: "given" });
    expect(plugin.meta.permissions).toBeUndefined();
  });

  test("the slug that a host approves wins over the file's", async () => {
    const approved = { ...APPROVED.approved, slug: "record" };
    const plugin = await sandbox.load(`${SHOWN} ${HANDLER}`, { approved });
    expect(plugin.meta.slug).toBe("record");
    const named = await sandbox.load(`${SHOWN} ${HANDLER}`, { slug: "form", approved });
    expect(named.meta.slug).toBe("record");
    const broken = { ...approved, slug: "no slug" };
    await expect(sandbox.load(`${SHOWN} ${HANDLER}`, { approved: broken })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining("approved.slug"),
    });
  });

  test("without approval the file's own word counts", async () => {
    const plugin = await sandbox.load(`${SHOWN} meta.permissions.ai = true; ${HANDLER}`);
    expect(plugin.meta.permissions).toEqual({ hosts: [], ai: true });
  });

  test("declaring nothing is approved on purpose, and is not the same as no approval", async () => {
    const source = `export const meta = { permissions: { ai: true } }; ${HANDLER}`;
    await expect(sandbox.load(source)).resolves.toBeDefined();
    for (const approved of [{}, { permissions: undefined }]) {
      await expect(sandbox.load(source, { approved })).rejects.toMatchObject({
        code: "PLUGIN_META_MISMATCH",
      });
    }
  });

  test("the approved permissions are what is enforced", async () => {
    const plugin = await sandbox.load(
      `export const meta = { permissions: { hosts: [] } };
       export async function handler({ aiService }) {
         meta.permissions.ai = true;
         const error = await aiService.getModelInfo("small").catch((thrown) => thrown);
         return { handled: error.code === "PERMISSION_DENIED" };
       }`,
      { approved: { permissions: { hosts: [] } } },
    );
    expect(await plugin.handler(createContext().context)).toEqual({ handled: true });
  });
});
