import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createBaseFile } from "./base-file.ts";

/**
 * Writes the hardened machine's base image beside the built files, so that a sandbox starts without
 * building it. Usage: `node scripts/ship-base.ts`, after tsup.
 */
await writeFile(join(import.meta.dirname, "../dist/base-image.bin"), await createBaseFile());
