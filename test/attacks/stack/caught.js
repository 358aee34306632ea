// Catches the overflow at the bottom and dives again, on each level.
// expect: SANDBOX_CPU_LIMIT | PLUGIN_ERROR
export async function handler() {
  const dive = () => {
    try {
      dive();
    } catch {
      dive();
    }
  };
  dive();
}
