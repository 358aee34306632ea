// Joins buffers that are all the same one.
// expect: SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT | PLUGIN_ERROR
export async function handler() {
  Buffer.concat(new Array(1e5).fill(Buffer.alloc(1e6)));
}
