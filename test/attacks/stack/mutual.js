// Two functions that call each other through natives.
// expect: PLUGIN_ERROR | SANDBOX_CPU_LIMIT
export async function handler() {
  const one = () => [0].map(two);
  const two = () => [0].sort(one) && "a".replace("a", one);
  one();
}
