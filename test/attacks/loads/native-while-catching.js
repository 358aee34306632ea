// Catches the end of a native loop at the top level and begins the next.
// expect: load SANDBOX_CPU_LIMIT
// loads: 3
for (;;) {
  try {
    new Array(2 ** 32 - 1).indexOf(1);
  } catch {
    // Once more.
  }
}
export async function handler() {}
