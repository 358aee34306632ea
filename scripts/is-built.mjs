import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** What `npm start` builds: what it writes last, and what it reads beside the sources of all packages. */
export const BUILDS = {
  console: {
    made: "packages/console/dist/index.html",
    from: [
      "packages/console/index.html",
      "packages/console/public",
      "packages/console/vite.config.ts",
    ],
  },
  server: {
    made: "packages/host/node_modules/.server/main.js",
    from: ["scripts/bundle.ts", "scripts/bundle-threads.ts", "scripts/bundle-server.ts"],
  },
};

/**
 * Whether something is built from what is there now: no source, and nothing that says what is installed, is
 * newer than the file that its build writes last. A folder counts too: it is newer when a file in it is gone.
 *
 * @param {string} root of the repository
 * @param {{ made: string, from: string[] }} build one of `BUILDS`
 */
export function isBuilt(root, { made, from }) {
  const built = timeOf(join(root, made));
  if (built === undefined) return false;
  const packages = readdirSync(join(root, "packages")).map((name) => join("packages", name));
  const read = [
    "package.json",
    "pnpm-lock.yaml",
    ...from,
    ...packages.flatMap((folder) => [join(folder, "package.json"), join(folder, "src")]),
  ];
  return !read.some((path) => hasNewer(join(root, path), built));
}

/** Whether a file or folder, or something in it, was written after a time. */
function hasNewer(path, time) {
  const own = statSync(path, { throwIfNoEntry: false });
  if (own === undefined) return false;
  if (own.mtimeMs > time) return true;
  if (!own.isDirectory()) return false;
  return readdirSync(path).some((name) => hasNewer(join(path, name), time));
}

/** When a file was written last; `undefined`: it is not there. */
function timeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}
