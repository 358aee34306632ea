import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The folder of an installed package, as Node finds it for a project in this folder; `undefined` when it is
 * not installed. A package that is only reachable by `NODE_PATH` or similar does not count.
 */
export function findPackage(name: string, folder: string): string | undefined {
  return findUpwards(join("node_modules", name, "package.json"), folder);
}

/** The nearest folder, this one or one above it, that contains this path; returns the folder of the found file. */
export function findUpwards(path: string, folder: string): string | undefined {
  const found = join(folder, path);
  if (existsSync(found)) return dirname(found);
  const parent = dirname(folder);
  return parent === folder ? undefined : findUpwards(path, parent);
}
