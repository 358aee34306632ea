import { assertMeta, META_WORDS, type PluginMeta, validatePluginMeta } from "@botwright/core";
import { describe, expect, test } from "vitest";

const fill = <Item>(length: number, item: (at: number) => Item): Item[] =>
  Array.from({ length }, (_, at) => item(at));

const setting = { key: "k", label: "l", type: "text" } as const;
const password = { ...setting, type: "password" } as const;
const option = { value: "v", label: "l" };

/** Each bound: its path, its number, and a declaration of that size. */
const BOUNDS: readonly [
  path: keyof typeof META_WORDS,
  most: number,
  sized: (size: number) => PluginMeta,
][] = [
  [".name", 200, (size) => ({ name: "x".repeat(size) })],
  [".description", 1000, (size) => ({ description: "x".repeat(size) })],
  [".icon", 32, (size) => ({ icon: "x".repeat(size) })],
  [".version", 64, (size) => ({ version: "x".repeat(size) })],
  [".triggers", 200, (size) => ({ triggers: fill(size, String) })],
  [".triggers[]", 200, (size) => ({ triggers: ["a", "x".repeat(size)] })],
  [".config_schema", 100, (size) => ({ config_schema: fill(size, () => setting) })],
  [".config_schema", 20, (size) => ({ config_schema: [setting, ...fill(size, () => password)] })],
  [
    ".config_schema[].key",
    100,
    (size) => ({ config_schema: [{ ...setting, key: "x".repeat(size) }] }),
  ],
  [
    ".config_schema[].label",
    1000,
    (size) => ({ config_schema: [{ ...setting, label: "x".repeat(size) }] }),
  ],
  [
    ".config_schema[].placeholder",
    1000,
    (size) => ({ config_schema: [{ ...setting, placeholder: "x".repeat(size) }] }),
  ],
  [
    ".config_schema[].options",
    200,
    (size) => ({ config_schema: [{ ...setting, options: fill(size, () => option) }] }),
  ],
  [
    ".config_schema[].options[].value",
    1000,
    (size) => ({
      config_schema: [{ ...setting, options: [{ ...option, value: "x".repeat(size) }] }],
    }),
  ],
  [
    ".config_schema[].options[].label",
    200,
    (size) => ({
      config_schema: [{ ...setting, options: [{ ...option, label: "x".repeat(size) }] }],
    }),
  ],
  [".permissions.hosts", 100, (size) => ({ permissions: { hosts: fill(size, (at) => `h${at}`) } })],
  [".permissions.hosts[]", 253, (size) => ({ permissions: { hosts: ["x".repeat(size)] } })],
  [".permissions.creds", 100, (size) => ({ permissions: { creds: fill(size, () => "feishu") } })],
];

describe("what a plugin declares has a size, for every check of it", () => {
  test.each(BOUNDS)("meta%s: at most %i", (path, most, sized) => {
    const whole = sized(most);
    expect(assertMeta(whole)).toBe(whole);
    expect(validatePluginMeta(whole)).toMatchObject({ success: true });

    const words = META_WORDS[path];
    expect(words).toContain(`${most} `);
    expect(() => assertMeta(sized(most + 1))).toThrow(words);
    const validation = validatePluginMeta(sized(most + 1));
    expect(validation.success).toBe(false);
    if (validation.success) return;
    expect(validation.errors.map((issue) => issue.path.replaceAll(/\[\d+\]/gu, "[]"))).toContain(
      `$input${path}`,
    );
  });
});

test.each([
  ["a list", ["k-12345"]],
  ["an object", { key: "k-12345" }],
  ["a long text", "k".repeat(1001)],
])("the default of a password is no more than a short text: %s", (_what, value) => {
  const item = { key: "key", label: "Key", type: "password" as const };
  const sized = (given: unknown) => ({ config_schema: [item, { ...item, default: given }] });
  expect(() => assertMeta(sized(value))).toThrow(
    `meta.config_schema[1].default is ${Array.isArray(value) ? "a list" : ""}`,
  );
  expect(() => assertMeta(sized(value))).toThrow(META_WORDS[".config_schema[].default"]);
  expect(validatePluginMeta(sized(value))).toMatchObject({ success: false });
  expect(assertMeta(sized("k".repeat(1000)))).toEqual(sized("k".repeat(1000)));
  expect(() =>
    assertMeta({ config_schema: [{ ...item, type: "text", default: value }] }),
  ).not.toThrow();
});

/** A declaration with these defaults of passwords. */
const withPasswords = (...defaults: readonly unknown[]) => ({
  config_schema: defaults.map((value) => ({ ...password, default: value })),
});

test("the defaults of all passwords together have a size in bytes", () => {
  // A character of three bytes, and two quotes.
  const passwords = ["一".repeat(910), "一".repeat(910), "一".repeat(908), 1, true];
  expect(assertMeta(withPasswords(...passwords))).toEqual(withPasswords(...passwords));
  expect(() => assertMeta(withPasswords(...passwords, "一"))).toThrow(
    'meta.config_schema[5].default is "一": use at most 65538 characters of JSON for all defaults, ' +
      "for a password a text of at most 1000 characters, for all passwords at most 8192 bytes",
  );
  expect(validatePluginMeta(withPasswords(...passwords, "一"))).toMatchObject({
    success: false,
    errors: [{ path: "$input.config_schema[5].default" }],
  });
  const texts = passwords.map((value) => ({ ...setting, default: value }));
  expect(() => assertMeta({ config_schema: [...texts, ...texts] })).not.toThrow();
});

/** A declaration with these defaults. */
const withDefaults = (...defaults: readonly unknown[]) => ({
  config_schema: defaults.map((value) => ({ ...setting, default: value })),
});

test("all defaults together have a size", () => {
  const longest = "x".repeat(65_536);
  expect(assertMeta(withDefaults(longest))).toEqual(withDefaults(longest));
  expect(() => assertMeta(withDefaults(1, longest, 2))).toThrow(
    "meta.config_schema[1].default is ",
  );
  expect(() => assertMeta(withDefaults(Array.from({ length: 21_846 }, () => [])))).toThrow(
    META_WORDS[".config_schema[].default"],
  );
  expect(validatePluginMeta(withDefaults("\u0000".repeat(10_000), longest))).toMatchObject({
    success: false,
    errors: [{ path: "$input.config_schema[1].default" }],
  });
  // Only a trusted plugin can have such a value.
  expect(() => assertMeta(withDefaults(1n))).not.toThrow();
});

test("a wrong declaration is refused before its passwords are counted", () => {
  for (const config_schema of [[null], "text", [{ type: "password" }]]) {
    expect(() => assertMeta({ config_schema })).toThrow("meta.config_schema");
  }
});
