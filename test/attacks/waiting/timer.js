// Sleeps for weeks.
// expect: PLUGIN_TIMEOUT
// limits: { "wallMs": 40 }
export async function handler() {
  await new Promise((resolve) => setTimeout(resolve, 2 ** 31 - 1));
}
