// Timers fill the memory and throw, while others are still to be asked for.
// expect: SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT | PLUGIN_ERROR
// runs: 3
export async function handler() {
  const all = [];
  const fill = () => {
    for (let bytes = 4e6; bytes > 8;) {
      try {
        all.push(new Uint8Array(bytes));
      } catch {
        bytes /= 2;
      }
    }
  };
  setTimeout(fill, 1);
  setInterval(() => {
    fill();
    throw new Error("t".repeat(4000));
  }, 1);
  await new Promise((resolve) => setTimeout(resolve, 20));
  return { handled: true };
}
