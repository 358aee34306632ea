import { Dicer } from "@fastify/busboy";

/** A file part of a multipart body. */
export interface Upload {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly mime: string;
}

/** The parts of a multipart body by their names. */
export interface Parts {
  readonly fields: Record<string, string>;
  readonly files: ReadonlyMap<string, Upload>;
}

const OCTETS = "application/octet-stream";

/**
 * Splits a multipart body as leniently as platforms do: names and file names may be unquoted, headers may have raw
 * UTF-8, and parts may lack a content type. A part with a file name, or with a binary
 * content type, is a file.
 * Rejects when the body is malformed.
 */
export function parseMultipart(body: Buffer, contentType: string): Promise<Parts> {
  const { boundary } = headerParams(contentType);
  if (boundary === undefined) return Promise.reject(new Error("The content type has no boundary"));
  return new Promise((resolve, reject) => {
    const fields: Record<string, string> = {};
    const files = new Map<string, Upload>();
    let open = 0;
    let finished = false;
    const settle = (): void => {
      if (finished && open === 0) resolve({ fields, files });
    };
    const parser = new Dicer({ boundary });
    parser.on("part", (part) => {
      let header: Record<string, readonly string[]> = {};
      const chunks: Buffer[] = [];
      open += 1;
      part.on("header", (given: Record<string, readonly string[]>) => {
        header = given;
      });
      part.on("data", (chunk: Buffer) => chunks.push(chunk));
      part.on("error", reject);
      part.on("end", () => {
        const bytes = Buffer.concat(chunks);
        const { name = "", filename } = headerParams(header["content-disposition"]?.[0] ?? "");
        const given = header["content-type"]?.[0];
        const mime = given ?? OCTETS;
        if (filename === undefined && given !== OCTETS) fields[name] = bytes.toString();
        else files.set(name, { bytes: plain(bytes), name: filename ?? "", mime });
        open -= 1;
        settle();
      });
    });
    parser.on("error", reject);
    parser.on("finish", () => {
      finished = true;
      settle();
    });
    parser.end(body);
  });
}

/** The parameters of a header's value, decoded as UTF-8, because Node decodes headers as Latin-1. */
function headerParams(header: string): Partial<Record<string, string>> {
  const text = Buffer.from(header, "latin1").toString();
  const found: Partial<Record<string, string>> = {};
  for (const match of text.matchAll(/;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/g)) {
    const [, key = "", quoted, bare = ""] = match;
    found[key.toLowerCase()] = quoted?.replace(/\\(["\\])/g, "$1") ?? bare.trim();
  }
  return found;
}

/** A plain `Uint8Array` of the same bytes, because test frameworks compare and print a `Buffer` differently. */
function plain(buffer: Buffer): Uint8Array {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
}
