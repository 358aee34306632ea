// A hundred thousand proxies around each other.
// expect: PLUGIN_ERROR | SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
export async function handler() {
  let chain = {};
  for (let i = 0; i < 1e5; i++) chain = new Proxy(chain, {});
  chain.field;
}
