// A getter that hands `structuredClone` one more level each time.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT | PLUGIN_ERROR
const level = () => ({
  get next() {
    return level();
  },
});
export async function handler() {
  structuredClone(level());
}
