// Markdown that is nothing but openings.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT | PLUGIN_ERROR
export async function handler() {
  for (const opening of ["[", "**a ", "`", "![a](", "> ", "- ", "<a "]) {
    for (let i = 0; i < 50; i++) markdownToPlainText(opening.repeat(20_000));
  }
}
