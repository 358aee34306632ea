// Every job throws, and no handler catches it.
// expect: handled
export async function handler() {
  for (let i = 0; i < 2000; i++) Promise.reject(new Error("nobody hears this"));
  for (let i = 0; i < 100; i++) {
    Promise.resolve().then(() => {
      throw null;
    });
  }
  await null;
  return { handled: true };
}
