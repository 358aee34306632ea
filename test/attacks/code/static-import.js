// Imports a module of the host.
// expect: load PLUGIN_IMPORT_REFUSED
import { readFileSync } from "node:fs";
export const handler = () => readFileSync("/etc/passwd", "utf8");
