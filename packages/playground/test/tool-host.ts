import { type ConfigSchemaItem, InvalidInputError, type JsonValue } from "@botwright/core";
import type { CannedAnswers, PageTools } from "@botwright/playground";

/** What a page's host has. */
export interface ToolHost {
  readonly tools: PageTools;
  /** What its plugin has stored. */
  readonly stored: Map<string, JsonValue>;
  /** The changes of settings. */
  readonly changes: readonly unknown[];
}

const FIELDS: readonly ConfigSchemaItem[] = [
  { key: "name", label: "Name", type: "text" },
  { key: "key", label: "Key", type: "password", default: "d3fault" },
  { key: "days", label: "Days", type: "number" },
  { key: "isLoud", label: "Loud", type: "boolean" },
  { key: "note", label: "Note", type: "textarea" },
  { key: "tone", label: "Tone", type: "select", options: [{ value: "low", label: "Low" }] },
];

/** A host with every tool, which records its calls. */
export function createToolHost(): ToolHost {
  const stored = new Map<string, JsonValue>([["votes", 3]]);
  const changes: unknown[] = [];
  let answers: CannedAnswers = { models: [], search: [], fetch: [] };
  let offset = 0;
  const tools: PageTools = {
    storage: {
      list: async () => [
        { plugin: "poll", entries: [...stored].map(([key, value]) => ({ key, value })) },
      ],
      async set(_plugin, key, value) {
        if (key === "") throw new InvalidInputError("a key is a text", { code: "KEY" });
        stored.set(key, value);
      },
      delete: async (_plugin, key) => void stored.delete(key),
    },
    settings: {
      list: () => [
        {
          plugin: "poll",
          fields: FIELDS,
          values: { name: "ann", key: "s3cret" },
          changed: ["name"],
        },
      ],
      change: (plugin, values) => void changes.push([plugin, values]),
    },
    answers: { read: () => answers, write: (given) => void (answers = given) },
    clock: {
      now: () => 1_000_000 + offset,
      offset: () => offset,
      advance: (ms) => void (offset += ms),
      set: (now) => void (offset = now === undefined ? 0 : now - 1_000_000),
    },
    records: {
      save: async (platform, messageId, plugin) =>
        messageId === "7"
          ? { file: `${platform}-${plugin}.json`, command: "replay it" }
          : undefined,
      test: async (platform) =>
        platform === "telegram" ? { file: "poll.test.js", code: "test();" } : undefined,
    },
  };
  return { tools, stored, changes };
}
