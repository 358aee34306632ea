// The callback of a replacement never answers.
// expect: SANDBOX_CPU_LIMIT
export async function handler() {
  "aaa".replace(/a/g, () => {
    for (;;);
  });
}
