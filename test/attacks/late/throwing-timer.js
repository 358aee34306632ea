// A timer's callback throws; nobody else could hear of it.
// expect: PLUGIN_ERROR
export async function handler() {
  setTimeout(() => {
    throw new Error("tick");
  }, 1);
  await new Promise(() => {});
}
