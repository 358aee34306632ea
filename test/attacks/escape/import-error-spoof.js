// Looks like a refused import when it is loaded; nothing but the words changes.
// expect: load PLUGIN_IMPORT_REFUSED | PLUGIN_ERROR
throw new Error("could not load module '../../etc/passwd'");
export async function handler() {}
