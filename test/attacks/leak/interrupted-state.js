// A call that is cut off in the middle leaves nothing to the next one.
// expect: SANDBOX_CPU_LIMIT
// runs: 2
let begun = false;
export async function handler() {
  if (begun) throw new Error("the call before has left its state");
  begun = true;
  for (;;);
}
