// Each aborted fetch aborts the next one, until the stack ends; what is left waits until the first limit.
// expect: PLUGIN_TIMEOUT | handled
// limits: { "wallMs": 300 }
export async function handler() {
  const all = Array.from({ length: 300 }, () => new AbortController());
  const ends = all.map(({ signal }, at) => {
    signal.onabort = () => all[(at + 1) % all.length].abort(all);
    return fetch("https://api.example/never", { signal }).catch(() => {});
  });
  all[0].abort();
  await Promise.all(ends);
  return { handled: true };
}
