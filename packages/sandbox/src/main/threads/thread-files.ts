/**
 * The files that the threads run: source files in their folders, or built files beside the bundle that
 * contains this module. Tests replace this module by a bundle, because Node would otherwise strip the types
 * of all sources again for each thread.
 *
 * @module
 */
const isSource = import.meta.url.endsWith(".ts");

function threadFile(name: string): URL {
  return new URL(isSource ? `../../worker/${name}.ts` : `${name}.js`, import.meta.url);
}

/** Runs plugins. */
export const WORKER_FILE: URL = threadFile("worker");

/** Runs fetches. */
export const FETCH_WORKER_FILE: URL = threadFile("fetch-worker");

/** Formats replies. */
export const FORMAT_WORKER_FILE: URL = threadFile("format-worker");

/** The base image of the package; absent when running from sources. */
export const BASE_IMAGE_FILE: URL = new URL("base-image.bin", import.meta.url);

/** Node's arguments for a thread that runs this file: sources need the condition that resolves to sources. */
export function nodeArguments(file: URL): string[] {
  return file.pathname.endsWith(".ts") ? ["--conditions=@botwright/source"] : [];
}
