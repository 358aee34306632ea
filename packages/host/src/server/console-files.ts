import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";

/** The media types of the console's files. */
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/**
 * What the console's page may load: its own files, and pictures that it makes itself. No inline script or
 * style runs, whoever has written it into the page.
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
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Reads the console's static files. Addresses that are none of them show its page, which draws what the
 * address says: all but the interface's own.
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
    // The names of assets have a hash of what is in them.
    const cached = name.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache";
    const type = TYPES[extname(name)] ?? "application/octet-stream";
    const bytes = new Uint8Array(await readFile(path));
    const headers = {
      "content-type": type,
      "cache-control": cached,
      "x-content-type-options": "nosniff",
      ...(name.endsWith(".html") && { "content-security-policy": POLICY }),
    };
    files.set(name, { bytes, headers });
  }
  const page = files.get("/index.html");
  return async (request) => {
    const { pathname } = new URL(request.url);
    const isPage = !/^\/(?:api|assets|callbacks|playground)(?:\/|$)/.test(pathname);
    const file = files.get(pathname) ?? (isPage ? page : undefined);
    if (file === undefined || !/^(?:GET|HEAD)$/.test(request.method)) return undefined;
    const body = request.method === "HEAD" ? null : file.bytes;
    return new Response(body, { headers: { ...file.headers } });
  };
}
