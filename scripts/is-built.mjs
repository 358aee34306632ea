import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * Whether the console is built from what is there now: no source, and nothing that says what is installed, is
 * newer than the page that its build has written. A folder counts too: it is newer when a file in it is gone.
 *
 * @param {string} root of the repository
 */
export function isConsoleBuilt(root) {
  const built = timeOf(join(root, "packages/console/dist/index.html"));
  if (built === undefined) return false;
  const packages = readdirSync(join(root, "packages")).map((name) => join(root, "packages", name));
  const read = [
    join(root, "package.json"),
    join(root, "pnpm-lock.yaml"),
    join(root, "packages/console/index.html"),
    join(root, "packages/console/public"),
    join(root, "packages/console/vite.config.ts"),
    ...packages.flatMap((folder) => [join(folder, "package.json"), join(folder, "src")]),
  ];
  return !read.some((path) => hasNewer(path, built));
}

/** Whether a file or folder, or something in it, was written after a time. */
function hasNewer(path, time) {
  const own = timeOf(path);
  if (own === undefined) return false;
  if (own > time) return true;
  if (!statSync(path).isDirectory()) return false;
  return readdirSync(path).some((name) => hasNewer(join(path, name), time));
}

/** When a file was written last; `undefined`: it is not there. */
function timeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}
