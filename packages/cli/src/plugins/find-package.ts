import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The folder of an installed package as a project in this folder finds it; `undefined` when it is
 * not installed. What only happens to be reachable otherwise, as by `NODE_PATH`, does not count.
 */
export function findPackage(name: string, folder: string): string | undefined {
  return findUpwards(join("node_modules", name, "package.json"), folder);
}

/** The nearest folder, this one or above, in which there is such a file: the file's own folder. */
export function findUpwards(path: string, folder: string): string | undefined {
  const found = join(folder, path);
  if (existsSync(found)) return dirname(found);
  const parent = dirname(folder);
  return parent === folder ? undefined : findUpwards(path, parent);
}
