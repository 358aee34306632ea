// Loops while a generator is closed.
// expect: SANDBOX_CPU_LIMIT
function* open() {
  try {
    yield 1;
  } finally {
    for (;;);
  }
}
export async function handler() {
  for (const one of open()) break;
}
