// A file of more than 256 KiB.
// expect: load PLUGIN_TOO_LARGE
// repeat: "// padding of forty characters, or so.\n" 7000
export async function handler() {}
$REPEAT$
