import { randomBytes } from "node:crypto";

/** A form with one file, as uploads have it (multipart/form-data). Its bytes are sent as they are, without a copy. */
export interface HttpForm {
  /** Texts by their names, in their order, before the file. @default none */
  readonly fields?: Readonly<Record<string, string>>;
  readonly file: HttpFormFile;
}

/** The file of an {@link HttpForm}. */
export interface HttpFormFile {
  /** The name of its field. */
  readonly field: string;
  /** Made by `safeFilename`, so that it can stand in quotes. */
  readonly filename: string;
  /** @default "application/octet-stream" */
  readonly type?: string;
  /** The bytes, or their parts in order. */
  readonly bytes: Uint8Array | readonly Uint8Array[];
  /** Further parameters of its `Content-Disposition`. @default none */
  readonly parameters?: Readonly<Record<string, string | number>>;
}

/** The length of bytes that may be in parts. */
export function lengthOfParts(bytes: HttpFormFile["bytes"]): number {
  if (bytes instanceof Uint8Array) return bytes.length;
  return bytes.reduce((sum, { length }) => sum + length, 0);
}

/** A form as it goes out. */
export interface EncodedForm {
  readonly contentType: string;
  readonly parts: readonly Uint8Array[];
}

/**
 * Encodes a form. What separates its parts is random: a file's author does not know it.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7578}
 * @example
 * encodeForm({ fields: { type: "image" }, file: { field: "media", filename: "a.png", bytes } });
 */
export function encodeForm({ fields = {}, file }: HttpForm): EncodedForm {
  const boundary = `----botwright-${randomBytes(16).toString("hex")}`;
  const texts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const { field, filename, type = "application/octet-stream", parameters = {} } = file;
  const more = Object.entries(parameters).map(([name, value]) => `; ${name}=${value}`);
  const head = [
    `--${boundary}`,
    `Content-Disposition: form-data; name="${field}"; filename="${filename}"${more.join("")}`,
    `Content-Type: ${type}`,
    "\r\n",
  ].join("\r\n");
  const bytes = file.bytes instanceof Uint8Array ? [file.bytes] : file.bytes;
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    parts: [Buffer.from(texts.join("") + head), ...bytes, Buffer.from(`\r\n--${boundary}--\r\n`)],
  };
}
