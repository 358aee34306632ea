// Writes to the console for ever.
// expect: SANDBOX_CONSOLE_LIMIT
// limits: { "consoleBytes": 1000 }
export async function handler() {
  for (;;) console.log("spam");
}
