// Imports by `export … from`.
// expect: load PLUGIN_IMPORT_REFUSED
export * from "node:child_process";
export const handler = () => {};
