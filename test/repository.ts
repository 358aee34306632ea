import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The repository's folder, without a slash at the end. */
export const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");

/** Where Node keeps what it has compiled, for processes that load the same files. */
export const compileCache = `${root}/node_modules/.cache/compiled`;

/** The folders of all packages. */
export const packageFolders = readdirSync(`${root}/packages`).toSorted();

/**
 * The imports between packages that the architecture allows. `adapter-*` stands for each platform's
 * adapter. A package that is not listed may import none.
 */
export const ALLOWED_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  // Of the host the types of the HTTP interface only.
  console: ["host", "inspect", "markdown", "core"],
  cli: ["harness", "playground", "services", "sandbox", "inspect", "guarded-fetch", "core"],
  host: [
    "services",
    "adapter-*",
    "simulators",
    "playground",
    "plugins",
    "sandbox",
    "inspect",
    "guarded-fetch",
    "core",
  ],
  harness: ["services", "adapter-*", "simulators", "sandbox", "guarded-fetch", "core"],
  playground: ["simulators", "core"],
  plugins: ["core"],
  services: ["guarded-fetch", "core"],
  "adapter-*": ["adapter-kit", "core"],
  "adapter-kit": ["core"],
  // The formatter is bundled into the guest, whose sources must not see core's Node types.
  sandbox: ["guarded-fetch", "core", "markdown"],
  inspect: ["core"],
  core: ["markdown"],
  simulators: [],
  "guarded-fetch": [],
  markdown: [],
};

/** A package's name in {@link ALLOWED_IMPORTS}. */
export function roleOf(folder: string): string {
  return folder.startsWith("adapter-") && folder !== "adapter-kit" ? "adapter-*" : folder;
}
