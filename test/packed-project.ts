import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { promisify } from "node:util";
import { packageFolders, root } from "./house.ts";

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

/** An otherwise empty project that has our packages from their tarballs. */
export interface PackedProject extends AsyncDisposable {
  readonly folder: string;
  /** Where each of our packages is, packed. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** Installs another folder's packages, ours from their tarballs. */
  readonly install: (folder: string) => Promise<void>;
}

/** Packs every package as it would be published, and installs all of them into an empty project. */
export async function createPackedProject(): Promise<PackedProject> {
  const unbuilt = packageFolders.filter((name) => !existsSync(`${root}/packages/${name}/dist`));
  if (unbuilt.length > 0) throw new Error(`run "pnpm build" first: ${unbuilt.join(", ")}`);
  const folder = await mkdtemp(`${tmpdir()}/botwright-packed-`);
  await Promise.all(
    packageFolders.map((name) =>
      run("pnpm", ["pack", "--pack-destination", folder], { cwd: `${root}/packages/${name}` }),
    ),
  );
  const tarballs = (await readdir(folder)).filter((name) => name.endsWith(".tgz"));
  const dependencies = Object.fromEntries(
    manifests.map(({ name, version }) => {
      const file = `${name.replace("@", "").replace("/", "-")}-${version}.tgz`;
      if (!tarballs.includes(file)) throw new Error(`no ${file} among ${tarballs.join()}`);
      return [name, `file:${folder}/${file}`];
    }),
  );
  const overrides = Object.entries(dependencies).map(([name, file]) => `  "${name}": "${file}"`);

  async function install(cwd: string): Promise<void> {
    await writeFile(`${cwd}/pnpm-workspace.yaml`, `overrides:\n${overrides.join("\n")}\n`);
    await run("pnpm", ["install", "--prefer-offline", "--ignore-scripts"], { cwd });
  }

  // Optional peers are what a user of their entry point installs.
  const peers = Object.assign({}, ...manifests.map((manifest) => manifest.peerDependencies ?? {}));
  const manifest = { name: "empty", private: true, type: "module" };
  await writeFile(
    `${folder}/package.json`,
    JSON.stringify({ ...manifest, dependencies: { ...dependencies, ...peers } }),
  );
  await install(folder);
  return {
    folder,
    dependencies,
    install,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
