// Doubles a text.
// expect: SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT | PLUGIN_ERROR
export async function handler() {
  let text = "x";
  for (;;) text += text;
}
