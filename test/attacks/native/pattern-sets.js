// Patterns that compute with sets of characters and of emoji, by the flag v.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT | PLUGIN_ERROR
export async function handler() {
  for (;;) {
    new RegExp("\\p{RGI_Emoji}".repeat(500), "v");
    new RegExp(`[${Array(5000).fill("\\p{L}").join("&&")}]`, "v");
    new RegExp(`[${"\\p{L}--[".repeat(500)}a${"]".repeat(500)}]`, "v");
    new RegExp("[^\\p{L}]".repeat(1000), "iv");
  }
}
