/**
 * The file that the process of inspections runs: a source file, or a built file beside the bundle that contains
 * this module. Tests replace this module by a bundle, because Node would otherwise strip the types of all
 * sources again for each process.
 *
 * @module
 */
const isSource = import.meta.url.endsWith(".ts");

/** The URL of this file; the program answers each source with the result of its inspection. */
export const INSPECTION_FILE: URL = new URL(
  `inspection-worker.${isSource ? "ts" : "js"}`,
  import.meta.url,
);
