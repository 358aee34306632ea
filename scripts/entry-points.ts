import { readdirSync, readFileSync } from "node:fs";

/** A public entry of a package; paths from the repository's root. */
export interface EntryPoint {
  readonly folder: string;
  /** What people import, for example `@botwright/core/contract`. */
  readonly specifier: string;
  readonly source: string;
  /** The built declarations. */
  readonly types: string;
}

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

const packages = new URL("../packages/", import.meta.url);

/** Every public entry of every package, read from the `exports` of its package.json. */
export function entryPoints(): EntryPoint[] {
  return readdirSync(packages)
    .toSorted()
    .flatMap((folder) => {
      const file = new URL(`${folder}/package.json`, packages);
      const { name, exports = {} }: Manifest = JSON.parse(readFileSync(file, "utf8"));
      return Object.entries(exports).flatMap(([path, targets]) => {
        if (typeof targets === "string") return [];
        const { "@botwright/source": source, types } = targets;
        if (source === undefined || types === undefined) return [];
        return [
          {
            folder,
            specifier: `${name}${path.slice(1)}`,
            source: `packages/${folder}/${source.slice(2)}`,
            types: `packages/${folder}/${types.slice(2)}`,
          },
        ];
      });
    });
}
