// Machine code, shared memory and waiting on it.
// expect: handled
export async function handler() {
  const names = ["WebAssembly", "SharedArrayBuffer", "Atomics", "Worker", "ShadowRealm"];
  const found = names.filter((name) => name in globalThis);
  if (found.length > 0) throw new Error(found.join());
  return { handled: true };
}
