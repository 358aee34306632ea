import { readFileSync } from "node:fs";

/** The version of this package. */
export function readVersion(): string {
  const manifest: unknown = JSON.parse(
    readFileSync(new URL("../package.json", import.meta.url), "utf8"),
  );
  if (typeof manifest !== "object" || manifest === null) return "";
  return "version" in manifest ? String(manifest.version) : "";
}
