import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { promisify } from "node:util";
import { manifests, packAll } from "../../scripts/pack.ts";

const run = promisify(execFile);

/** An otherwise empty project that has our packages from their tarballs. */
export interface PackedProject extends AsyncDisposable {
  readonly folder: string;
  /** Where each of our packages is, packed. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** Installs another folder's packages, Botwright's from their tarballs. */
  readonly install: (folder: string) => Promise<void>;
}

/** Packs every package as it would be published, and installs all of them into an empty project. */
export async function createPackedProject(): Promise<PackedProject> {
  const folder = await mkdtemp(`${tmpdir()}/botwright-packed-`);
  const tarballs = Object.entries(await packAll(folder));
  const dependencies = Object.fromEntries(tarballs.map(([name, file]) => [name, `file:${file}`]));
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
