import { isInternal, isSecretAnswer } from "../../calls/find-operation.ts";
import type { HostCallOutcome, JournalEntry } from "../../ports/journal.ts";
import type { ErrorReport } from "../../types/errors.ts";
import type { PluginMeta } from "../../types/plugin-meta.ts";
import { doAtOnce, doInSteps, type Steps } from "../../rules/steps.ts";
import { mapTexts, mapValue, type ValueMap } from "./map-texts.ts";
import { replaceInChunks, replaceInPieces } from "./redact-chunks.ts";
import { type Base64Edit, replaceRanges } from "./replace-ranges.ts";
import { createNames, plainName } from "./secret-names.ts";
import { createFinder, type FindForms, type FoundForm } from "./find-forms.ts";
import { formsOf, SHORTEST_FOUND, type SecretForm } from "./secret-forms.ts";
import { offsetOf, placeholderOf, type RecordedSecret } from "./placeholders.ts";

/**
 * Removes secrets from what is shown or exported: each of their values becomes a placeholder wherever it
 * occurs, in texts and in bytes. A value is found in plain form, percent-encoded, escaped in JSON, in
 * hexadecimal digits and in Base64, also in the middle of an encoded text (`user:secret`). A value that a
 * plugin has transformed otherwise, such as a signature or a hash, is not found.
 */
export interface Redactor {
  /**
   * Adds the plugin's settings of type `password`: their texts and numbers. A boolean is none: what it says
   * stands in every text.
   */
  addConfig(meta: PluginMeta, config: Readonly<Record<string, unknown>>): void;
  /** Adds the answer of a host call whose answer is secret, such as `getPlatformCreds`; other calls add none. */
  addOutcome(call: Pick<JournalEntry, "operation" | "args">, outcome: HostCallOutcome): void;
  /** Adds each field of a value; `name` stands before the fields in placeholders, such as `feishu.app_secret`. */
  addFields(name: string, value: unknown): void;
  /**
   * A copy whose texts are without the secrets. Takes time in proportion to the texts' length, and once to that
   * of the secrets.
   */
  redact<Value>(value: Value): Value;
  /** The same with turns of the event loop in between: for a value that may be large. */
  redactInSteps<Value>(value: Value): Promise<Value>;
  /** The same for a value of no fixed shape: see `redactValue`. */
  readonly redactValueInSteps: (value: unknown) => Promise<unknown>;
  /**
   * The same for bytes that come in chunks, such as a medium in a database: a secret may begin in one and end in
   * another. Knows the secrets that were added before it is called.
   */
  redactChunks(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  /**
   * The same for a value of no fixed shape, such as an argument or an answer: a number of four digits or more
   * that is a secret becomes a placeholder too.
   */
  readonly redactValue: (value: unknown) => unknown;
  /**
   * The same for a host call, with turns of the event loop in between: only what plugin and service have put into it
   * changes. A short password stands by chance in the random digits with which the host seeds a run.
   */
  readonly redactCall: (call: JournalEntry) => Promise<JournalEntry>;
  /** The same for the outcome of a host call. */
  readonly redactOutcome: (outcome: HostCallOutcome) => HostCallOutcome;
  /** The same for how a run ended: the host's own words, such as its status and the code of its error, stay. */
  readonly redactEnd: <Run extends { error?: ErrorReport }>(run: Run) => Run;
  /** The same for settings, in which a password is a placeholder whatever it is. */
  readonly redactConfig: (
    meta: PluginMeta,
    config: Readonly<Record<string, unknown>>,
  ) => Record<string, unknown>;
  /** Characters of the longest form of a secret that is looked for within texts; 0 without secrets. */
  longest(): number;
  /** The secrets that are known: what `standInFor` puts values in the place of. */
  secrets(): RecordedSecret[];
}

/**
 * Characters of secrets whose forms are not made yet, at most: more than those of a run. Who adds those of a whole
 * account lets others have turns while adding, so that the first search must not make all forms.
 */
const MAX_UNFORMED = 32_768;

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
  const names = createNames();
  const forms: SecretForm[] = [];
  /** Characters of the longest one. */
  let longest = 0;
  /** Secrets whose forms are not made yet: most runs show nothing in which a secret may be. */
  let unformed: { readonly name: string; readonly value: string }[] = [];
  /** Their characters. */
  let unformedLength = 0;
  /** Made when they are needed: secrets come many at once, and bytes are rare. */
  let findInText: FindForms | undefined;
  let findInBytes: FindForms | undefined;
  /** Bytes of the longest form that the latter finds. */
  let longestBytes = 0;

  /** Adds each text and number of a value. */
  function add(wanted: string, value: unknown): void {
    if (typeof value === "object" && value !== null) {
      for (const member of Object.values(value)) add(wanted, member);
    } else if (typeof value === "string" || typeof value === "number") {
      addText(wanted, String(value));
    }
  }

  function addText(wanted: string, value: string): void {
    if (value === "" || known.has(value)) return;
    const name = names.take(plainName(wanted));
    known.set(value, { name, remainder: remainderOf(Buffer.byteLength(value)) });
    unformed.push({ name, value });
    unformedLength += value.length;
    if (unformedLength > MAX_UNFORMED) allForms();
  }

  function allForms(): readonly SecretForm[] {
    if (unformed.length === 0) return forms;
    for (const form of unformed.flatMap(({ name, value }) => formsOf(name, value))) {
      forms.push(form);
      longest = Math.max(longest, form.text.length);
    }
    unformed = [];
    unformedLength = 0;
    findInText = undefined;
    findInBytes = undefined;
    return forms;
  }

  function addFields(name: string, value: unknown): void {
    if (typeof value !== "object" || value === null) return;
    for (const [field, secret] of Object.entries(value)) add(`${name}.${field}`, secret);
  }

