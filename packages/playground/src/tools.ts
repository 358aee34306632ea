import type { ConfigSchemaItem, JsonValue, Platform, SearchHit } from "@botwright/core";

/**
 * The tools with which people can inspect and change the host next to the chats. The page shows a panel for each tool
 * that is present.
 *
 * @example
 * const storage: StorageTool = {
 *   list: async () => [{ plugin: "poll", entries: [{ key: "votes", value: 3 }] }],
 *   set: async (plugin, key, value) => provider.open(1, plugin).set(key, value),
 *   delete: async (plugin, key) => provider.open(1, plugin).delete(key),
 * };
 * createChatPage({ platforms, tools: { storage } });
 */
export interface PageTools {
  readonly storage?: StorageTool;
  readonly settings?: SettingsTool;
  readonly answers?: AnswersTool;
  readonly clock?: ClockTool;
  readonly records?: RecordsTool;
}

/** The plugins' storage. The page shows the message of a Botwright error with which it rejects. */
export interface StorageTool {
  readonly list: () => Promise<readonly StoredPlugin[]>;
  readonly set: (plugin: string, key: string, value: JsonValue) => Promise<void>;
  readonly delete: (plugin: string, key: string) => Promise<void>;
}

/** What one plugin has stored. */
export interface StoredPlugin {
  /** Its slug. */
  readonly plugin: string;
  readonly entries: readonly { readonly key: string; readonly value: JsonValue }[];
}

/** The plugins' settings. */
export interface SettingsTool {
  readonly list: () => readonly PluginSettings[];
  /**
   * Changes some settings of a plugin, from the next message on. `undefined` resets a setting to its value
   * without the page. The values have been checked against the plugin's fields.
   */
  readonly change: (plugin: string, values: Readonly<Record<string, unknown>>) => void;
}

/** The settings of one plugin: its fields, and the values that its next message gets. */
export interface PluginSettings {
  /** Its slug. */
  readonly plugin: string;
  readonly fields: readonly ConfigSchemaItem[];
  /** The page shows of a password only whether it is set. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Keys that were set on the page. */
  readonly changed: readonly string[];
}

/** Canned answers that replace those of models, searches and URLs. */
export interface AnswersTool {
  readonly read: () => CannedAnswers;
  readonly write: (answers: CannedAnswers) => void;
}

/** Answers by list; of several that fit, the first one is given. */
export interface CannedAnswers {
  /** @maxItems 200 */
  readonly models: readonly ModelAnswer[];
  /** @maxItems 200 */
  readonly search: readonly SearchAnswer[];
  /** @maxItems 200 */
  readonly fetch: readonly FetchAnswer[];
}

/** What a model answers. */
export interface ModelAnswer {
  /** The model's name, or `*` for every model. */
  readonly model: string;
  /** A text that the last message or the prompt contains; `""` fits always. */
  readonly contains: string;
  readonly text: string;
  /** The provider fails with the text. @default false */
  readonly fails?: boolean;
}

/** What a search finds. */
export interface SearchAnswer {
  /** The query, or `*` for every query. */
  readonly query: string;
  /** @maxItems 20 */
  readonly hits: readonly SearchHit[];
}

/** What an address answers. */
export interface FetchAnswer {
  /** A URL in which `*` stands for any characters, after a method or none: `GET https://example.com/*`. */
  readonly route: string;
  /**
   * @type uint32
   * @minimum 200
   * @maximum 599
   */
  readonly status: number;
  /** @default "application/json" for JSON, else "text/plain" */
  readonly contentType?: string;
  readonly body: string;
}

/** The time that plugins and services see. */
export interface ClockTool {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** How far it is from the machine's clock, in milliseconds. */
  readonly offset: () => number;
  /** Moves it by this number of milliseconds. */
  readonly advance: (ms: number) => void;
  /** Sets it; `undefined` sets it to the machine's clock. */
  readonly set: (now: number | undefined) => void;
}

/** The host's records of messages. */
export interface RecordsTool {
  /**
   * Saves the record of one plugin's run for a message, for a replay.
   *
   * @returns the file, and the command that replays it; `undefined` when the record is no longer stored
   */
  readonly save: (
    platform: Platform,
    messageId: string,
    plugin: string,
  ) => Promise<SavedRecord | undefined>;
  /** Writes the conversation on a platform as a test; `undefined` while nothing was said. */
  readonly test: (platform: Platform) => Promise<ConversationTest | undefined>;
}

/** A saved record. */
export interface SavedRecord {
  /** The path for people, relative to the host's folder. */
  readonly file: string;
  readonly command: string;
}

/** A conversation as the source of a test. */
export interface ConversationTest {
  /** A suggested file name. */
  readonly file: string;
  readonly code: string;
}
