import { randomBytes } from "node:crypto";

/** A form with one file (multipart/form-data), for an upload. The file's bytes are sent without being copied. */
export interface HttpForm {
  /** Text fields by name; they precede the file, in this order. @default none */
  readonly fields?: Readonly<Record<string, string>>;
  readonly file: HttpFormFile;
}

/** The file of an {@link HttpForm}. */
export interface HttpFormFile {
  /** The name of its field. */
  readonly field: string;
  /** A name made by `safeFilename`, so that it can stand in quotes. */
  readonly filename: string;
  /** @default "application/octet-stream" */
  readonly type?: string;
  /** The bytes, whole or in parts. */
  readonly bytes: Uint8Array | readonly Uint8Array[];
  /** Further parameters of its `Content-Disposition`. @default none */
  readonly parameters?: Readonly<Record<string, string | number>>;
}

/** The total length of bytes that may come in parts. */
export function lengthOfParts(bytes: HttpFormFile["bytes"]): number {
  if (bytes instanceof Uint8Array) return bytes.length;
  return bytes.reduce((sum, { length }) => sum + length, 0);
}

/** A form that is ready to be sent. */
export interface EncodedForm {
  readonly contentType: string;
  readonly parts: readonly Uint8Array[];
}

/**
 * Encodes a form. The boundary between its parts is random, so that the author of a file cannot forge one.
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
