import { findMetaWarnings } from "@botwright/core";
import { expect, test, vi } from "vitest";

const messagesOf = (meta: unknown): string[] =>
  findMetaWarnings(meta).map(({ message }) => message);

// spec: meta.fields
test("what is declared rightly has no warnings", () => {
  const meta = {
    slug: "echo",
    name: "Echo",
    description: "d",
    icon: "🔌",
    category: "fun",
    version: "1.0.0",
    triggers: ["a"],
    priority: 70,
    config_schema: [
      { key: "k", label: "l", type: "text", placeholder: "p", default: "d", options: [] },
    ],
    permissions: {
      hosts: [
        "*",
        "*.example.com",
        "api.example.com",
        "localhost",
        "bücher.example",
        "1.2.3.4",
        "2001:db8::1",
      ],
      creds: ["feishu"],
      ai: true,
      search: true,
      media: true,
      proactive: true,
    },
  };
  expect(findMetaWarnings(meta)).toEqual([]);
  for (const none of [undefined, null, {}, [], "text", { permissions: [], config_schema: {} }]) {
    expect(findMetaWarnings(none)).toEqual([]);
  }
});

test.each([
  [
    { permisions: {} },
    "meta.permisions is no field of meta and is ignored: did you mean permissions?",
  ],
  [{ Slug: "x" }, "meta.Slug is no field of meta and is ignored: did you mean slug?"],
  [
    { configSchema: [] },
    "meta.configSchema is no field of meta and is ignored: did you mean config_schema?",
  ],
  [{ tirggers: [] }, "meta.tirggers is no field of meta and is ignored: did you mean triggers?"],
  [
    { permissions: { host: [] } },
    "meta.permissions.host is no field of meta.permissions and is ignored: did you mean hosts?",
  ],
  [
    { config_schema: [{}, { lable: "x" }] },
    "meta.config_schema[1].lable is no field of an item of meta.config_schema and is ignored: did you mean label?",
  ],
  [
    { permissions: { everything: true } },
    "meta.permissions.everything is no field of meta.permissions and is ignored: it has hosts, creds, ai, search, media, proactive",
  ],
  [
    { config_schema: [{ everything: true }] },
    "meta.config_schema[0].everything is no field of an item of meta.config_schema and is ignored: it has key, label, type, placeholder, default, options",
  ],
  [
    { permissions: { hosts: ["ok.example", "https://x/v1"] } },
    'meta.permissions.hosts[1] is "https://x/v1", which matches nothing: a host is a name without scheme, port and path, write "x"',
  ],
  [
    { permissions: { hosts: ["api.example:443"] } },
    'meta.permissions.hosts[0] is "api.example:443", which matches nothing: a host is a name without scheme, port and path, write "api.example"',
  ],
  [
    { permissions: { hosts: [""] } },
    'meta.permissions.hosts[0] is "", which matches nothing: a host is a name without scheme, port and path, such as "api.example.com"',
  ],
])("%j", (meta, message) => {
  expect(messagesOf(meta)).toEqual([message]);
});

test("are few and short, whatever a stranger declares", () => {
  const many = Object.fromEntries(
    Array.from({ length: 5000 }, (_, at) => [`\u202e${at}${"x".repeat(1000)}`, at]),
  );
  const hosts = Array.from({ length: 50_000 }, () => "https://x".repeat(1000));
  const messages = messagesOf({ ...many, permissions: { ...many, hosts }, config_schema: [many] });
  expect(messages).toHaveLength(10);
  for (const message of messages) {
    expect(message.length).toBeLessThan(250);
    expect(message).not.toMatch(/\p{Cf}/u);
  }
});

test("a few short addresses are read, whatever a stranger declares", () => {
  const canParse = vi.spyOn(URL, "canParse");
  try {
    const long = Array.from({ length: 100 }, () => `${"中".repeat(2000)}/`);
    expect(findMetaWarnings({ permissions: { hosts: long } })).toHaveLength(10);
    expect(canParse).not.toHaveBeenCalled();
    const short = Array.from({ length: 100 }, (_, at) => `https://h${at}.example/v1`);
    expect(findMetaWarnings({ permissions: { hosts: short } })).toHaveLength(10);
    expect(canParse).toHaveBeenCalledTimes(10);
  } finally {
    canParse.mockRestore();
  }
});

test.each([
  [
    [
      { key: "a", label: "A", type: "text" },
      { key: "a", label: "B", type: "number" },
    ],
    ['meta.config_schema[1].key is "a", as that of an earlier setting: only the first one is set'],
  ],
  [
    [
      { key: "a", label: "A", type: "select", default: "x" },
      { key: "b", label: "B", type: "select", options: [] },
    ],
    [0, 1].map(
      (at) =>
        `meta.config_schema[${at}] is a select without options: add options: [{ value: "de", label: "German" }] or the like`,
    ),
  ],
  [
    [
      { key: "a", label: "A", type: "number", default: "5" },
      { key: "b", label: "B", type: "boolean", default: "yes" },
      { key: "c", label: "C", type: "password", default: 5 },
      {
        key: "d",
        label: "D",
        type: "select",
        default: "z",
        options: [{ value: "x", label: "X" }],
      },
    ],
    [
      "meta.config_schema[0].default does not fit the type of its setting, number: use a number",
      "meta.config_schema[1].default does not fit the type of its setting, boolean: use true or false",
      "meta.config_schema[2].default does not fit the type of its setting, password: use a text",
      "meta.config_schema[3].default does not fit the type of its setting, select: use the value of one of its options",
    ],
  ],
])("a setting that a host cannot set as it is declared: %j", (schema, messages) => {
  expect(messagesOf({ config_schema: schema })).toEqual(messages);
});

test("a setting without a default, or whose default fits, has no warning", () => {
  const options = [
    { value: 1, label: "One" },
    { value: false, label: "No" },
  ];
  const schema = [
    { key: "a", label: "A", type: "number", default: 0 },
    { key: "b", label: "B", type: "boolean", default: null },
    { key: "c", label: "C", type: "textarea", default: "" },
    { key: "d", label: "D", type: "select", options, default: false },
    { key: "e", label: "E", type: "select", options },
    { key: "f", label: "F", type: "colour", default: 5 },
    "no setting",
  ];
  expect(messagesOf({ config_schema: schema })).toEqual([]);
});
