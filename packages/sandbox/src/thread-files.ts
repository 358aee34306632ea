/**
 * The files that lie beside this one, as they are or built. Tests put a bundle in this module's place:
 * for each thread Node would strip the types of all sources anew.
 *
 * @module
 */
const ENDING = import.meta.url.endsWith(".ts") ? "ts" : "js";

/** What a thread runs that runs plugins. */
export const WORKER_FILE: URL = new URL(`worker.${ENDING}`, import.meta.url);

/** What the thread runs that fetches. */
export const FETCH_WORKER_FILE: URL = new URL(`fetch-worker.${ENDING}`, import.meta.url);

/** The base image as the package brings it; absent where sources run. */
export const BASE_IMAGE_FILE: URL = new URL("base-image.bin", import.meta.url);

/** The arguments for Node in a thread that runs this file: sources import one another's sources. */
export function nodeArguments(file: URL): string[] {
  return file.pathname.endsWith(".ts") ? ["--conditions=@botwright/source"] : [];
}
