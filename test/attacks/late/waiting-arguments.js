// Leaves fetches with large bodies behind when it ends, again and again: the host keeps them until they begin.
// expect: handled | SANDBOX_MEMORY_LIMIT | FETCH_BLOCKED
// default-limits: true
// parallel: 14
export function handler() {
  const body = new Uint8Array(5_000_000);
  for (let turn = 0; turn < 4; turn++) {
    fetch("https://a.example/", { method: "POST", body }).catch(() => {});
  }
  return { handled: true };
}
