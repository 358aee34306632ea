// Reads the message's medium where the memory is full, again and again with a little more room.
// expect: SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT | PLUGIN_ERROR
// media: 9000000
// runs: 2
export async function handler(context) {
  const all = [];
  for (let bytes = 4e6; bytes > 8;) {
    try {
      all.push(new Uint8Array(bytes));
    } catch {
      bytes /= 2;
    }
  }
  for (let attempts = 0; attempts < 5000; attempts++) {
    try {
      return { handled: context.mediaBuffer.length > 0 };
    } catch {
      all.pop();
    }
  }
  throw new Error("there is never room");
}
