/**
 * A piece of JavaScript. Only this module can make one: an object with the same fields is not one, so that no
 * value of a conversation becomes code.
 */
class SourceCode {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get code(): string {
    return this.#text;
  }
}

/** A piece of JavaScript, made by {@link code}, {@link codeList} or {@link literal}. */
export type Code = SourceCode;

/** Joins pieces of code; other values are not accepted, so that no text becomes code. */
export function code(parts: TemplateStringsArray, ...values: readonly Code[]): Code {
  return new SourceCode(String.raw({ raw: parts }, ...values.map((value) => value.code)));
}

/** Writes an array of pieces of code in one line. */
export function codeList(items: readonly Code[]): Code {
  return new SourceCode(`[${items.map((item) => item.code).join(", ")}]`);
}

const NAME = /^[A-Za-z_$][\w$]*$/;
/** The most characters of a line. */
const WIDTH = 90;

/**
 * Writes a value as JavaScript: JSON values, bytes as a Buffer, and {@link Code} unchanged.
 *
 * @param indent the spaces in front of the current line
 */
export function literal(value: unknown, indent = ""): Code {
  return new SourceCode(write(value, indent));
}

function write(value: unknown, indent: string): string {
  if (value instanceof Uint8Array) {
    return `Buffer.from("${Buffer.from(value).toString("base64")}", "base64")`;
  }
  if (typeof value !== "object" || value === null) return writePrimitive(value);
  if (value instanceof SourceCode) return value.code;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const parts = Array.isArray(value)
    ? value.map((one: unknown) => write(one, inner))
    : Object.entries(value)
        .filter(([, one]) => one !== undefined)
        .map(([key, one]) => `${keyOf(key)}: ${write(one, inner)}`);
  if (parts.length === 0) return open + close;
  const blank = open === "{" ? " " : "";
  const line = `${open}${blank}${parts.join(", ")}${blank}${close}`;
  if (indent.length + line.length <= WIDTH && !line.includes("\n")) return line;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join("")}${indent}${close}`;
}

function writePrimitive(value: unknown): string {
  // JSON allows two characters unescaped that end a line in old JavaScript.
  const text = JSON.stringify(value) ?? "undefined";
  return text.replaceAll("\u2028", String.raw`\u2028`).replaceAll("\u2029", String.raw`\u2029`);
}

/** Writes the key of an object literal; a plain `__proto__` would set the prototype. */
function keyOf(key: string): string {
  if (key === "__proto__") return '["__proto__"]';
  return NAME.test(key) ? key : writePrimitive(key);
}

/** Escapes a text for a template literal. */
export function templateText(text: string): string {
  return text.replaceAll(/[\\`]|\$\{/g, String.raw`\$&`);
}
