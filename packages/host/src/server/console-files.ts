import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { HostOptions } from "../host-options.ts";

const compress = promisify(gzip);

/** The media types of the console's files. */
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/**
 * What the console's page may load: its own files, and images that it generates. The policy forbids inline scripts and
 * styles, so that injected markup has no effect.
 */
const POLICY = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join("; ");

/** A file as it is served. */
interface ServedFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The bytes compressed by gzip. */
  readonly compressed: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Finds the web console, for the option `pages` of a host.
 *
 * @param folder the console's `dist`. @default that of the package `@botwright/console`; `undefined` is returned if the
 * package is not installed or not built
 * @example
 * const host = createHost({ ...options, pages: await findConsole() });
 */
export async function findConsole(folder?: string): Promise<HostOptions["pages"]> {
  if (folder !== undefined) return openConsole(resolve(folder));
  try {
    const manifest = import.meta.resolve("@botwright/console/package.json");
    return await openConsole(fileURLToPath(new URL("dist", manifest)));
  } catch {
    return undefined;
  }
}

/**
 * Reads the console's static files and compresses them once. For all other paths, except those of the HTTP interface
 * and the playground, the returned function serves the console's page, whose script shows the view of the URL.
 *
 * @param folder the console's `dist`
 */
export async function openConsole(
  folder: string,
): Promise<(request: Request) => Promise<Response | undefined>> {
  const files = new Map<string, ServedFile>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = `/${relative(folder, path).split(sep).join("/")}`;
    // The names of assets contain a hash of their content, so clients may cache them forever.
    const cached = name.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache";
    const type = TYPES[extname(name)] ?? "application/octet-stream";
    const bytes = new Uint8Array(await readFile(path));
    const compressed = new Uint8Array(await compress(bytes));
    const headers = {
      "content-type": type,
      "cache-control": cached,
      vary: "accept-encoding",
      "x-content-type-options": "nosniff",
      ...(name.endsWith(".html") && { "content-security-policy": POLICY }),
    };
    files.set(name, { bytes, compressed, headers });
  }
  const page = files.get("/index.html");
  return async (request) => {
    const { pathname } = new URL(request.url);
    const isPage = !/^\/(?:api|assets|callbacks|playground)(?:\/|$)/.test(pathname);
    const file = files.get(pathname) ?? (isPage ? page : undefined);
    if (file === undefined || !/^(?:GET|HEAD)$/.test(request.method)) return undefined;
    const isCompressed = takesGzip(request.headers.get("accept-encoding") ?? "");
    const body = isCompressed ? file.compressed : file.bytes;
    return new Response(request.method === "HEAD" ? null : body, {
      headers: { ...file.headers, ...(isCompressed && { "content-encoding": "gzip" }) },
    });
  };
}

/** Whether a client accepts gzip, that is, names it in `Accept-Encoding` with a weight other than 0. */
function takesGzip(accepted: string): boolean {
  return accepted.split(",").some((coding) => {
    const [name = "", weight = "q=1"] = coding.toLowerCase().split(";");
    return name.trim() === "gzip" && !/^\s*q=0(?:\.0*)?\s*$/.test(weight);
  });
}
