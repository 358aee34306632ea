import { readFileSync } from "node:fs";
import { isHigherVersion } from "@botwright/core";

interface Manifest {
  readonly version: string;
  readonly engines: { readonly node: string };
}

/** The version of this package. */
export function readVersion(): string {
  return readManifest().version;
}

/**
 * Explains which version of Node this package needs, from its `engines`.
 *
 * @returns `undefined` when this version is new enough
 * @example
 * explainOldNode("v24.20.0"); // botwright needs Node.js 24.21.0 or newer, this is v24.20.0: https://nodejs.org
 */
export function explainOldNode(version: string): string | undefined {
  const oldest = readManifest().engines.node.replace(">=", "");
  if (!isHigherVersion(oldest, version)) return undefined;
  return `botwright needs Node.js ${oldest} or newer, this is ${version}: https://nodejs.org`;
}

function readManifest(): Manifest {
  return JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
}
