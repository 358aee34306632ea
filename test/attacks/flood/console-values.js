// Large values for the console, which cuts them off.
// expect: handled | SANDBOX_CONSOLE_LIMIT | SANDBOX_CPU_LIMIT
// default-limits: true
// parallel: 2
export async function handler() {
  const wide = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, key) => [`key ${key}`, [key]]),
  );
  let deep = {};
  for (let level = 0; level < 5000; level++) deep = { deep };
  for (let line = 0; line < 5; line++) console.error(wide, deep, "x".repeat(1e6));
  return { handled: true };
}
