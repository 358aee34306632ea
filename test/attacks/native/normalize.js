// Normalizes millions of letters.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
export async function handler() {
  "e\u0301\u0323".repeat(2e6).normalize("NFC");
}
