// Hundreds of listeners throw texts of half a megabyte, each of which the console would show.
// expect: SANDBOX_CONSOLE_LIMIT | SANDBOX_CPU_LIMIT
export async function handler() {
  const target = new EventTarget();
  for (let one = 0; one < 300; one++) {
    target.addEventListener("x", () => {
      throw "y".repeat(5e5);
    });
  }
  for (;;) target.dispatchEvent(new Event("x"));
}
