// Normalizes a text to eighteen times its length; the engine throws a value that is none.
// expect: SANDBOX_MEMORY_LIMIT
export async function handler() {
  const thrown = [];
  for (;;) {
    try {
      thrown.push("\uFDFA".repeat(1_000_000).normalize("NFKD"));
    } catch (error) {
      throw error;
    }
  }
}
