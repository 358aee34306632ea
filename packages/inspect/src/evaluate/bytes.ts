/** Conversions of texts as `Buffer` does them, also for browsers, because the console inspects code during typing. */

type Encoding = "ascii" | "base64" | "base64url" | "hex" | "latin1" | "utf16le" | "utf8";

/** Reads the name of an encoding as `Buffer` does; any other value means UTF-8. */
export function encodingOf(value: unknown): Encoding {
  switch (typeof value === "string" ? value.toLowerCase() : "") {
    case "hex":
      return "hex";
    case "base64":
      return "base64";
    case "base64url":
      return "base64url";
    case "ascii":
      return "ascii";
    case "latin1":
    case "binary":
      return "latin1";
    case "ucs2":
    case "ucs-2":
    case "utf16le":
    case "utf-16le":
      return "utf16le";
    default:
      return "utf8";
  }
}

/** `Buffer.from(text, encoding)`: invalid Base64 characters are skipped, and hex ends at the first invalid digit. */
export function toBytes(text: string, encoding: Encoding): Uint8Array {
  switch (encoding) {
    case "utf8":
      return new TextEncoder().encode(text);
    case "hex": {
      const digits = /^(?:[\da-f]{2})*/iu.exec(text)?.[0] ?? "";
      return Uint8Array.from({ length: digits.length / 2 }, (_, index) =>
        Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16),
      );
    }
    case "base64":
    case "base64url": {
      const digits = text
        .replaceAll(/[^\w+/-]/gu, "")
        .replaceAll("-", "+")
        .replaceAll("_", "/");
      // A single remaining digit does not make a byte.
      return codesOf(atob(digits.length % 4 === 1 ? digits.slice(0, -1) : digits));
    }
    case "utf16le":
      return Uint8Array.from({ length: 2 * text.length }, (_, index) =>
        index % 2 === 0 ? text.charCodeAt(index / 2) : text.charCodeAt((index - 1) / 2) >> 8,
      );
    default:
      return codesOf(text);
  }
}

/** `buffer.toString(encoding)`. */
export function toText(bytes: Uint8Array, encoding: Encoding): string {
  switch (encoding) {
    case "utf8":
      return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    case "hex":
      return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    case "base64":
      return btoa(charactersOf(bytes));
    case "base64url":
      return btoa(charactersOf(bytes))
        .replaceAll("+", "-")
        .replaceAll("/", "_")
        .replace(/=+$/u, "");
    case "ascii":
      return charactersOf(bytes.map((byte) => byte & 0x7f));
    case "utf16le":
      return Array.from({ length: bytes.length >> 1 }, (_, index) =>
        String.fromCharCode((bytes[2 * index] ?? 0) + ((bytes[2 * index + 1] ?? 0) << 8)),
      ).join("");
    default:
      return charactersOf(bytes);
  }
}

/** The low byte of each character. */
const codesOf = (text: string): Uint8Array =>
  Uint8Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));

const charactersOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
