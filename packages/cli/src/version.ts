import { readFileSync } from "node:fs";

interface Manifest {
  readonly version: string;
  readonly engines: { readonly node: string };
}

/** The version of this package. */
export function readVersion(): string {
  return readManifest().version;
}

/** The major version of the oldest Node that runs this package. */
export function oldestNode(): number {
  return Number.parseInt(readManifest().engines.node.replace(">=", ""), 10);
}

function readManifest(): Manifest {
  return JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
}
