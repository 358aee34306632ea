/**
 * The files of the threads: sources in their folder, or built files beside the bundle that this module
 * is part of. Tests put a bundle in this module's place: for each thread Node would strip the types of
 * all sources anew.
 *
 * @module
 */
const isSource = import.meta.url.endsWith(".ts");

function threadFile(name: string): URL {
  return new URL(isSource ? `../../worker/${name}.ts` : `${name}.js`, import.meta.url);
}

/** What a thread runs that runs plugins. */
export const WORKER_FILE: URL = threadFile("worker");

/** What the thread runs that fetches. */
export const FETCH_WORKER_FILE: URL = threadFile("fetch-worker");

/** What the thread runs that formats. */
export const FORMAT_WORKER_FILE: URL = threadFile("format-worker");

/** The base image as the package brings it; absent where sources run. */
export const BASE_IMAGE_FILE: URL = new URL("base-image.bin", import.meta.url);

/** The arguments for Node in a thread that runs this file: sources import one another's sources. */
export function nodeArguments(file: URL): string[] {
  return file.pathname.endsWith(".ts") ? ["--conditions=@botwright/source"] : [];
}
