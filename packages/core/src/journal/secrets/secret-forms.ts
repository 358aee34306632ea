/** One form of a secret: how it occurs in a text that a plugin has made from it. */
export interface SecretForm {
  /** The text to search for. */
  readonly text: string;
  /** The name of the secret. */
  readonly name: string;
  /** `undefined`: as it is, or encoded in a way that leaves a placeholder as it is. */
  readonly encoding: SecretEncoding | undefined;
  /** The secret's bytes as they were encoded. */
  readonly bytes: Uint8Array;
}

/**
 * An encoding that changes a placeholder too. Base64 makes four characters of three bytes: the number is
 * that of bytes before the secret in its first group, because other characters come of it then.
 */
export type SecretEncoding = "hex" | "HEX" | Base64Encoding;

/** See {@link SecretEncoding}. */
type Base64Encoding = "base64" | "base64url" | `${"base64" | "base64url"}-${1 | 2}`;

/** All encodings, longer names first, as a pattern that reads placeholders needs them. */
export const SECRET_ENCODINGS: readonly SecretEncoding[] = [
  "base64url-1",
  "base64url-2",
  "base64url",
  "base64-1",
  "base64-2",
  "base64",
  "hex",
  "HEX",
];

/** Characters from which on a secret is looked for within texts, and as a number. */
export const SHORTEST_FOUND = 4;

const OFFSETS = [0, 1, 2] as const;

/**
 * The forms of a secret by which it is found within texts: as it is, percent-encoded, escaped in JSON,
 * in hexadecimal digits, and in Base64 wherever it begins; each also without the spaces and line breaks at its
 * ends, which people paste with a key and plugins trim.
 *
 * @example
 * formsOf("config.key", "k/1?").map(({ text }) => text); // ["k/1?", "k%2F1%3F", …, "6b2f313f", …]
 */
export function formsOf(name: string, secret: string): SecretForm[] {
  const byText = new Map<string, SecretForm>();
  for (const text of new Set([secret, secret.trim()])) {
    for (const form of encodedForms(name, text)) {
      if (!byText.has(form.text)) byText.set(form.text, form);
    }
  }
  return [...byText.values()].filter(({ text }) => text.length >= SHORTEST_FOUND);
}

function encodedForms(name: string, secret: string): SecretForm[] {
  const utf8 = Buffer.from(secret);
  const plain = [secret, ...percentEncoded(secret), ...jsonEscaped(secret)];
  const forms = plain.map((text): SecretForm => ({ text, name, encoding: undefined, bytes: utf8 }));
  // `btoa` takes the characters up to U+00FF for bytes. They are fewer than those of UTF-8, so that what
  // Base64 has behind them can be another in a replay.
  const latin1 = Buffer.from(secret, "latin1");
  const isLatin1 = latin1.toString("latin1") === secret && !latin1.equals(utf8);
  for (const bytes of isLatin1 ? [utf8, latin1] : [utf8]) {
    const hex = bytes.toString("hex");
    forms.push({ text: hex, name, encoding: "hex", bytes });
    forms.push({ text: hex.toUpperCase(), name, encoding: "HEX", bytes });
    for (const offset of OFFSETS) forms.push(...base64Forms(name, bytes, offset));
  }
  return forms;
}

/** What RFC 3986 reserves, and `encodeURIComponent` leaves as it is. */
const RESERVED = [
  ["!", "%21"],
  ["'", "%27"],
  ["(", "%28"],
  [")", "%29"],
  ["*", "%2A"],
] as const;
/** Whole runs: to replace one byte after another takes many times as long. */
const PERCENT_RUNS = /(?:%[0-9A-F]{2})+/g;

/**
 * As `encodeURIComponent`, `encodeURI`, a form and RFC 3986 have it, and what the parser of an address makes of these
 * and of the secret itself, with digits of either case.
 */
function percentEncoded(secret: string): string[] {
  const text = secret.toWellFormed();
  const component = encodeURIComponent(text);
  let strict = component;
  for (const [character, percent] of RESERVED) strict = strict.replaceAll(character, percent);
  const form = new URLSearchParams([["", text]]).toString().slice(1);
  const written = [text, component, encodeURI(text)];
  const upper = new Set([...written.slice(1), ...written.flatMap(inAddress), strict, form]);
  return [
    ...upper,
    ...[...upper].map((one) => one.replaceAll(PERCENT_RUNS, (run) => run.toLowerCase())),
  ];
}

/**
 * A text as an address has it in its path, and in its query. The parser drops segments such as ".." and line breaks:
 * what is left is a part of the text, and may be any word.
 */
function inAddress(text: string): string[] {
  const url = new URL("https://host");
  url.pathname = `/${text}`;
  url.search = `?${text}`;
  return [url.pathname.slice(1), url.search.slice(1)].filter(({ length }) => length >= text.length);
}

/** As `JSON.stringify` has it, and with what other writers of JSON escape too. */
function jsonEscaped(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const ascii = json.replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return [json, ascii, json.replaceAll("/", "\\/"), ascii.replaceAll("/", "\\/")];
}

/** Both alphabets, and as a parameter of an address. */
function base64Forms(name: string, bytes: Uint8Array, offset: 0 | 1 | 2): SecretForm[] {
  const text = base64Core(bytes, offset);
  const encoding = offset === 0 ? "base64" : (`base64-${offset}` as const);
  const urlEncoding = offset === 0 ? "base64url" : (`base64url-${offset}` as const);
  const url = text.replaceAll("+", "-").replaceAll("/", "_");
  return [
    { text, name, encoding, bytes },
    { text: url, name, encoding: urlEncoding, bytes },
    { text: encodeURIComponent(text), name, encoding, bytes },
  ];
}

/**
 * The Base64 characters that depend on these bytes alone, with `offset` bytes before them in the first
 * group. Characters that they share with neighbouring bytes are left out at both ends.
 */
export function base64Core(bytes: Uint8Array, offset: number): string {
  const group = Buffer.concat([Buffer.alloc(offset), bytes]);
  const start = Math.ceil((offset * 8) / 6);
  const end = Math.floor((group.length * 8) / 6);
  return group.toString("base64").slice(start, end);
}
