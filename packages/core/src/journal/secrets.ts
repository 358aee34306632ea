import type { HostCallEnd, JournalEntry } from "../ports/journal.ts";
import type { PluginMeta } from "../types/plugin-meta.ts";

/** What stands for a secret in a record, and what a replay runs with: no encoding of an address changes it. */
const placeholderOf = (name: string): string => `__secret.${name}__`;

/** Characters from which on a secret is looked for within texts; a shorter one must be the whole text. */
const SHORTEST = 4;

/**
 * Takes secrets out of what is shown or handed on: each of their values becomes a placeholder wherever
 * it stands, as it is or encoded for an address. A value that a plugin has computed from a secret, as a
 * signature, is no longer found.
 */
export interface Redactor {
  /** Adds the settings of type `password` that a plugin was given. */
  addConfig(meta: PluginMeta, config: Readonly<Record<string, unknown>>): void;
  /** Adds what `getPlatformCreds` has answered; other host calls bring no secrets. */
  addOutcome(call: Pick<JournalEntry, "operation" | "args">, outcome: HostCallEnd): void;
  /** A copy without the secrets; bytes stay as they are. */
  redact<Value>(value: Value): Value;
  /** The names of the secrets that are known, as `config.apiKey`. */
  names(): string[];
}

/**
 * Makes a {@link Redactor} that knows no secret yet.
 *
 * @example
 * const redactor = createRedactor();
 * redactor.addConfig(plugin.meta, { apiKey: "k-123" });
 * redactor.redact({ authorization: "Bearer k-123" }); // { authorization: "Bearer __secret.config.apiKey__" }
 */
export function createRedactor(): Redactor {
  /** By value; the longest first, so that one that holds another is found as a whole. */
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

  function redactText(text: string): string {
    let redacted = text;
    for (const { name, value } of secrets) {
      if (redacted === value) return placeholderOf(name);
      if (value.length >= SHORTEST)
        redacted = redacted.replaceAll(value, () => placeholderOf(name));
    }
    return redacted;
  }

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
