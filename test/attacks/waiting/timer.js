// Sleeps for weeks.
// expect: SANDBOX_WALL_LIMIT
// limits: { "wallMs": 40 }
export async function handler() {
  await new Promise((resolve) => setTimeout(resolve, 2 ** 31 - 1));
}
