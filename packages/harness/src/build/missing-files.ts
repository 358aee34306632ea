import { existsSync } from "node:fs";
import { dirname, extname, join, resolve } from "node:path";

/** An import for which there is no file. */
export interface UnresolvedImport {
  /** As the source has it. */
  readonly path: string;
  /** The folder of the file that imports it. */
  readonly resolveDir: string;
}

/** The paths at which a change can resolve an import: a watcher builds again then. */
export interface MissingFiles {
  /** Absolute paths that do not exist, each of which can be what is imported. */
  readonly missing: readonly string[];
  /** Absolute paths of files that package managers write last. */
  readonly packageLists: readonly string[];
}

/** The endings that esbuild tries. */
const ENDINGS = [".tsx", ".ts", ".jsx", ".js", ".css", ".json"];
/** The endings of TypeScript's sources, which may be imported by the name of the file they are built to. */
const SOURCE_ENDINGS: ReadonlyMap<string, readonly string[]> = new Map([
  [".js", [".ts", ".tsx"]],
  [".jsx", [".ts", ".tsx"]],
  [".mjs", [".mts"]],
  [".cjs", [".cts"]],
]);

/** Finds the paths that are looked up for an import and do not exist now. */
export function findMissingFiles({ path, resolveDir }: UnresolvedImport): MissingFiles {
  if (/^[./]/.test(path)) {
    const missing = candidatesOf(resolve(resolveDir, path)).filter((one) => !existsSync(one));
    return { missing, packageLists: [] };
  }
  const folders = projectFolders(resolveDir);
  const modules = folders.map((folder) => join(folder, "node_modules", packageOf(path)));
  const lists = folders.flatMap((folder) => [
    join(folder, "node_modules", ".package-lock.json"),
    join(folder, "package.json"),
  ]);
  return {
    missing: [...modules, ...lists].filter((one) => !existsSync(one)),
    packageLists: lists.filter((one) => existsSync(one)),
  };
}

/** The package of an import: `@scope/name` of `@scope/name/part`. */
export function packageOf(path: string): string {
  const [scope = "", name = ""] = path.split("/");
  return scope.startsWith("@") ? `${scope}/${name}` : scope;
}

function candidatesOf(path: string): readonly string[] {
  const ending = extname(path);
  const withoutEnding = path.slice(0, path.length - ending.length);
  const sources = SOURCE_ENDINGS.get(ending) ?? [];
  return [
    path,
    ...ENDINGS.map((one) => path + one),
    ...sources.map((one) => withoutEnding + one),
    join(path, "package.json"),
    ...ENDINGS.map((one) => join(path, `index${one}`)),
  ];
}

/** The folders in which packages are installed for a file: its own, and those above with a `package.json`. */
function projectFolders(folder: string): readonly string[] {
  const found = [folder];
  for (let above = dirname(folder); above !== dirname(above); above = dirname(above)) {
    if (existsSync(join(above, "package.json"))) found.push(above);
  }
  return found;
}
