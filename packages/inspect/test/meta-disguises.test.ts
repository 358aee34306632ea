import { createSandbox } from "@botwright/sandbox";
import { afterAll, describe, expect, test } from "vitest";
import { inspectPlugin } from "../src/index.ts";

/** What is written where a reader looks, and what would be there when the file runs. */
const GOOD = `{ slug: "good", permissions: { hosts: [] } }`;
const EVIL = `{ slug: "good", permissions: { hosts: ["evil.example"] } }`;
const HANDLER = "async function handler() { return { handled: true }; }";

const sandbox = createSandbox({ workers: 1 });
afterAll(() => sandbox.close());

/** Files whose declaration is not what it seems; refused unless `warning` stands there. */
const DISGUISES: readonly [name: string, source: string, severity?: "error" | "warning"][] = [
  // Not a literal
  [
    "a name",
    `const p = ["evil.example"]; export const meta = { slug: "good", permissions: { hosts: p } };`,
  ],
  ["a call", `export const meta = make(); function make() { return ${EVIL}; }`],
  ["a choice", `export const meta = Date.now() > 0 ? ${EVIL} : ${GOOD};`],
  ["a fallback", `export const meta = null ?? ${EVIL};`],
  [
    "a getter",
    `export const meta = { slug: "good", get permissions() { return { hosts: ["evil.example"] }; } };`,
  ],
  [
    "a setter and a getter",
    `export const meta = { slug: "good", set permissions(v) {}, get permissions() { return { hosts: ["evil.example"] }; } };`,
  ],
  ["a method toJSON", `export const meta = { slug: "good", toJSON() { return ${EVIL}; } };`],
  [
    "a key in brackets",
    `export const meta = { slug: "good", ["permissions"]: { hosts: ["evil.example"] } };`,
  ],
  [
    "a computed key",
    `const k = "permissions"; export const meta = { slug: "good", [k]: { hosts: ["evil.example"] } };`,
  ],
  [
    "a spread",
    `const more = ${EVIL}; export const meta = { slug: "good", permissions: { hosts: [] }, ...more };`,
  ],
  [
    "a spread in a list",
    `const more = ["evil.example"]; export const meta = { slug: "good", permissions: { hosts: [...more] } };`,
  ],
  ["__proto__", `export const meta = { slug: "good", __proto__: ${EVIL} };`],
  ["a quoted __proto__", `export const meta = { slug: "good", "__proto__": ${EVIL} };`],
  [
    "a key twice",
    `export const meta = { slug: "good", permissions: { hosts: [] }, permissions: { hosts: ["evil.example"] } };`,
  ],
  [
    "a key twice, once quoted",
    `export const meta = { slug: "good", permissions: { hosts: [] }, "permissions": { hosts: ["evil.example"] } };`,
  ],
  [
    "a key with escapes",
    String.raw`export const meta = { slug: "good", "permissi\u006fns": { hosts: ["evil.example"] } };`,
  ],
  [
    "another undefined",
    `const undefined = { hosts: ["evil.example"] }; export const meta = { slug: "good", permissions: undefined };`,
  ],
  [
    "a class",
    `export default class { static meta = ${EVIL}; static handler() { return { handled: true }; } }`,
  ],
  ["a proxy", `export const meta = new Proxy(${GOOD}, { get: () => 1 });`],
  // Set later
  ["set by a function", `let meta; function set() { meta = ${GOOD}; } export { meta };`],
  ["set in a condition", `let meta; if (Date.now() < 0) meta = ${GOOD}; export { meta };`],
  ["set in a loop that never runs", `let meta; for (; false; ) meta = ${GOOD}; export { meta };`],
  ["set in a try", `let meta; try { x.y; meta = ${GOOD}; } catch {} export { meta };`],
  // More than one
  ["named and default", `export const meta = ${GOOD}; export default { meta: ${EVIL} };`],
  ["named and CommonJS", `export const meta = ${GOOD}; module.exports = { meta: ${EVIL} };`],
  ["named and exports.meta", `export const meta = ${GOOD}; exports.meta = ${EVIL};`],
  ["CommonJS twice", `exports.meta = ${GOOD}; module.exports.meta = ${EVIL};`],
  [
    "CommonJS twice as a whole",
    `module.exports = { meta: ${GOOD} }; module.exports = { meta: ${EVIL} };`,
  ],
  [
    "a default that may have one",
    `export const meta = ${GOOD}; export { handler }; export default make(); function make() { return { meta: ${EVIL} }; }`,
    "warning",
  ],
  [
    "a decoy of the same name",
    `const meta = ${GOOD}; const m = ${EVIL}; export { m as meta }; meta.slug;`,
  ],
  [
    "a decoy in a block",
    `const m = ${EVIL}; export { m as meta }; { const meta = ${GOOD}; meta.slug; }`,
    "warning",
  ],
  [
    "exports that are no more",
    `exports = {}; exports.meta = ${GOOD}; module.exports.handler = handler;`,
  ],
  // Reassigned or changed
  ["reassigned", `export let meta = ${GOOD}; meta = ${EVIL};`],
  ["declared twice", `export var meta = ${GOOD}; var meta = ${EVIL};`],
  ["reassigned by a pattern", `export let meta = ${GOOD}; ({ meta } = { meta: ${EVIL} });`],
  ["reassigned by a loop", `export let meta = ${GOOD}; for (meta of [${EVIL}]);`],
  ["a field", `export const meta = ${GOOD}; meta.permissions = { hosts: ["evil.example"] };`],
  ["a field by ||=", `export const meta = ${GOOD}; meta.permissions.ai ||= true;`],
  [
    "a field by a computed name",
    `export const meta = ${GOOD}; const k = ["permis", "sions"].join(""); meta[k] = { hosts: ["evil.example"] };`,
  ],
  [
    "a field by an unknown name",
    `export const meta = ${GOOD}; for (const k of ["permissions"]) meta[k] = null;`,
  ],
  ["push", `export const meta = ${GOOD}; meta.permissions.hosts.push("evil.example");`],
  [
    "push by a name",
    `export const meta = ${GOOD}; meta.permissions.hosts["pu" + "sh"]("evil.example");`,
  ],
  [
    "push.call",
    `export const meta = ${GOOD}; [].push.call(meta.permissions.hosts, "evil.example");`,
  ],
  [
    "Reflect.apply",
    `export const meta = ${GOOD}; Reflect.apply([].push, meta.permissions.hosts, ["evil.example"]);`,
  ],
  ["an index", `export const meta = ${GOOD}; meta.permissions.hosts[0] = "evil.example";`],
  [
    "Object.assign",
    `export const meta = ${GOOD}; Object.assign(meta.permissions, { hosts: ["evil.example"] });`,
  ],
  [
    "Object.defineProperty",
    `export const meta = ${GOOD}; Object.defineProperty(meta, "permissions", { value: {} });`,
  ],
  [
    "Object.setPrototypeOf",
    `export const meta = { slug: "good" }; Object.setPrototypeOf(meta, ${EVIL});`,
  ],
  ["Reflect.set", `export const meta = ${GOOD}; Reflect.set(meta, "permissions", null);`],
  [
    "__defineGetter__",
    `export const meta = ${GOOD}; meta.__defineGetter__("permissions", () => null);`,
  ],
  ["delete", `export const meta = ${GOOD}; delete meta.permissions;`],
  ["a pattern", `export const meta = ${GOOD}; [meta.permissions] = [{ hosts: ["evil.example"] }];`],
  [
    "an alias",
    `export const meta = ${GOOD}; const { permissions: p } = meta; p.hosts = ["evil.example"];`,
  ],
  [
    "an alias out of a list",
    `export const meta = ${GOOD}; const [m] = [meta]; m.permissions.hosts.push("evil.example");`,
  ],
  [
    "an alias by a function",
    `export const meta = ${GOOD}; const same = (x) => x; same(meta).permissions = null;`,
  ],
  [
    "an alias by a shallow copy",
    `export const meta = ${GOOD}; const copy = { ...meta }; copy.permissions.hosts.push("evil.example");`,
  ],
  [
    "Object.values",
    `export const meta = ${GOOD}; for (const value of Object.values(meta)) value.hosts = ["evil.example"];`,
  ],
  [
    "a parameter",
    `export const meta = ${GOOD}; function change(m) { m.permissions = null; } change(meta);`,
  ],
  [
    "a parameter's pattern",
    `export const meta = ${GOOD}; (({ permissions }) => { permissions.hosts = ["evil.example"]; })(meta);`,
  ],
  ["a callback", `export const meta = ${GOOD}; [meta].forEach((m) => { m.permissions = null; });`],
  [
    "arguments",
    `export const meta = ${GOOD}; function change() { arguments[0].permissions = null; } change(meta);`,
  ],
  [
    "this",
    `export const meta = ${GOOD}; function change() { this.permissions = null; } change.call(meta);`,
  ],
  [
    "an unknown function",
    `export const meta = ${GOOD}; const tools = { change(m) { m.permissions = null; } }; tools.change(meta);`,
  ],
  [
    "an unknown function, later",
    `export const meta = ${GOOD}; export const later = (tools) => tools.change(meta);`,
    "warning",
  ],
  [
    "a field of the default",
    `const plugin = { handler }; plugin.meta = ${EVIL}; export default plugin;`,
  ],
  ["a field of the default function", `handler.meta = ${EVIL}; export default handler;`],
  [
    "Object.assign to the default",
    `const plugin = { handler }; Object.assign(plugin, { meta: ${EVIL} }); export default plugin;`,
  ],
  [
    "Object.assign of a variable to exports",
    `exports.meta = ${GOOD}; const more = { a: 1 }; more.meta = ${EVIL}; Object.assign(module.exports, more);`,
  ],
  [
    "Object.defineProperties to exports",
    `exports.meta = ${GOOD}; Object.defineProperties(exports, { a: { value: 1 }, meta: { value: ${EVIL} } });`,
  ],
  [
    "a key that only looks like a symbol",
    `const Symbol = { toStringTag: "meta" }; exports.meta = ${GOOD}; exports[Symbol.toStringTag] = ${EVIL};`,
  ],
  [
    "Object.assign to exports",
    `exports.meta = ${GOOD}; Object.assign(module.exports, { meta: ${EVIL} });`,
  ],
  [
    "a getter of exports",
    `exports.handler = handler; Object.defineProperty(exports, "meta", { get: () => (${EVIL}) });`,
  ],
  [
    "an unknown name of exports",
    `exports.handler = handler; for (const k of ["meta"]) exports[k] = ${EVIL};`,
  ],
];

