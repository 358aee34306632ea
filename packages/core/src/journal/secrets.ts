import type { HostCallEnd, JournalEntry } from "../ports/journal.ts";
import type { PluginMeta } from "../types/plugin-meta.ts";

/** The placeholder of a secret in a record, and its value in a replay. URL encoding leaves it unchanged. */
const placeholderOf = (name: string): string => `__secret.${name}__`;

/** Secrets with fewer characters are only replaced where they are the whole text. */
const SHORTEST = 4;

/**
 * Removes secrets from values that are shown or exported: each occurrence of a secret, plain or
 * URL-encoded, becomes a placeholder. Values that a plugin computed from a secret, such as a signature, are
 * not recognised.
 */
export interface Redactor {
  /** Adds the plugin's settings of type `password`. */
  addConfig(meta: PluginMeta, config: Readonly<Record<string, unknown>>): void;
  /** Adds the result of `getPlatformCreds`; other host calls return no secrets. */
  addOutcome(call: Pick<JournalEntry, "operation" | "args">, outcome: HostCallEnd): void;
  /** Returns a copy without the secrets; bytes are not changed. */
  redact<Value>(value: Value): Value;
  /** The names of the known secrets, such as `config.apiKey`. */
  names(): string[];
}

/**
 * Creates a {@link Redactor} without secrets.
 *
 * @example
 * const redactor = createRedactor();
 * redactor.addConfig(plugin.meta, { apiKey: "k-123" });
 * redactor.redact({ authorization: "Bearer k-123" }); // { authorization: "Bearer __secret.config.apiKey__"
 * }
 */
export function createRedactor(): Redactor {
  /** Secrets by value, the longest first, so that a secret that contains another one is replaced as a whole. */
  let secrets: { readonly name: string; readonly value: string }[] = [];
  const names = new Set<string>();

  function add(name: string, value: unknown): void {
    if (typeof value !== "string" || value === "") return;
    if (secrets.some((secret) => secret.value === value)) return;
    names.add(name);
    const forms = [...new Set([value, encodeURIComponent(value.toWellFormed())])];
    secrets = [...secrets, ...forms.map((form) => ({ name, value: form }))];
    secrets.sort((a, b) => b.value.length - a.value.length);
  }

  /** Replaces the secrets in a text. */
  function redactText(text: string): string {
    let redacted = text;
    for (const { name, value } of secrets) {
      if (redacted === value) return placeholderOf(name);
      if (value.length >= SHORTEST)
        redacted = redacted.replaceAll(value, () => placeholderOf(name));
    }
    return redacted;
  }

  /** Redacts a JSON value recursively, including the keys of objects. */
  function redactAny(value: unknown): unknown {
    if (typeof value === "string") return redactText(value);
    if (Array.isArray(value)) return value.map(redactAny);
    if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [redactText(key), redactAny(member)]),
    );
  }

  return {
    addConfig({ config_schema: schema = [] }, config) {
      for (const { key, type } of schema)
        if (type === "password") add(`config.${key}`, config[key]);
    },
    addOutcome({ operation, args }, outcome) {
      if (operation !== "getPlatformCreds" || !outcome.ok) return;
      const { value } = outcome;
      if (typeof value !== "object" || value === null) return;
      for (const [field, secret] of Object.entries(value))
        add(`${String(args[0])}.${field}`, secret);
    },
    redact<Value>(value: Value): Value {
      if (secrets.length === 0) return value;
      const redacted: unknown = redactAny(value);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same shape, with other texts
      return redacted as Value;
    },
    names: () => [...names],
  };
}
