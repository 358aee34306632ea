// Lines without a letter.
// expect: SANDBOX_CONSOLE_LIMIT
// limits: { "consoleBytes": 1000 }
export async function handler() {
  for (;;) console.debug("");
}
