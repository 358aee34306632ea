// The comparator of a sort never answers.
// expect: SANDBOX_CPU_LIMIT
export async function handler() {
  [3, 2, 1].sort(() => {
    for (;;);
  });
}
