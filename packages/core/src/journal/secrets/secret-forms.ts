/** One form of a secret: one way in which a plugin may have written it into a text. */
export interface SecretForm {
  /** The text to search for. */
  readonly text: string;
  /** The name of the secret. */
  readonly name: string;
  /** `undefined` for the plain secret, and for an encoding that leaves a placeholder unchanged. */
  readonly encoding: SecretEncoding | undefined;
  /** The bytes of the secret that were encoded. */
  readonly bytes: Uint8Array;
}

/**
 * An encoding that would change a placeholder too. Base64 encodes three bytes in four characters, so its result
 * depends on the number of bytes before the secret in its first group: the suffix `-1` or `-2`, none for 0.
 */
export type SecretEncoding = "hex" | "HEX" | Base64Encoding;

/** See {@link SecretEncoding}. */
type Base64Encoding = "base64" | "base64url" | `${"base64" | "base64url"}-${1 | 2}`;

/** All encodings; a name comes before its prefixes, because the pattern for placeholders needs that order. */
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

/** Minimum length, in characters, of a secret that is searched for within texts, and of one that is a number. */
export const SHORTEST_FOUND = 4;

const OFFSETS = [0, 1, 2] as const;

/**
 * The forms of a secret that are searched for within texts: plain, percent-encoded, escaped in JSON, in hexadecimal
 * digits, and in Base64 at any offset. Each form is also made without the white space at the secret's ends, because
 * people paste it with a key and plugins trim it.
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
  // `btoa` encodes the characters up to U+00FF as one byte each. UTF-8 has more bytes for them, so the Base64 after
  // such a secret can differ in a replay.
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

/** Characters that RFC 3986 reserves and `encodeURIComponent` leaves unchanged. */
const RESERVED = [
  ["!", "%21"],
  ["'", "%27"],
  ["(", "%28"],
  [")", "%29"],
  ["*", "%2A"],
] as const;
/** Matches whole runs, because replacing one byte after another takes many times as long. */
const PERCENT_RUNS = /(?:%[0-9A-F]{2})+/g;

/**
 * The percent-encoded forms: those of `encodeURIComponent`, `encodeURI`, a form and RFC 3986, and the forms that the
 * URL parser makes of these and of the secret itself; each with upper-case and with lower-case digits.
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
 * A text as the URL parser writes it in a path and in a query. The parser drops segments such as ".." and line
 * breaks; a shorter result is only a part of the text, and could be any word, so it is left out.
 */
function inAddress(text: string): string[] {
  const url = new URL("https://host");
  url.pathname = `/${text}`;
  url.search = `?${text}`;
  return [url.pathname.slice(1), url.search.slice(1)].filter(({ length }) => length >= text.length);
}

/** The forms of `JSON.stringify`, and those of JSON writers that also escape slashes or non-ASCII characters. */
function jsonEscaped(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const ascii = json.replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return [json, ascii, json.replaceAll("/", "\\/"), ascii.replaceAll("/", "\\/")];
}

/** The Base64 forms in both alphabets, and percent-encoded as in a URL parameter. */
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
 * The Base64 characters that depend only on these bytes, when `offset` bytes come before them in the first group.
 * Characters at both ends that also depend on neighbouring bytes are left out.
 */
export function base64Core(bytes: Uint8Array, offset: number): string {
  const group = Buffer.concat([Buffer.alloc(offset), bytes]);
  const start = Math.ceil((offset * 8) / 6);
  const end = Math.floor((group.length * 8) / 6);
  return group.toString("base64").slice(start, end);
}
