import { doAtOnce, type Steps } from "../../rules/steps.ts";
import { mapTexts } from "./map-texts.ts";
import { type Base64Edit, type Replacement, replaceRanges } from "./replace-ranges.ts";
import { base64Core, SECRET_ENCODINGS, type SecretEncoding } from "./secret-forms.ts";

/** A secret whose value is not in a record; placeholders contain its name. */
export interface RecordedSecret {
  /** The name, such as `config.apiKey` or `feishu.app_secret`. */
  readonly name: string;
  /** Length in UTF-8 bytes modulo 3; the Base64 characters after the secret depend on it. */
  readonly remainder: 0 | 1 | 2;
}

/** The placeholder of a secret in a record; JSON and URL encoding do not change it. */
export function placeholderOf(name: string, encoding?: SecretEncoding): string {
  return `__secret.${name}${encoding === undefined ? "" : `.${encoding}`}__`;
}

/** Number of bytes before the secret in its first Base64 group of three; `undefined` for other encodings. */
export function offsetOf(encoding: SecretEncoding | undefined): 0 | 1 | 2 | undefined {
  if (encoding === undefined || encoding === "hex" || encoding === "HEX") return undefined;
  if (encoding.endsWith("-1")) return 1;
  return encoding.endsWith("-2") ? 2 : 0;
}

/**
 * Replaces each placeholder of a record by a value with which the run can be repeated without its secrets: the plain
 * placeholder by itself, lengthened, and the placeholder of an encoded secret by the encoded form of that lengthened
 * placeholder. A plugin that gets the former as its setting computes the latter, so its host calls match the record.
 *
 * @example
 * const secrets = [{ name: "config.key", remainder: 2 }];
 * standInFor({ key: "__secret.config.key__", hex: "__secret.config.key.hex__" }, secrets);
 * // { key: "__secret.config.key__", hex: "5f5f7365637265742e636f6e6669672e6b65795f5f" }
 */
export function standInFor<Value>(value: Value, secrets: readonly RecordedSecret[]): Value {
  return doAtOnce(standInSteps(value, secrets));
}

/** Like {@link standInFor}, in steps, because a whole record may be large. */
export function* standInSteps<Value>(
  value: Value,
  secrets: readonly RecordedSecret[],
): Steps<Value> {
  if (secrets.length === 0) return value;
  const values = new Map(secrets.map((secret) => [secret.name, lengthenedPlaceholder(secret)]));
  const names = [...values.keys()].toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(
    `__secret\\.(${names.map(escapeRegExp).join("|")})(?:\\.(${SECRET_ENCODINGS.join("|")}))?__`,
    "g",
  );
  const standIn = (text: string): string => {
    if (!text.includes("__secret.")) return text;
    const places = [...text.matchAll(pattern)].map((match): Replacement => {
      const [placeholder, name = "", named] = match;
      const encoding = SECRET_ENCODINGS.find((one) => one === named);
      const { index: start } = match;
      const range = { start, end: start + placeholder.length };
      return { ...range, ...encode(values.get(name) ?? "", encoding) };
    });
    return replaceRanges(text, places);
  };
  return yield* mapTexts(value, { text: standIn });
}

/**
 * The placeholder of a secret, lengthened until its length modulo 3 equals that of the secret, so that the Base64
 * characters after it are the same as those after the secret.
 */
function lengthenedPlaceholder({ name, remainder }: RecordedSecret): string {
  const placeholder = placeholderOf(name);
  const missing = (remainder - (placeholder.length % 3) + 3) % 3;
  return placeholder + "_".repeat(missing);
}

function encode(
  value: string,
  encoding: SecretEncoding | undefined,
): Pick<Replacement, "by" | "before" | "after"> {
  const bytes = Buffer.from(value);
  const offset = offsetOf(encoding);
  if (offset === undefined) {
    const hex = bytes.toString("hex");
    return { by: encoding === undefined ? value : encoding === "hex" ? hex : hex.toUpperCase() };
  }
  const isUrl = encoding?.startsWith("base64url") === true;
  const [first = 0, last = 0] = [bytes.at(0), bytes.at(-1)];
  return {
    by: base64Core(bytes, offset),
    before: setBits([0, first >> 4, first >> 6][offset] ?? 0, isUrl),
    after: setBits([0, (last & 3) << 4, (last & 15) << 2][(offset + bytes.length) % 3] ?? 0, isUrl),
  };
}

function setBits(bits: number, isUrl: boolean): Base64Edit | undefined {
  return bits === 0 ? undefined : { edit: (value) => value | bits, isUrl };
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
