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
 * Removes secrets from values that are shown or exported: each occurrence of a secret, in texts and in bytes,
 * becomes a placeholder. A secret is found in plain form, percent-encoded, escaped in JSON, in hexadecimal digits
 * and in Base64, also in the middle of an encoded text (`user:secret`). A secret that a plugin has transformed
 * otherwise, such as by a signature or a hash, is not found.
 */
export interface Redactor {
  /**
   * Adds the plugin's settings of type `password`: their texts and numbers. A boolean is not added, because `true`
   * and `false` occur in every text.
   */
  addConfig(meta: PluginMeta, config: Readonly<Record<string, unknown>>): void;
  /** Adds the answer of a host call if it is secret, such as that of `getPlatformCreds`. */
  addOutcome(call: Pick<JournalEntry, "operation" | "args">, outcome: HostCallOutcome): void;
  /** Adds each field of a value; placeholders contain `name` before the field, such as `feishu.app_secret`. */
  addFields(name: string, value: unknown): void;
  /**
   * Returns a copy whose texts contain no secrets. Takes time in proportion to the texts' length, and the first time
   * also in proportion to the secrets' length.
   */
  redact<Value>(value: Value): Value;
  /** Like `redact`, with turns of the event loop in between, for a value that may be large. */
  redactInSteps<Value>(value: Value): Promise<Value>;
  /** Like `redactValue`, with turns of the event loop in between. */
  readonly redactValueInSteps: (value: unknown) => Promise<unknown>;
  /**
   * Like `redact`, for bytes that come in chunks, such as a medium in a database: a secret may begin in one chunk and
   * end in another. It finds only the secrets that were added before the call.
   */
  redactChunks(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  /**
   * Like `redact`, for a value of no fixed shape, such as an argument or an answer: a number of at least four
   * characters that equals a secret becomes a placeholder too.
   */
  readonly redactValue: (value: unknown) => unknown;
  /**
   * Like `redactValueInSteps`, for a host call. Only the values of the plugin and of the service change: a short
   * password can occur by chance in the random digits with which the host seeds a run.
   */
  readonly redactCall: (call: JournalEntry) => Promise<JournalEntry>;
  /** Like `redactValue`, for the outcome of a host call. */
  readonly redactOutcome: (outcome: HostCallOutcome) => HostCallOutcome;
  /** Redacts how a run ended: the error's text, but not the host's own words, such as its status and code. */
  readonly redactEnd: <Run extends { error?: ErrorReport }>(run: Run) => Run;
  /** Redacts settings; a password that is set becomes a placeholder whatever its value is. */
  readonly redactConfig: (
    meta: PluginMeta,
    config: Readonly<Record<string, unknown>>,
  ) => Record<string, unknown>;
  /** The length, in characters, of the longest form that is searched for within texts; 0 without secrets. */
  longest(): number;
  /** The known secrets, for which `standInFor` inserts values. */
  secrets(): RecordedSecret[];
}

/**
 * Maximum characters of secrets whose forms are not yet created; more than one run has. A caller that adds the
 * secrets of a whole account pauses in between, so that the first search need not create all forms in one step.
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
  /** The secrets, by value. */
  const known = new Map<string, RecordedSecret>();
  const names = createNames();
  const forms: SecretForm[] = [];
  /** Length of the longest form, in characters. */
  let longest = 0;
  /** Secrets whose forms are not yet created, because most runs show no text that could contain a secret. */
  let unformed: { readonly name: string; readonly value: string }[] = [];
  /** Sum of the lengths of `unformed`, in characters. */
  let unformedLength = 0;
  /** Created on first use, because many secrets are added at once, and bytes are rare. */
  let findInText: FindForms | undefined;
  let findInBytes: FindForms | undefined;
  /** Length of the longest form that `findInBytes` finds, in bytes. */
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
    // A secret that is too short to be searched for within texts is found only when it is the whole text.
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

  /** Redacts a setting of type `password`; a setting without a value stays as it is. */
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
        // Lists each field, so that whoever adds a field must decide whether to redact it.
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

/** The same form for bytes: a text with one character for each byte. */
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
 * Masks of the bits that a shared Base64 character before the secret keeps, which are those of the bytes before the
 * secret; by the secret's offset in its group.
 */
const BITS_BEFORE = { 1: 0b110000, 2: 0b111100 } as const;
/**
 * Masks of the bits that a shared Base64 character after the secret keeps, which are those of the bytes after the
 * secret; by the place in its group at which the secret ends.
 */
const BITS_BEHIND: readonly (number | undefined)[] = [undefined, 0b001111, 0b000011];

function keepBits(mask: number | undefined): Base64Edit | undefined {
  return mask === undefined ? undefined : { edit: (value) => value & mask, isUrl: false };
}
