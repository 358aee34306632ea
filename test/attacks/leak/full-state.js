// A call that has used up its memory leaves nothing to the next one.
// expect: SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
// runs: 2
const all = [];
export async function handler() {
  if (all.length > 0) throw new Error("the call before has left its state");
  for (;;) all.push(new Uint8Array(1e6));
}
