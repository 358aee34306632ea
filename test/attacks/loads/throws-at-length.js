// Throws a megabyte of text at the top level, eight times at once.
// expect: load PLUGIN_ERROR
// loads: 8
throw new Error("x".repeat(1e6));
export async function handler() {}
