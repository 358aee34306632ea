import type { Options } from "tsup";

interface Files {
  /** The sources of the built files, by the names of these. */
  readonly entry: Readonly<Record<string, string>>;
  /** The names of those that nobody imports, and that need no types. */
  readonly inner?: readonly string[];
}

/**
 * The build shared by all packages: ESM, one bundle per entry, and types that are rolled up from the
 * declarations that `tsc -b` has written.
 */
export function bundle({ entry, inner = [] }: Files): Options {
  const imported = Object.entries(entry).filter(([name]) => !inner.includes(name));
  const declarations = imported.map(([name, file]) => [name, declarationOf(file)]);
  return {
    entry,
    format: "esm",
    target: "es2023",
    sourcemap: true,
    clean: true,
    dts: { entry: Object.fromEntries(declarations) },
  };
}

function declarationOf(file: string): string {
  return file.replace(/^src\/(.+)\.ts$/, ".types/$1.d.ts");
}