  function redactText(text: string, isBytes: boolean): string {
    // One that is too short to be found within others must be the whole text.
    const whole = isBytes ? undefined : known.get(text);
    if (whole !== undefined) return placeholderOf(whole.name);
    const found = finderOf(isBytes)(text);
    return found.length === 0 ? text : replaceRanges(text, found.map(toReplacement));
  }

  function redactPieces(
    pieces: Iterable<string>,
    isBytes: boolean,
  ): Steps<readonly string[] | undefined> {
    const find = finderOf(isBytes);
    return replaceInPieces(pieces, {
      find: (text) => find(text).map(toReplacement),
      longest: isBytes ? longestBytes : longest,
    });
  }

  function finderOf(isBytes: boolean): FindForms {
    const all = allForms();
    return isBytes ? bytesFinder() : (findInText ??= createFinder(all));
  }

  function bytesFinder(): FindForms {
    const all = allForms();
    if (findInBytes === undefined) {
      const bytesForms = all.map(inBytes);
      for (const { text } of bytesForms) longestBytes = Math.max(longestBytes, text.length);
      findInBytes = createFinder(bytesForms);
    }
    return findInBytes;
  }

  function redactChunks(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    if (known.size === 0) return chunks;
    const find = bytesFinder();
    return replaceInChunks(chunks, {
      find: (text) => find(text).map(toReplacement),
      longest: longestBytes,
    });
  }

  function redactNumber(number: number): unknown {
    const text = String(number);
    const secret = text.length < SHORTEST_FOUND ? undefined : known.get(text);
    return secret === undefined ? number : placeholderOf(secret.name);
  }

  const inTexts: ValueMap = { text: redactText, pieces: redactPieces };
  const inValues: ValueMap = { ...inTexts, number: redactNumber };

  const redact = <Value>(value: Value): Value =>
    known.size === 0 ? value : doAtOnce(mapTexts(value, inTexts));
  const redactValue = (value: unknown): unknown =>
    known.size === 0 ? value : doAtOnce(mapValue(value, inValues));
  const redactValueInSteps = async (value: unknown): Promise<unknown> =>
    known.size === 0 ? value : doInSteps(mapValue(value, inValues));

  function redactOutcome(outcome: HostCallOutcome): HostCallOutcome {
    return outcome.ok
      ? { ok: true, value: redactValue(outcome.value) }
      : { ok: false, error: redactError(outcome.error) };
  }

  async function redactOutcomeInSteps(outcome: HostCallOutcome): Promise<HostCallOutcome> {
    return outcome.ok
      ? { ok: true, value: await redactValueInSteps(outcome.value) }
      : redactOutcome(outcome);
  }

  function redactError({ message, frame, ...error }: ErrorReport): ErrorReport {
    return {
      ...error,
      message: redact(message),
      ...(frame !== undefined && { frame: redact(frame) }),
    };
  }

  /** A setting of type `password`; one that is not set has nothing to hide. */
  function redactPassword(key: string, value: unknown): unknown {
    if (value === "" || value === undefined || value === null) return value;
    const isText = typeof value === "string" || typeof value === "number";
    const secret = isText ? known.get(String(value)) : undefined;
    return placeholderOf(secret?.name ?? plainName(nameOfSetting(key)));
  }

  return {
    addConfig(meta, config) {
      for (const key of passwordsOf(meta)) add(nameOfSetting(key), config[key]);
    },
    addFields,
    addOutcome({ operation, args: [named] }, outcome) {
      if (!isSecretAnswer(operation) || !outcome.ok) return;
      addFields(typeof named === "string" ? named : operation, outcome.value);
    },
    redact,
    redactInSteps: async (value) =>
      known.size === 0 ? value : doInSteps(mapTexts(value, inTexts)),
    redactChunks,
    redactValue,
    redactValueInSteps,
    redactOutcome,
    redactEnd: (run) => ({ ...run, ...(run.error && { error: redactError(run.error) }) }),
    async redactCall(call) {
      if (isInternal(call.operation)) return call;
      const { args, outcome, ...rest } = call;
      return {
        ...rest,
        args: known.size === 0 ? args : await doInSteps(mapTexts(args, inValues)),
        // Its fields are named, so that one that is added later has to be thought of here.
        ...(outcome && {
          outcome: {
            order: outcome.order,
            at: outcome.at,
            ...(outcome.isLate && { isLate: outcome.isLate }),
            ...(await redactOutcomeInSteps(outcome)),
          },
        }),
      };
    },
    redactConfig(meta, config) {
      const passwords = passwordsOf(meta);
      return Object.fromEntries(
        Object.entries(config).map(([key, value]) =>
          passwords.has(key)
            ? [key, redactPassword(key, value)]
            : [redact(key), redactValue(value)],
        ),
      );
    },
    longest() {
      allForms();
      return longest;
    },
    secrets: () => [...known.values()],
  };
}

function passwordsOf({ config_schema: schema = [] }: PluginMeta): ReadonlySet<string> {
  return new Set(schema.filter(({ type }) => type === "password").map(({ key }) => key));
}

function nameOfSetting(key: string): string {
  return `config.${key}`;
}

function remainderOf(length: number): RecordedSecret["remainder"] {
  const remainder = length % 3;
  return remainder === 0 || remainder === 1 ? remainder : 2;
}

/** The same form in bytes, a character for each. */
function inBytes(form: SecretForm): SecretForm {
  // Hexadecimal digits and Base64 are ASCII.
  if (form.encoding !== undefined) return form;
  return { ...form, text: Buffer.from(form.text).toString("latin1") };
}

function toReplacement({
  start,
  end,
  form,
}: FoundForm): Parameters<typeof replaceRanges>[1][number] {
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
