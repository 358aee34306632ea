// A timer's callback throws, where no code can catch it.
// expect: PLUGIN_ERROR
export async function handler() {
  setTimeout(() => {
    throw new Error("tick");
  }, 1);
  await new Promise(() => {});
}
