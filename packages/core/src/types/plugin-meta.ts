import type { Platform } from "./platform.ts";

/** The types of form fields. */
export type ConfigFieldType = "text" | "password" | "number" | "boolean" | "textarea" | "select";

/** One setting of a plugin. Values of type `password` are stored encrypted. */
export interface ConfigSchemaItem {
  /**
   * Name of the value in `config`.
   * @maxLength 100
   */
  key: string;
  /** @maxLength 1000 */
  label: string;
  type: ConfigFieldType;
  /** @maxLength 1000 */
  placeholder?: string;
  /**
   * Any value; for a `password` no list or object, and at most 1000 characters. All defaults together have at most
   * 65,538 characters as JSON.
   */
  default?: unknown;
  /**
   * For `select`.
   * @maxItems 200
   */
  options?: ConfigOption[];
}

/** One choice of a setting of type `select`. */
export interface ConfigOption {
  /** @maxLength 1000 */
  value: string | number | boolean;
  /** @maxLength 200 */
  label: string;
}

/** What a plugin may use. Declared permissions are shown before installation and enforced. */
export interface PluginPermissions {
  /**
   * Hosts that `fetch` may reach, `*.example.com` for all subdomains; `[]` promises no network, and `"*"`
   * allows any public host.
   * @maxItems 100
   */
  hosts?: string[];
  /**
   * Platforms whose credentials may be read.
   * @maxItems 100
   */
  creds?: Platform[];
  ai?: boolean;
  search?: boolean;
  media?: boolean;
  /** Sending to people other than the one whose message is answered. */
  proactive?: boolean;
}

/**
 * The declaration at the top of a plugin file: `export const meta = {…}`.
 *
 * @example
 * const meta: PluginMeta = { slug: "echo", name: "Echo", priority: 70, triggers: ["echo"] };
 */
export interface PluginMeta {
  /**
   * Unique; 2 to 64 lower-case letters, digits and hyphens.
   * @pattern ^[a-z0-9-]{2,64}$
   */
  slug?: string;
  /** @maxLength 200 */
  name?: string;
  /** @maxLength 1000 */
  description?: string;
  /**
   * An emoji.
   * @maxLength 32
   */
  icon?: string;
  /** `message`, `utility`, `fun`, `game` or `content`; the submission words are accepted too. */
  category?: PluginCategory;
  /**
   * @default "1.0.0"
   * @maxLength 64
   */
  version?: string;
  /**
   * Words that the plugin reacts to; used to find conflicts between plugins.
   * @maxItems 200
   */
  triggers?: string[];
  /** @maxItems 100 */
  config_schema?: ConfigSchemaItem[];
  /**
   * 0 to 1000, smaller runs first. Third-party plugins: 60 to 90.
   * @default 70, or the table's value for a built-in slug
   * @type int32
   * @minimum 0
   * @maximum 1000
   */
  priority?: number;
  permissions?: PluginPermissions;
}

/** The categories of `meta` and of the submission form. */
export type PluginCategory =
  | "message"
  | "utility"
  | "fun"
  | "game"
  | "content"
  | "command"
  | "scheduled";
