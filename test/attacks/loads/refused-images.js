// Files with an image of 4 MiB and no handler: the image of a file that is refused does not stay.
// expect: load PLUGIN_NO_HANDLER
// default-limits: true
// loads: 4
// reloads: 8
export const table = new Uint8Array(4_194_304).fill(1);
