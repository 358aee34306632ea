// Blocks and brackets nested thousands deep, on the stack of a plugin.
// expect: handled
// limits: {"cpuMs": 1000}
export async function handler() {
  const text = `${"> - 1. ".repeat(2000)}\n\n${"[".repeat(5000)}${"](a)".repeat(1000)}${"*a **b ".repeat(1000)}`;
  return { handled: markdownToPlainText(text).length === 23995 };
}
