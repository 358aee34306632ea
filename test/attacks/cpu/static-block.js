// Loops while a class is defined, after something has been awaited.
// expect: load SANDBOX_CPU_LIMIT
await null;
class Loop {
  static {
    for (;;);
  }
}
export async function handler() {
  return new Loop();
}