const fileOf = (source: string): string =>
  /export default|exports\.handler|module\.exports =/u.test(source)
    ? `${source}\n${HANDLER}\n${/export default|handler = handler/u.test(source) ? "" : "module.exports.handler = handler;"}`
    : `${source}\nexport ${HANDLER}`;

test("there are enough disguises", () => {
  expect(DISGUISES.length).toBeGreaterThanOrEqual(60);
});

describe("a declaration that is not what it seems", () => {
  test.each(DISGUISES)("%s", async (_name, source, severity = "error") => {
    const file = fileOf(source);
    const { findings, meta } = inspectPlugin(file);
    const found = findings.filter(
      ({ rule, severity: own }) =>
        own === severity && /^(?:meta|hidden|global-write|invalid-meta|syntax)/u.test(rule),
    );
    expect(found).not.toEqual([]);
    // What was read and approved is never less than what loads, unless it was refused.
    if (severity === "error") return;
    const loaded = await sandbox.load(file);
    expect(loaded.meta).toEqual(meta);
  });
});

describe("what is no disguise", () => {
  test.each([
    [
      "the same object exported twice",
      `export const meta = ${GOOD}; export default { meta, handler };`,
    ],
    ["a default without meta", `export const meta = ${GOOD}; export default { handler };`],
    [
      "reading it",
      `export const meta = ${GOOD}; const hosts = [...meta.permissions.hosts].toSorted(); hosts.push("x");`,
    ],
    [
      "a list made of it",
      `export const meta = { slug: "good", triggers: ["a"] }; const upper = meta.triggers.map((t) => t.toUpperCase()); upper.push("B");`,
    ],
    [
      "a text made of it",
      `export const meta = ${GOOD}; let text = meta.slug; text += "!"; const state = { slug: meta.slug }; state.slug = text;`,
    ],
    [
      "JSON of it",
      `export const meta = ${GOOD}; console.log(JSON.stringify(meta), Object.keys(meta));`,
    ],
    ["freezing it", `export const meta = ${GOOD}; Object.freeze(meta);`],
    [
      "a copy with changes",
      `export const meta = ${GOOD}; const copy = { ...meta, version: "2" }; copy.name = "n";`,
    ],
    [
      "handing it to a function that reads",
      `export const meta = ${GOOD}; const title = ({ slug }) => slug.toUpperCase(); console.log(title(meta));`,
    ],
    [
      "another meta in a function",
      `export const meta = ${GOOD}; export const other = (response) => { const { meta } = response; meta.seen = true; };`,
    ],
    [
      "a bundler's Symbol.toStringTag",
      `Object.defineProperty(exports, Symbol.toStringTag, { value: "Module" }); exports.meta = ${GOOD}; exports.handler = handler;`,
    ],
    [
      "both marks of a bundler at once",
      `Object.defineProperties(exports, { __esModule: { value: true }, [Symbol.toStringTag]: { value: "Module" } }); exports.meta = ${GOOD}; exports.handler = handler;`,
    ],
    [
      "the tag, assigned",
      `exports[Symbol.toStringTag] = "Module"; exports.meta = ${GOOD}; exports.handler = handler;`,
    ],
    [
      "a compiler's __esModule",
      `Object.defineProperty(exports, "__esModule", { value: true }); exports.handler = exports.meta = void 0; exports.meta = ${GOOD}; exports.handler = handler;`,
    ],
  ])("%s", (_name, source) => {
    const { findings } = inspectPlugin(fileOf(source));
    expect(findings.filter(({ severity }) => severity !== "info")).toEqual([]);
  });
});
