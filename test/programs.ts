import { THREAD_BUNDLE } from "./thread-bundle.ts";

/** Programs that tests start as processes again and again; bundle-programs.ts bundles each into one file. */
export const PROGRAMS = {
  node: "test/faults/node.ts",
  "killed-process": "test/crash/killed-process.ts",
  "in-memory-server": "examples/in-memory-server/main.ts",
  "reference-server": "examples/reference-server/main.ts",
} as const;

/** The file of a program, which a process loads several times as fast as the sources. */
export function bundledProgram(name: keyof typeof PROGRAMS): string {
  return `${THREAD_BUNDLE}${name}.js`;
}
