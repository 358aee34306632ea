import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { packageFolders, root } from "../test/repository.ts";

const run = promisify(execFile);

/** What a package says of itself. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Those of all packages. */
export const manifests: readonly Manifest[] = await Promise.all(
  packageFolders.map(async (folder): Promise<Manifest> =>
    JSON.parse(await readFile(`${root}/packages/${folder}/package.json`, "utf8")),
  ),
);

/** Packs every package into a folder, as it would be published. Each one's tarball, by its name. */
export async function packAll(folder: string): Promise<Readonly<Record<string, string>>> {
  const unbuilt = packageFolders.filter((name) => !existsSync(`${root}/packages/${name}/dist`));
  if (unbuilt.length > 0) throw new Error(`run "pnpm build" first: ${unbuilt.join(", ")}`);
  await run("pnpm", ["-r", "pack", "--pack-destination", folder], { cwd: root });
  return Object.fromEntries(
    manifests.map(({ name, version }) => {
      const file = `${folder}/${name.replace("@", "").replace("/", "-")}-${version}.tgz`;
      if (!existsSync(file)) throw new Error(`${name} was not packed into ${file}`);
      return [name, file];
    }),
  );
}
