import type { HostCallEnd, JournalEntry } from "../../ports/journal.ts";
import type { PluginMeta } from "../../types/plugin-meta.ts";
import { mapTexts } from "./map-texts.ts";
import { type Base64Edit, replaceRanges } from "./replace-ranges.ts";
import { formsOf, type SecretForm } from "./secret-forms.ts";
import { offsetOf, placeholderOf, type RecordedSecret } from "./stand-ins.ts";

/**
 * Removes secrets from what is shown or exported: each of their values becomes a placeholder wherever it
 * occurs, in texts and in bytes. A value is found in plain form, percent-encoded, escaped in JSON, in
 * hexadecimal digits and in Base64, also in the middle of an encoded text (`user:secret`). A value that a
 * plugin has transformed otherwise, such as a signature or a hash, is not found.
 */
export interface Redactor {
  /** Adds the plugin's settings of type `password`. */
  addConfig(meta: PluginMeta, config: Readonly<Record<string, unknown>>): void;
  /** Adds the result of `getPlatformCreds`; other host calls return no secrets. */
  addOutcome(call: Pick<JournalEntry, "operation" | "args">, outcome: HostCallEnd): void;
  /** A copy without the secrets. Takes time in proportion to the texts' length and the secrets' number. */
  redact<Value>(value: Value): Value;
  /** The secrets that are known: what `standInFor` puts values in the place of. */
  secrets(): RecordedSecret[];
}

/**
 * Creates a {@link Redactor} without secrets.
 *
 * @example
 * const redactor = createRedactor();
 * redactor.addConfig(plugin.meta, { apiKey: "k-123" });
 * redactor.redact({ authorization: "Bearer k-123" }); // { authorization: "Bearer __secret.config.apiKey__" }
 * redactor.redact(btoa("user:k-123")); // "dXNlcjo__secret.config.apiKey.base64-2__A=="
 */
export function createRedactor(): Redactor {
  /** By value. */
  const known = new Map<string, RecordedSecret>();
  const names = new Set<string>();
  const forms: SecretForm[] = [];
  /** The same in bytes, a character for each. */
  const byteForms: SecretForm[] = [];

  function add(wanted: string, value: unknown): void {
    if (typeof value !== "string" || value === "" || known.has(value)) return;
    const name = freeName(wanted.replaceAll(/[^\w.-]/g, "_"), names);
    names.add(name);
    known.set(value, { name, remainder: remainderOf(Buffer.byteLength(value)) });
    for (const form of formsOf(name, value)) {
      forms.push(form);
      byteForms.push({ ...form, text: Buffer.from(form.text).toString("latin1") });
    }
  }

  function redactText(text: string, isBytes: boolean): string {
    // One that is too short to be found within others must be the whole text.
    const whole = isBytes ? undefined : known.get(text);
    if (whole !== undefined) return placeholderOf(whole.name);
    const found = findForms(text, isBytes ? byteForms : forms);
    return found.length === 0 ? text : replaceRanges(text, found.map(toReplacement));
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
    redact: (value) => (known.size === 0 ? value : mapTexts(value, redactText)),
    secrets: () => [...known.values()],
  };
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted}-${number}`;
  return name;
}

function remainderOf(length: number): RecordedSecret["remainder"] {
  const remainder = length % 3;
  return remainder === 0 || remainder === 1 ? remainder : 2;
}

/** A range of a text that holds a secret. */
interface Found {
  readonly start: number;
  readonly end: number;
  readonly form: SecretForm;
}

/**
 * All places, in order. Those that overlap are one, by the name of the longest, so that no byte of either
 * secret remains. The time grows with the text's length times the number of forms.
 */
function findForms(text: string, forms: readonly SecretForm[]): Found[] {
  const all: Found[] = [];
  for (const form of forms) {
    const { length } = form.text;
    for (let start = text.indexOf(form.text); start !== -1;) {
      all.push({ start, end: start + length, form });
      start = text.indexOf(form.text, start + length);
    }
  }
  all.sort((a, b) => a.start - b.start || b.end - a.end);
  const apart: Found[] = [];
  for (const found of all) {
    const last = apart.at(-1);
    if (last === undefined || found.start >= last.end) {
      apart.push(found);
    } else if (found.end > last.end) {
      const { form } = found.end - found.start > last.end - last.start ? found : last;
      apart[apart.length - 1] = { start: last.start, end: found.end, form };
    }
  }
  return apart;
}

function toReplacement({ start, end, form }: Found): Parameters<typeof replaceRanges>[1][number] {
  const { name, encoding, bytes } = form;
  const by = placeholderOf(name, encoding);
  const offset = offsetOf(encoding);
  if (offset === undefined) return { start, end, by };
  return {
    start,
    end,
    by,
    before: offset === 0 ? undefined : keepBits(BITS_BEFORE[offset]),
    after: keepBits(BITS_BEHIND[(offset + bytes.length) % 3]),
  };
}

/**
 * The bits that a shared character before the secret retains, those of the bytes before it, by the secret's
 * offset in its group.
 */
const BITS_BEFORE = { 1: 0b110000, 2: 0b111100 } as const;
/**
 * The bits that a shared character behind the secret retains, those of the bytes behind it, by where the
 * secret ends in its group.
 */
const BITS_BEHIND: readonly (number | undefined)[] = [undefined, 0b001111, 0b000011];

function keepBits(mask: number | undefined): Base64Edit | undefined {
  return mask === undefined ? undefined : { edit: (value) => value & mask, isUrl: false };
}
